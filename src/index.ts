import { api } from './api/app.ts';
import { baseRouter } from './http/base.ts';
import { manage } from './manage/app.ts';

const app = baseRouter();
app.route('/api/v2', api);
app.route('/manage', manage);

export default {
  fetch: app.fetch,
} satisfies ExportedHandler<Env>;
