import { router } from '../../../http/base.ts';
import { growth } from './growth.ts';
import { popularContent } from './popular.ts';
import { insightsTopics } from './topics.ts';

/** What readers engage with, from published rankings. */
export const insights = router();
insights.route('/', popularContent);
insights.route('/', growth);
insights.route('/', insightsTopics);
