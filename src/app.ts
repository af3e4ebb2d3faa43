import { api } from './api/app.ts';
import { clicks } from './clicks/beacon.ts';
import { baseRouter } from './http/base.ts';
import { manage } from './manage/app.ts';
import { openapi } from './openapi/routes.ts';

/** Every route of the service. */
export const app = baseRouter();
// Before what asks for a key: the description is public.
app.route('/', openapi);
app.route('/api/v2', api);
app.route('/manage', manage);
app.route('/', clicks);
