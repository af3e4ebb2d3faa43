import { hashedAddress, LIMITS, withinRate } from '../../admission/limits.ts';
import { assertOrigin } from '../../admission/origins.ts';
import { sheddingClicks } from '../../admission/overload.ts';
import { acceptViews } from '../../clicks/accept/accept.ts';
import { listIdOf, listTokenFor, parseListToken } from '../../clicks/list-tokens.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import { samplingOf } from '../../clicks/sampling/list-sampling.ts';
import { publishedOf } from '../../content/articles/published.ts';
import { articles } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { router } from '../../http/base.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { methodNotAllowed, parameterInvalid } from '../../http/errors.ts';
import { readsOnly } from '../../http/method.ts';
import { validated } from '../../http/query.ts';
import type { KeyRecord } from '../../keys/key-store.ts';
import { success } from '../../lib/formats/jsend.ts';
import { DAY, HOUR, toSeconds } from '../../lib/time.ts';
import { dependenciesOf, orUnavailable, parseBeacon, reporterOf, requirePublishableKey } from './beacon-request.ts';
import { askingInput, GET_ONE_IN, POST_TICKET, POST_VIEWS, ticketInput, viewsInput } from './description.ts';
import { respond } from './outcome.ts';

export const views = router();

views.use('/views', sheddingClicks);
views.use('/list-tokens/*', sheddingClicks);

views.post(
  '/views',
  describe(POST_VIEWS, async (c) => {
    const { key, claims, hint, fields } = await parseBeacon(c, viewsInput);
    const listToken = await parseListToken(await installationSecret(c.var.db), fields.listToken, c.var.now);
    if (!listToken || listToken.keyId !== key.id)
      throw parameterInvalid({ listToken: 'must be a list token of this key from the last 24 hours' });
    const report = { ...reporterOf(c, key), claims, hint, listToken, seen: fields.seen };
    const outcome = await orUnavailable(acceptViews(report, dependenciesOf(c)));
    if (outcome === 'accepted') c.set('keyUse', `views:${listToken.layout}`);
    return respond(c, outcome, 'views');
  }),
);

views.post(
  '/list-tokens',
  describe(POST_TICKET, async (c) => {
    const { db, now } = c.var;
    const { key, fields } = await parseBeacon(c, ticketInput);
    await limitByAddress(c, key);
    const { id, publishedAt } = articles;
    const known = await db.select({ id, publishedAt }).from(articles).where(inList(id, fields.ids));
    const published = new Set(publishedOf(db, known, toSeconds(now)).map((article) => article.id));
    const ids = fields.ids.map((one) => (published.has(one) ? one : 0));
    const list = await listIdOf(key.id, nameOf(fields.list));
    const page = { keyId: key.id, list, layout: 'page' as const, ids, now, oneIn: fields.oneIn };
    const sampling = await samplingOf(db, list, now);
    const { listToken } = await listTokenFor(await installationSecret(db), { ...page, sampling });
    return c.json(success({ listToken }), 200, { 'Cache-Control': 'no-store' });
  }),
);

views.get(
  '/list-tokens/sampling',
  readsOnly,
  validated('query', askingInput),
  describe(GET_ONE_IN, async (c: AppContext) => {
    const { key: given, list } = askingInput.parse(c.req.query());
    const key = await requirePublishableKey(c, given);
    assertOrigin(c, key);
    await limitByAddress(c, key);
    const k = await samplingOf(c.var.db, await listIdOf(key.id, nameOf(list)), c.var.now);
    // If clicks need a list token, every page requests one. The token states whether to report. (docs/decisions.md#C55)
    const oneIn = key.clicksNeed === 'token' ? 1 : k;
    const seconds = Math.min(7 * DAY, 12 * HOUR * oneIn);
    return c.json(success({ oneIn }), 200, { 'Cache-Control': `public, max-age=${seconds}` });
  }),
);

const nameOf = (list = '') => `page ${list}`;

/** Limits token requests separately from clicks, because many readers may share an address. */
async function limitByAddress(c: AppContext, key: KeyRecord): Promise<void> {
  await withinRate(LIMITS.reader, `${key.id}:${await hashedAddress(c)}`, c.env.READER_LIMIT, c.var.now);
}

for (const path of ['/views', '/list-tokens'])
  views.all(path, () => {
    throw methodNotAllowed('POST, OPTIONS');
  });
