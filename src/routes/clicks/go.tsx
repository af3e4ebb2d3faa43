import { eq } from 'drizzle-orm';
import { assertOrigin, isOwnOrigin } from '../../admission/origins.ts';
import { acceptClick, type Dropped } from '../../clicks/accept/accept.ts';
import { notFollowed } from '../../clicks/followed-links.ts';
import { keyOfLink } from '../../clicks/salts/link-token.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import { publishedOf } from '../../content/articles/published.ts';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { HTML_TYPE, type HtmlPage, htmlPage } from '../../delivery/html-page.tsx';
import { foundAnywhere, router } from '../../http/base.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { ClientError, parameterInvalid } from '../../http/errors.ts';
import { readsOnly } from '../../http/method.ts';
import { validated } from '../../http/query.ts';
import { activeKeyById } from '../../keys/authenticate.ts';
import type { KeyRecord } from '../../keys/key-store.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { toSeconds } from '../../lib/time.ts';
import { dependenciesOf, orUnavailable, reporterOf, requirePublishableKey } from './beacon-request.ts';
import { articlePath, FOLLOW_LINK } from './description.ts';
import { recordKeyUse, setOutcome, tallyOutcome } from './outcome.ts';

const NO_CLAIMS = { subject: null, companyType: null, seniority: null };

export const go = router();

go.use('/go/:contentId', recordKeyUse, tallyOutcome, readsOnly);

go.get(
  '/go/:contentId',
  validated('param', articlePath),
  describe(FOLLOW_LINK, async (c: AppContext) => {
    const { contentId } = articlePath.parse(c.req.param());
    const key = await linkKey(c);
    const url = await publishedUrl(c.var.db, contentId, toSeconds(c.var.now));
    c.header('X-Robots-Tag', 'noindex');
    if (!url) {
      setOutcome(c, 'notFound');
      const { body, headers } = await gonePage();
      c.header('Content-Security-Policy', `${headers['Content-Security-Policy']}; frame-ancestors 'none'`);
      return c.body(body, 404, { 'Content-Type': HTML_TYPE, 'Cache-Control': 'no-store' });
    }
    setOutcome(c, await follow(c, key, contentId));
    c.header('Referrer-Policy', 'strict-origin');
    return c.redirect(url, 302);
  }),
);

/** Returns the active key of a tracked link, or `null` if the key expired or was revoked. Throws 401 or 403. */
async function linkKey(c: AppContext): Promise<KeyRecord | null> {
  const given = once(c, 'key');
  const token = once(c, 't');
  if (given || !token) {
    const key = await requirePublishableKey(c, given);
    // Scripts send an origin, which is checked. A followed link sends no origin, even if the key is bound to origins.
    assertOrigin(c, key);
    return key;
  }
  const keyId = await keyOfLink(await installationSecret(c.var.db), token);
  if (keyId === null) throw new ClientError(401, 'apiKeyInvalid', { t: 'is not a token of this service' });
  return activeKeyById(keyId, c.var.now, (lookUp) => foundAnywhere(c, lookUp));
}

function once(c: AppContext, name: string): string | undefined {
  const [given, ...more] = c.req.queries(name) ?? [];
  if (more.length > 0) throw parameterInvalid({ [name]: 'is given more than once' });
  return given;
}

type Followed = 'accepted' | Dropped | 'head' | 'embedded' | 'noGesture' | 'keyEnded' | 'unavailable';

/** Counts a followed link. Never throws, so that the reader always reaches the article. */
async function follow(c: AppContext, key: KeyRecord | null, contentId: number): Promise<Followed> {
  if (c.req.method === 'HEAD') return 'head';
  if (!key) return 'keyEnded';
  if (!isOwnOrigin(c, key)) return 'embedded';
  const left = notFollowed(c.req.raw.headers, new URL(c.req.url).protocol === 'https:');
  if (left) return left;
  try {
    const click = { ...reporterOf(c, key), contentId, claims: NO_CLAIMS, channel: null, hint: '', isLink: true };
    return await orUnavailable(acceptClick(click, dependenciesOf(c)));
  } catch (thrown) {
    log('clickLost', c.var.now, { contentId, reason: reasonOf(thrown) });
    return 'unavailable';
  }
}

async function publishedUrl(db: Db, contentId: number, now: number): Promise<string | undefined> {
  const { url, publishedAt } = articles;
  const [article] = publishedOf(
    db,
    await db.select({ url, publishedAt }).from(articles).where(eq(articles.id, contentId)),
    now,
  );
  return article?.url;
}

const gonePage = (): Promise<HtmlPage> =>
  htmlPage(
    'Article not available',
    { theme: 'auto', accent: undefined },
    <div class="notice">
      <h1>This article is not available</h1>
      <p>It may have been removed, or its link may be incomplete.</p>
    </div>,
  );
