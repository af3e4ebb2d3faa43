import { authenticated } from '../../http/auth.ts';
import { readsOnly, router } from '../../http/base.ts';
import type { KeyKind } from '../../keys/key.ts';
import { feed } from './feed.ts';
import { feedRecommended } from './feed-recommended.ts';
import { geography } from './geography.ts';
import { insights } from './insights.ts';
import { trending } from './trending.ts';

/** What a publishable key may read; everything else needs a secret one. */
const PUBLISHABLE = /^\/api\/v2\/(feed|feed-recommended|geography\/list)\/?$/;

const kinds = (path: string): readonly KeyKind[] => (PUBLISHABLE.test(path) ? ['secret', 'publishable'] : ['secret']);

/** All routes of `/api/v2/`. Authentication stands here, once, before every cache. */
export const api = router();
api.use(readsOnly);
api.use(authenticated({ kinds }));
api.route('/feed', feed);
api.route('/feed-recommended', feedRecommended);
api.route('/geography', geography);
api.route('/topics', trending);
api.route('/insights', insights);
