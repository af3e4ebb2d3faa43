import { router } from '../../../http/base.ts';
import { withTables } from '../../../http/endpoint.ts';
import { annotations } from './annotations.ts';
import { audience } from './audience.ts';
import { contentInsights } from './content/content.ts';
import { growth } from './growth.ts';
import { histories } from './history.ts';
import { pictures } from './pictures.ts';
import { popularContent } from './popular.ts';
import { pulledContent } from './pull.ts';
import { risingContent } from './rising.ts';
import { insightsTopics } from './topics.ts';
import { weekInsights } from './week.ts';

/** What readers engage with, from published rankings. */
export const insights = router();
insights.route('/', popularContent);
insights.route('/', risingContent);
insights.route('/', pulledContent);
insights.route('/', growth);
insights.route('/', weekInsights);
insights.route('/', insightsTopics);
insights.route('/', histories);
insights.route('/', audience);
insights.route('/', contentInsights);
insights.route('/', annotations);
insights.route('/', pictures);
withTables(insights);
