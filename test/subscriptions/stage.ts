import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { eq, lt } from 'drizzle-orm';
import { type Db, openDb } from '../../src/db/client.ts';
import { apiKeys, dispatches, recipientAddresses, subscriptions } from '../../src/db/schema.ts';
import worker from '../../src/index.ts';
import { hashKey } from '../../src/keys/key.ts';
import { findKey } from '../../src/keys/key-store.ts';
import { composeDue } from '../../src/subscriptions/compose.ts';
import { readMailServer } from '../../src/subscriptions/mail/smtp-server.ts';
import { type SendCounts, sendDue } from '../../src/subscriptions/send/deliver.ts';
import { confirmationToken } from '../../src/subscriptions/send/derived-secrets.ts';
import type { Fetch } from '../../src/syndication/fetch/fetch.ts';
import { makeKey, ORIGIN, openTestDb, publish } from '../support/index.ts';
import type { SmtpWorld } from '../support/servers/smtp.ts';

export const db = openTestDb();
export const ZONE = 'Europe/London';
export const PUBLIC = 'https://news.example';
export const FROM = 'news@news.example';
export const DAY = 86_400_000;

const SETTINGS = {
  SMTP_URL: 'smtp://user:secret-word@mail.example',
  MAIL_FROM: FROM,
  PUBLIC_URL: PUBLIC,
  TIME_ZONE: ZONE,
};

export async function askMailing(path: string, init: RequestInit = {}, settings: object = SETTINGS): Promise<Response> {
  const context = createExecutionContext();
  const answer = await worker.fetch(
    new Request(ORIGIN + path, init) as never,
    { ...env, ...settings } as never,
    context,
  );
  await waitOnExecutionContext(context);
  return answer;
}

export const operator = await makeKey('operator');
export const operatorId = (await findKey(db, await hashKey(operator)))?.id ?? 0;
export const asOperator = { Authorization: `Bearer ${operator}` };

/** Address of the operator. All other addresses belong to recipients, who must confirm. */
await db.update(apiKeys).set({ email: 'dana@news.example' }).where(eq(apiKeys.id, operatorId));

interface Made {
  stored: { id: number; name: string; state: string };
  feed: string | null;
  secret: string | null;
}

/** Creates a subscription. Throws if the response is not a success. */
export async function invite(body: object, headers: Record<string, string> = asOperator): Promise<Made> {
  const answer = await askMailing('/manage/subscriptions', { method: 'POST', headers, body: JSON.stringify(body) });
  const { data } = (await answer.json()) as { data: Made };
  if (!answer.ok) throw new Error(JSON.stringify(data));
  return data;
}

/** Returns the path of the page on which a recipient confirms. */
export async function confirmationPath(id: number): Promise<string> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return `/confirm/${await confirmationToken(db, id, row?.invitedAt ?? 0)}`;
}

/** Creates a subscription as `invite` does. A recipient confirms before the invitation is sent. */
export async function follow(body: object, headers: Record<string, string> = asOperator): Promise<Made> {
  await db.delete(recipientAddresses);
  const made = await invite(body, headers);
  if (made.stored.state !== 'invited') return made;
  const confirmed = await askMailing(await confirmationPath(made.stored.id), { method: 'POST' });
  if (!confirmed.ok) throw new Error(await confirmed.text());
  await db.delete(dispatches).where(lt(dispatches.number, 0));
  return made;
}

let articles = 0;
/** Publishes an article on a topic with the current time and returns its id. */
export async function tell(topic: number, fields: object = {}): Promise<number> {
  const id = 5000 + articles++;
  const article = {
    id,
    url: `https://stories.example/${id}`,
    title: `Story ${id}`,
    publishedAt: new Date(Date.now() - 1000).toISOString(),
    contentType: 'article',
    topics: [topic],
    ...fields,
  };
  const { rejected } = await publish(operator, 'articles', [article]);
  if (rejected.length > 0) throw new Error(JSON.stringify(rejected));
  return id;
}

export const addTopics = (...ids: number[]) =>
  publish(
    operator,
    'topics',
    ids.map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, category: 1 })),
  );

/** Database that fails after `life.left` statements and transactions, as if the service had been killed. */
export function dying(life: { left: number }): Db {
  const alive = <T>(work: () => T): T => {
    if (life.left-- <= 0) throw new Error('killed');
    return work();
  };
  return openDb({
    prepare: (query) => alive(() => env.DB.prepare(query)),
    batch: ((statements: D1PreparedStatement[]) => alive(() => env.DB.batch(statements))) as never,
  });
}

/** Runs the subscriptions job. `limit` is the timeout in milliseconds for one response. */
export async function run(
  smtp: SmtpWorld | null,
  now = Date.now(),
  {
    limit = 1000,
    db: given = db,
    web,
    email,
    allowed = new Set(),
    recipientDomains = [],
  }: {
    limit?: number;
    db?: Db;
    web?: Fetch;
    email?: SendEmail;
    allowed?: Set<string>;
    recipientDomains?: string[];
  } = {},
): Promise<SendCounts & { made: number }> {
  const made = await composeDue(given, { zone: ZONE, now });
  const server = readMailServer('smtp+plain://localhost');
  const by = email ? { email } : smtp && server ? { server, dial: smtp.dial } : null;
  const mailing = by && { by, from: FROM, publisher: 'The Gazette', origin: PUBLIC, recipientDomains };
  const reach = { fetch: web ?? (() => Promise.reject(new Error('no web'))), allowed };
  const clock = () => now;
  return { made, ...(await sendDue({ db: given, mailing, reach, zone: ZONE, clock, limit })) };
}
