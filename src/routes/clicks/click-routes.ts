import { router } from '../../http/base.ts';
import { beacon, reads } from './beacon.ts';
import { go } from './go.ts';
import { views } from './view-routes.ts';

export const clicks = router();
clicks.route('/', beacon);
clicks.route('/', go);
clicks.route('/', views);
clicks.route('/', reads);
