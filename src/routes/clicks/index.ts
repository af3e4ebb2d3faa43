import { and, eq, lte } from 'drizzle-orm';
import type { Context } from 'hono';
import type * as z from 'zod';
import { acceptClick, type Dropped, QueueUnavailable, type ReaderClick } from '../../clicks/accept.ts';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { CONTINENTS } from '../../engagement/audiences.ts';
import { readsOnly, router } from '../../http/base.ts';
import { readText } from '../../http/body.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppEnv } from '../../http/env.ts';
import { methodNotAllowed, notFound, parameterInvalid, rateLimited, ServerError } from '../../http/errors.ts';
import { assertOrigin } from '../../http/origins.ts';
import { describeIssues, validated } from '../../http/params.ts';
import type { KeyRecord } from '../../keys/store.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { publishableKey } from './admission.ts';
import { articlePath, beaconInput, FOLLOW_LINK, keyInput, POST_CLICK } from './description.ts';
import { sayOutcome, tallied } from './tally.ts';

const MAX_BODY = 4096;
/** Seconds of the CLICK_LIMIT binding's period in wrangler.toml. */
const RATE_PERIOD = 60;

/** Clicks of readers: beacons of pages, and links for mail and RSS readers. */
export const clicks = router();

clicks.use('/clicks', tallied);
clicks.use('/go/:contentId', tallied, readsOnly);

clicks.post(
  '/clicks',
  describe(POST_CLICK, async (c: Context<AppEnv>) => {
    const body = parseBody(await readText(c.req.raw, MAX_BODY, '4 KB'));
    const key = await publishableKey(c, check(keyInput, body).key);
    assertOrigin(c, key, { required: true });
    const outcome = await accept(c, key, check(beaconInput, body)).catch((error) => {
      throw error instanceof QueueUnavailable ? Object.assign(new ServerError(503), { cause: error }) : error;
    });
    if (outcome === 'rateLimited') throw rateLimited(RATE_PERIOD);
    sayOutcome(c, outcome);
    return c.body(null, 202);
  }),
);

clicks.all('/clicks', () => {
  throw methodNotAllowed('POST, OPTIONS');
});

clicks.get(
  '/go/:contentId',
  linkKey,
  validated('param', articlePath),
  describe(FOLLOW_LINK, async (c: Context<AppEnv>) => {
    const { contentId } = articlePath.parse(c.req.param());
    const url = await publishedUrl(c.var.db, contentId, Math.floor(c.var.now / 1000));
    if (!url) throw notFound({ contentId: 'is not the id of an article' });
    sayOutcome(c, await follow(c, contentId));
    c.header('Referrer-Policy', 'strict-origin');
    c.header('X-Robots-Tag', 'noindex');
    return c.redirect(url, 302);
  }),
);

async function linkKey(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  const [given, ...more] = c.req.queries('key') ?? [];
  if (more.length > 0) throw parameterInvalid({ key: 'is given more than once; give it once' });
  const key = await publishableKey(c, given);
  // Following a link tells no origin, also with a bound key; a script on some page does.
  assertOrigin(c, key);
  c.set('key', key);
  await next();
}

/** Counts a followed link, if it is a click. The reader gets the article whatever becomes of that, so nothing is thrown. */
async function follow(
  c: Context<AppEnv>,
  contentId: number,
): Promise<'accepted' | Dropped | 'head' | 'embedded' | 'unavailable'> {
  if (c.req.method === 'HEAD') return 'head';
  // Loaded as a picture or script of some page: nobody has clicked.
  if ((c.req.header('Sec-Fetch-Mode') ?? 'navigate') !== 'navigate') return 'embedded';
  try {
    return await accept(c, c.var.key, { contentId, companyType: null, seniority: null });
  } catch (thrown) {
    log('clickLost', c.var.now, { contentId, reason: reasonOf(thrown) });
    return 'unavailable';
  }
}

type Beacon = Pick<ReaderClick, 'contentId' | 'companyType' | 'seniority'>;

const accept = (c: Context<AppEnv>, key: KeyRecord, beacon: Beacon) =>
  acceptClick(
    {
      ...beacon,
      continent: CONTINENTS.find((known) => known === c.req.raw.cf?.continent) ?? null,
      address: c.req.header('CF-Connecting-IP') ?? '',
      headers: c.req.raw.headers,
      keyId: key.id,
    },
    {
      db: c.var.db,
      queue: c.env.CLICKS,
      limiter: c.env.CLICK_LIMIT,
      now: c.var.now,
      pause: (milliseconds) => scheduler.wait(milliseconds),
      random: Math.random,
    },
  );

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw parameterInvalid({ body: 'must be a JSON object' });
  }
}

function check<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw parameterInvalid({ body: 'must be a JSON object' });
  const result = schema.safeParse(body);
  if (!result.success) throw parameterInvalid(describeIssues(result.error));
  return result.data;
}

/** The address of an article that is published by `now` (epoch seconds); undefined where there is none. One row read. */
async function publishedUrl(db: Db, contentId: number, now: number): Promise<string | undefined> {
  const [article] = await db
    .select({ url: articles.url })
    .from(articles)
    .where(and(eq(articles.id, contentId), lte(articles.publishedAt, now)));
  return article?.url;
}
