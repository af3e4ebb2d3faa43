import { hashedAddress, LIMITS } from '../../admission/limits.ts';
import { sheddingClicks } from '../../admission/overload.ts';
import { acceptViews } from '../../clicks/accept/accept.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import { readTicket, ticketFor } from '../../clicks/tickets.ts';
import { publishedOf } from '../../content/articles/published.ts';
import { articles } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { router } from '../../http/base.ts';
import { describe } from '../../http/endpoint.ts';
import { methodNotAllowed, parameterInvalid, rateLimited } from '../../http/errors.ts';
import { success } from '../../lib/formats/jsend.ts';
import { toSeconds } from '../../lib/time.ts';
import { acknowledged, dependenciesOf, reporterOf } from './accepting.ts';
import { POST_TICKET, POST_VIEWS, ticketInput, viewsInput } from './description.ts';
import { answered, received } from './received.ts';

/** `POST /views`: what readers have seen of lists; `POST /tickets`: what a page of the publisher's own says that it shows. */
export const views = router();

views.use('/views', sheddingClicks);
views.use('/tickets', sheddingClicks);

views.post(
  '/views',
  describe(POST_VIEWS, async (c) => {
    const { key, claims, hint, fields } = await received(c, viewsInput);
    const ticket = await readTicket(await installationSecret(c.var.db), fields.ticket, c.var.now);
    if (!ticket || ticket.keyId !== key.id)
      throw parameterInvalid({
        ticket: 'must be a ticket that this service made for the key within the last 24 hours',
      });
    const told = { ...reporterOf(c, key), claims, hint, ticket, seen: fields.seen };
    const outcome = await acknowledged(acceptViews(told, dependenciesOf(c)));
    if (outcome === 'accepted') c.set('reported', ticket.layout);
    return answered(c, outcome, 'views');
  }),
);

views.post(
  '/tickets',
  describe(POST_TICKET, async (c) => {
    const { db, now } = c.var;
    const { key, fields } = await received(c, ticketInput);
    // Not from what an address may click: readers behind one share that.
    const client = `${key.id}:${await hashedAddress(c)}`;
    const allowance = await LIMITS.reader.take(client, c.env.READER_LIMIT, now);
    if (!allowance.isAllowed) throw rateLimited(allowance.resets, LIMITS.reader.policy);
    const { id, publishedAt } = articles;
    const known = await db.select({ id, publishedAt }).from(articles).where(inList(id, fields.ids));
    const published = new Set(publishedOf(db, known, toSeconds(now)).map((article) => article.id));
    const ids = fields.ids.map((one) => (published.has(one) ? one : 0));
    const name = `page ${fields.list ?? ''}`;
    const { ticket } = await ticketFor(await installationSecret(db), { keyId: key.id, name, layout: 'page', ids, now });
    return c.json(success({ ticket }), 200, { 'Cache-Control': 'no-store' });
  }),
);

for (const path of ['/views', '/tickets'])
  views.all(path, () => {
    throw methodNotAllowed('POST, OPTIONS');
  });
