import { api } from './api/app.ts';
import { clicks } from './clicks/beacon.ts';
import { health } from './health/routes.ts';
import { baseRouter } from './http/base.ts';
import { manage } from './manage/app.ts';
import { openapi } from './openapi/routes.ts';
import { pages } from './pages/app.ts';

/** Every route of the service. */
export const app = baseRouter();
// Before what asks for a key: description and pages are public.
app.route('/', openapi);
app.route('/', health);
app.route('/', pages);
app.route('/api/v2', api);
app.route('/manage', manage);
app.route('/', clicks);
