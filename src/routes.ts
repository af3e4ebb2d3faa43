import type { Access } from './admission/auth.ts';
import { RANKING_SECONDS, type Row, Service } from './admission/mount.ts';
import { baseRouter } from './http/base.ts';
import type { ErrorPage } from './http/env.ts';
import { OWNERS } from './keys/key.ts';
import { HOUR, MINUTE } from './lib/time.ts';
import type { Description } from './routes/reference/document.ts';

/** Open to readers of a site, too. */
const READ: Access = { kinds: ['secret', 'publishable', 'operator', 'reader', 'editor', 'partner'] };
const SECRET: Access = { kinds: ['secret', 'operator', 'reader', 'editor'] };
/** For pages, whose address must not contain a key. */
const PAGE: Access = { ...READ, headerOnly: true };
/** For programs: pages have sessions, and no page may ask by that of somebody else. */
const PROGRAM: Access = { kinds: ['secret', 'operator'], headerOnly: true, withoutSession: true };
// docs/decisions.md#K11
const OPERATOR: Access = { kinds: ['operator'], headerOnly: true };
const EDITOR: Access = { kinds: ['operator', 'editor'], headerOnly: true };
/** What they do ends with them. */
const OWN: Access = { kinds: OWNERS, headerOnly: true };

/** What of management is no content. */
const OPERATED =
  'keys people sessions webhooks events alerts websub clicks filtered weights clock own-staff curve demo dead-letters rebuild status metrics'
    .split(' ')
    .map((name) => `/manage/${name}`);

// Loaded when they are first asked for.
const feed = async () => (await import('./routes/api/feed.ts')).feed;
const feedRecommended = async () => (await import('./routes/api/feed-recommended.ts')).feedRecommended;
const topicList = async () => (await import('./routes/api/filter-lists.ts')).topicList;
const companyList = async () => (await import('./routes/api/filter-lists.ts')).companyList;
const geography = async () => (await import('./routes/api/geography.ts')).geography;
const topics = async () => (await import('./routes/api/topics.ts')).topics;
const insights = async () => (await import('./routes/api/insights/index.ts')).insights;
const feeds = async () => (await import('./routes/feeds.ts')).feeds;
const clicks = async () => (await import('./routes/clicks/index.ts')).clicks;
const manage = async () => (await import('./routes/manage/index.ts')).manage;
const edit = async () => (await import('./routes/manage/index.ts')).edit;
const own = async () => (await import('./routes/manage/index.ts')).own;
const embedChoices = async () => (await import('./routes/embed-choices.ts')).embedChoices.router;
const embedTrending = async () => (await import('./routes/embed-trending.tsx')).embedTrending;
const health = async () => (await import('./routes/health.ts')).health.router;
const session = async () => (await import('./routes/session/index.ts')).session;
const passkeySession = async () => (await import('./routes/session/passkey.ts')).passkeySession;
const share = async () => (await import('./routes/share/index.ts')).share;
const subscriptions = async () => (await import('./routes/subscriptions/index.tsx')).subscriptions;
const websub = async () => (await import('./routes/websub/index.ts')).websub;
const wellKnown = async () => (await import('./routes/well-known.ts')).wellKnown;
const pages = async () => (await import('./routes/pages.ts')).pages;
const mcp = async () => (await import('./routes/mcp/index.ts')).mcp(() => app);
const reference = async () => (await import('./routes/reference/index.ts')).reference(describeService);
const sitePage: ErrorPage = async (...error) => (await import('./routes/site-error-page.tsx')).siteErrorPage(...error);
const feedPage: ErrorPage = async (...error) =>
  (await import('./routes/feed/feed-error-page.tsx')).feedErrorPage(...error);
const embedPage: ErrorPage = async (...error) => (await import('./routes/embed-trending.tsx')).embedErrorPage(...error);

/** Every prefix, the kinds of key that it takes, and the seconds that its answers are cached. */
const ROWS: readonly Row[] = [
  { at: '/api/v2/feed', load: feed, access: READ, cache: MINUTE, errorPage: feedPage },
  { at: '/api/v2/feed-recommended', load: feedRecommended, access: READ, cache: MINUTE, errorPage: feedPage },
  { at: '/api/v2/geography', load: geography, access: READ, cache: HOUR },
  { at: '/api/v2/topics/list', load: topicList, access: READ, cache: MINUTE },
  { at: '/api/v2/companies/list', load: companyList, access: READ, cache: MINUTE },
  { at: '/api/v2/topics', load: topics, access: READ, cache: RANKING_SECONDS },
  { at: '/api/v2/insights', load: insights, access: SECRET, cache: RANKING_SECONDS },

  { at: '/feeds', load: feeds, access: READ, cache: MINUTE, errorPage: feedPage },

  // These check keys themselves: in the body of a beacon, in the address of a link.
  { at: '', paths: ['/clicks', '/reads', '/views', '/tickets', '/go'], load: clicks },

  { at: '/manage', paths: OPERATED, load: manage, access: OPERATOR },
  { at: '/manage', paths: ['/manage/shares', '/manage/subscriptions'], load: own, access: OWN },
  { at: '/manage', load: edit, access: EDITOR },

  { at: '/embed/choices', load: embedChoices, access: PAGE, cache: MINUTE },
  { at: '/embed/trending', load: embedTrending, access: READ, cache: RANKING_SECONDS, errorPage: embedPage },
  { at: '/mcp', load: mcp, access: PROGRAM, posts: true },
  { at: '/health', load: health },
  // These check keys, cookies and passkeys themselves.
  { at: '/session', load: session },
  { at: '/session', paths: ['/session/challenge', '/session/passkey', '/session/invitation'], load: passkeySession },
  // These look at the token in their address themselves.
  { at: '', paths: ['/s'], load: share },
  { at: '', paths: ['/websub'], load: websub },
  { at: '', paths: ['/unsubscribe', '/followed'], load: subscriptions },
  { at: '', paths: ['/api/v2/openapi.json', '/docs'], load: reference },
  { at: '', paths: ['/llms.txt', '/robots.txt', '/.well-known/security.txt'], load: wellKnown },

  // All other paths below the API's prefix: without a key nobody learns which ones exist.
  { at: '/api/v2', access: SECRET },
  // And those of pages, which are all that is left.
  { at: '', load: pages },
];

/** Every route of the service. */
export const app = new Service(ROWS, () => {
  const base = baseRouter();
  // People who open an address in a browser get pages for errors; rows with a prefix answer programs, or have pages of their own.
  base.use(async (c, next) => {
    c.set('errorPage', sitePage);
    await next();
  });
  return base;
});

/** The OpenAPI description of every route. */
export async function describeService(): Promise<Description> {
  const { describeRoutes } = await import('./routes/reference/document.ts');
  return describeRoutes(await app.routes(), ROWS);
}
