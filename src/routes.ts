import type { Access } from './admission/auth.ts';
import { type LazyRoute, LazyRouter, RANKING_SECONDS } from './admission/mount.ts';
import { baseRouter } from './http/base.ts';
import type { ErrorPage } from './http/env.ts';
import { OWNERS } from './keys/key.ts';
import { HOUR, MINUTE } from './lib/time.ts';
import type { ServiceDescription } from './routes/reference/document.ts';

const READ: Access = { kinds: ['secret', 'publishable', 'operator', 'reader', 'editor', 'partner'] };
const SECRET: Access = { kinds: ['secret', 'operator', 'reader', 'editor'] };
/** Access to pages, whose URLs must not contain a key. */
const PAGE: Access = { ...READ, headerOnly: true };
/** Access for programs, without sessions, because pages of other sites could use the session of a user. */
const PROGRAM: Access = { kinds: ['secret', 'operator'], headerOnly: true, withoutSession: true };
const OPERATOR: Access = { kinds: ['operator'], headerOnly: true };
const EDITOR: Access = { kinds: ['operator', 'editor'], headerOnly: true };
/** Access for owners of shares and subscriptions, which end when the key of their owner is revoked. */
const OWN: Access = { kinds: OWNERS, headerOnly: true };

const OPERATED =
  'keys people sessions webhooks events alerts websub clicks filtered discounting clock own-staff position-bias demo dead-letters rebuild status metrics'
    .split(' ')
    .map((name) => `/manage/${name}`);

const feed = async () => (await import('./routes/api/feed.ts')).feed;
const feedRelated = async () => (await import('./routes/api/feed-related.ts')).feedRelated;
const feedRecommended = async () => (await import('./routes/api/feed-recommended.ts')).feedRecommended;
const topicList = async () => (await import('./routes/api/filter-lists.ts')).topicList;
const companyList = async () => (await import('./routes/api/filter-lists.ts')).companyList;
const geography = async () => (await import('./routes/api/geography-routes.ts')).geographyRoutes;
const topics = async () => (await import('./routes/api/trending-topics.ts')).topicRoutes;
const insights = async () => (await import('./routes/api/insights/insight-routes.ts')).insights;
const feeds = async () => (await import('./routes/feeds.ts')).feedRoutes;
const clicks = async () => (await import('./routes/clicks/click-routes.ts')).clicks;
const manage = async () => (await import('./routes/manage/manage-routes.ts')).manage;
const edit = async () => (await import('./routes/manage/manage-routes.ts')).editorRoutes;
const own = async () => (await import('./routes/manage/manage-routes.ts')).own;
const embedChoices = async () => (await import('./routes/embed-choices.ts')).embedChoices.router;
const embedTrending = async () => (await import('./routes/embed-trending.tsx')).embedTrending;
const health = async () => (await import('./routes/health.ts')).health.router;
const session = async () => (await import('./routes/session/session-routes.ts')).session;
const passkeySession = async () => (await import('./routes/session/passkey.ts')).passkeySession;
const share = async () => (await import('./routes/share/share-routes.ts')).share;
const subscriptions = async () => (await import('./routes/subscriptions/index.tsx')).subscriptionRoutes;
const websub = async () => (await import('./routes/websub/websub-routes.ts')).websub;
const wellKnown = async () => (await import('./routes/well-known.ts')).wellKnown;
const pages = async () => (await import('./routes/page-routes.ts')).pages;
const mcp = async () => (await import('./routes/mcp/mcp-routes.ts')).mcp(() => app);
const reference = async () => (await import('./routes/reference/reference-routes.ts')).reference(describeService);
const sitePage: ErrorPage = async (...error) => (await import('./routes/site-error-page.tsx')).siteErrorPage(...error);
const feedPage: ErrorPage = async (...error) =>
  (await import('./routes/feed/feed-error-page.tsx')).feedErrorPage(...error);
const embedPage: ErrorPage = async (...error) => (await import('./routes/embed-trending.tsx')).embedErrorPage(...error);

/** Route table: path prefix, accepted kinds of key, and cache time in seconds. */
const ROWS: readonly LazyRoute[] = [
  { at: '/api/v2/feed/related', load: feedRelated, access: READ, cache: MINUTE, errorPage: feedPage },
  { at: '/api/v2/feed', load: feed, access: READ, cache: MINUTE, errorPage: feedPage },
  { at: '/api/v2/feed-recommended', load: feedRecommended, access: READ, cache: MINUTE, errorPage: feedPage },
  { at: '/api/v2/geography', load: geography, access: READ, cache: HOUR },
  { at: '/api/v2/topics/list', load: topicList, access: READ, cache: MINUTE },
  { at: '/api/v2/companies/list', load: companyList, access: READ, cache: MINUTE },
  { at: '/api/v2/topics', load: topics, access: READ, cache: RANKING_SECONDS },
  { at: '/api/v2/insights', load: insights, access: SECRET, cache: RANKING_SECONDS },

  { at: '/feeds', load: feeds, access: READ, cache: MINUTE, errorPage: feedPage },

  // These routes check the key in the body of a beacon or the URL of a link.
  { at: '', paths: ['/clicks', '/reads', '/views', '/list-tokens', '/go'], load: clicks },

  { at: '/manage', paths: OPERATED, load: manage, access: OPERATOR },
  { at: '/manage', paths: ['/manage/shares', '/manage/subscriptions'], load: own, access: OWN },
  { at: '/manage', load: edit, access: EDITOR },

  { at: '/embed/choices', load: embedChoices, access: PAGE, cache: MINUTE },
  { at: '/embed/trending', load: embedTrending, access: READ, cache: RANKING_SECONDS, errorPage: embedPage },
  { at: '/mcp', load: mcp, access: PROGRAM, posts: true },
  { at: '/health', load: health },
  // These routes check keys, cookies and passkeys.
  { at: '/session', load: session },
  { at: '/session', paths: ['/session/challenge', '/session/passkey', '/session/invitation'], load: passkeySession },
  { at: '/session/answers', load: async () => (await import('./routes/session/answers.ts')).sessionAnswers(() => app) },
  // These routes check the token in the URL.
  { at: '', paths: ['/s'], load: share },
  { at: '', paths: ['/websub'], load: websub },
  { at: '', paths: ['/unsubscribe', '/confirm', '/followed'], load: subscriptions },
  { at: '', paths: ['/api/v2/openapi.json', '/docs'], load: reference },
  { at: '', paths: ['/llms.txt', '/robots.txt', '/.well-known/security.txt'], load: wellKnown },

  // Unknown API paths return 401, so that only callers with a key learn which paths exist.
  { at: '/api/v2', access: SECRET },
  { at: '', load: pages },
];

export const app = new LazyRouter(ROWS, () => {
  const base = baseRouter();
  // Browsers get HTML error pages. Routes with a prefix serve programs or have their own error page.
  base.use(async (c, next) => {
    c.set('errorPage', sitePage);
    await next();
  });
  return base;
});

export async function describeService(): Promise<ServiceDescription> {
  const { describeRoutes } = await import('./routes/reference/document.ts');
  return describeRoutes(await app.routes(), ROWS);
}
