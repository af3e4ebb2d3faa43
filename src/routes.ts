import type { Access } from './admission/auth.ts';
import { LIVE, type Mount, mount } from './admission/mount.ts';
import { COLLECTIONS } from './collections/index.ts';
import { baseRouter } from './http/base.ts';
import { HOUR, MINUTE } from './lib/time.ts';
import { feed } from './routes/api/feed.ts';
import { feedRecommended } from './routes/api/feed-recommended.ts';
import { companyList, topicList } from './routes/api/filter-lists.ts';
import { geography } from './routes/api/geography.ts';
import { insights } from './routes/api/insights/index.ts';
import { topics } from './routes/api/topics.ts';
import { clicks } from './routes/clicks/index.ts';
import { embedChoices } from './routes/embed-choices.ts';
import { embedErrorPage, embedTrending } from './routes/embed-trending.tsx';
import { feedErrorPage } from './routes/feed/feed-error-page.tsx';
import { feeds } from './routes/feeds.ts';
import { health } from './routes/health.ts';
import { llms } from './routes/llms.ts';
import { manageKeys } from './routes/manage/access/keys.ts';
import { manageSessions } from './routes/manage/access/sessions.ts';
import { manageShares } from './routes/manage/access/shares.ts';
import { manage } from './routes/manage/collection.ts';
import { manageCandidates, managePreview } from './routes/manage/desk/desk.ts';
import { manageRecommended } from './routes/manage/desk/recommended.ts';
import { manageAlerts } from './routes/manage/events/alerts.ts';
import { manageEvents } from './routes/manage/events/deliveries.ts';
import { manageWebhooks } from './routes/manage/events/webhooks.ts';
import { manageWebsub } from './routes/manage/events/websub.ts';
import { manageFeeds } from './routes/manage/feeds.ts';
import { manageAudit } from './routes/manage/history/audit.ts';
import { manageDeleted } from './routes/manage/history/deleted.ts';
import { MORE } from './routes/manage/more.ts';
import { manageClicks, manageDeadLetters, manageFiltered } from './routes/manage/operations/clicks.ts';
import { manageDoubts } from './routes/manage/operations/doubts.ts';
import { manageOperations } from './routes/manage/operations/operations.ts';
import { manageRetag } from './routes/manage/operations/retag.ts';
import { manageWeights } from './routes/manage/operations/weights.ts';
import { mcp } from './routes/mcp/index.ts';
import { pages } from './routes/pages.ts';
import { type Description, describeRoutes } from './routes/reference/document.ts';
import { reference } from './routes/reference/index.ts';
import { session } from './routes/session.ts';
import { share } from './routes/share/index.ts';
import { siteErrorPage } from './routes/site-error-page.tsx';
import { announcing } from './routes/websub/announce.ts';
import { websub } from './routes/websub/index.ts';

/** Open to readers of a site, too. */
const READ: Access = { kinds: ['secret', 'publishable', 'operator'] };
const SECRET: Access = { kinds: ['secret', 'operator'] };
/** For pages, whose address must not contain a key. */
const PAGE: Access = { kinds: ['publishable', 'secret', 'operator'], headerOnly: true };
/** For programs: pages have sessions, and no page may ask by that of somebody else. */
const PROGRAM: Access = { kinds: ['secret', 'operator'], headerOnly: true, withoutSession: true };
// docs/decisions.md#K11
const OPERATOR: Access = { kinds: ['operator'], headerOnly: true };

/** Every prefix, the kinds of key that it takes, and the seconds that its answers are cached. */
const rows = (): readonly Mount[] => [
  { at: '/api/v2/feed', router: feed, access: READ, cache: MINUTE, errorPage: feedErrorPage },
  { at: '/api/v2/feed-recommended', router: feedRecommended, access: READ, cache: MINUTE, errorPage: feedErrorPage },
  { at: '/api/v2/geography', router: geography, access: READ, cache: HOUR },
  { at: '/api/v2/topics/list', router: topicList, access: READ, cache: MINUTE },
  { at: '/api/v2/companies/list', router: companyList, access: READ, cache: MINUTE },
  { at: '/api/v2/topics', router: topics, access: READ, cache: LIVE },
  { at: '/api/v2/insights', router: insights, access: SECRET, cache: LIVE },

  { at: '/feeds', router: feeds, access: READ, cache: MINUTE, errorPage: feedErrorPage },

  // The routes of clicks check keys themselves: in the body of a beacon, in the address of a link.
  { at: '', router: clicks },

  ...COLLECTIONS.map((of) => ({ at: `/manage/${of.name}`, router: manage(of, MORE[of.name]), access: OPERATOR })),
  { at: '/manage/recommended', router: manageRecommended, access: OPERATOR },
  { at: '/manage/candidates', router: manageCandidates, access: OPERATOR },
  { at: '/manage/preview', router: managePreview, access: OPERATOR },
  { at: '/manage/keys', router: manageKeys, access: OPERATOR },
  { at: '/manage/feeds', router: manageFeeds, access: OPERATOR },
  { at: '/manage/doubts', router: manageDoubts, access: OPERATOR },
  { at: '/manage/retag', router: manageRetag, access: OPERATOR },
  { at: '/manage/clicks', router: manageClicks, access: OPERATOR },
  { at: '/manage/filtered', router: manageFiltered, access: OPERATOR },
  { at: '/manage/weights', router: manageWeights, access: OPERATOR },
  { at: '/manage/dead-letters', router: manageDeadLetters, access: OPERATOR },
  { at: '/manage/webhooks', router: manageWebhooks, access: OPERATOR },
  { at: '/manage/events', router: manageEvents, access: OPERATOR },
  { at: '/manage/audit', router: manageAudit, access: OPERATOR },
  { at: '/manage/deleted', router: manageDeleted, access: OPERATOR },
  { at: '/manage/sessions', router: manageSessions, access: OPERATOR },
  { at: '/manage/shares', router: manageShares, access: OPERATOR },
  { at: '/manage/websub', router: manageWebsub, access: OPERATOR },
  { at: '/manage/alerts', router: manageAlerts, access: OPERATOR },
  { at: '/manage', router: manageOperations, access: OPERATOR },

  { at: '/embed/choices', router: embedChoices, access: PAGE, cache: MINUTE },
  { at: '/embed/trending', router: embedTrending, access: READ, cache: LIVE, errorPage: embedErrorPage },
  { at: '/mcp', router: mcp(() => app), access: PROGRAM, posts: true },
  { at: '/health', router: health },
  // Checks keys and cookies itself.
  { at: '/session', router: session },
  // Both look at the token in their address themselves.
  { at: '', router: share },
  { at: '', router: websub },
  { at: '', router: reference(describeService) },
  { at: '', router: llms },
  { at: '', router: pages },

  // All other paths: without a key nobody learns which ones exist.
  { at: '/api/v2', access: SECRET },
];

/** Every route of the service. */
export const app = baseRouter();
const ROUTES = rows();
// People who open an address in a browser get pages for errors; rows with a prefix answer programs, or have pages of their own.
app.use(async (c, next) => {
  c.set('errorPage', siteErrorPage);
  await next();
});
app.use('/manage/*', announcing);
mount(app, ROUTES);

/** The OpenAPI description of every route. */
export function describeService(): Description {
  return describeRoutes(app.routes, ROUTES);
}
