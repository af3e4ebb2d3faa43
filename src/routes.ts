import { baseRouter } from './http/base.ts';
import { api } from './routes/api/index.ts';
import { clicks } from './routes/clicks/index.ts';
import { health } from './routes/health.ts';
import { manage } from './routes/manage/index.ts';
import { pages } from './routes/pages.ts';
import { openapi } from './routes/reference/index.ts';

/** Every route of the service. */
export const app = baseRouter();
// Before what asks for a key: description and pages are public.
app.route('/', openapi);
app.route('/', health);
app.route('/', pages);
app.route('/api/v2', api);
app.route('/manage', manage);
app.route('/', clicks);
