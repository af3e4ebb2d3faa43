import { installationSecret } from '../../../../src/clicks/salts/secret.ts';
import type { Db } from '../../../../src/db/client.ts';
import { classOf } from '../../../../src/engagement/classes.ts';
import { createKey } from '../../../../src/keys/key-store.ts';
import { addSigningSecret, newSigner } from '../../../../src/keys/signing.ts';
import { PARTNER } from '../newsroom.ts';
import { JSON_TYPE, withKey } from '../trial.ts';
import type { Stage } from './attack.ts';
import type { CampaignKeys } from './campaign.ts';

/** Shares of readers by network or browser. The promise holds up to 0.17, which is between `COMMON` and `EDGE`. */
const PARTS = [0.295, 0.171, 0.152, 0.06, 0.05, 0.045, 0.04, 0.032, 0.03, 0.025, 0.02, 0.02, 0.02, 0.015, 0.015, 0.01];
const ENDS = PARTS.map((_, i) => PARTS.slice(0, i + 1).reduce((a, b) => a + b));
export const COMMON = 0;
export const EDGE = 1;
export const BELOW = 2;
export const RARE = 15;

/** Steps of additive recurrences, whose values are evenly spread for any number of values. */
const STEPS = [0.6180339887498949, 0.7548776662466927];

/** Readers of a site: sixteen networks and browsers in different classes with the shares above, and many prefixes. */
export interface Population {
  networks: number[];
  agents: string[];
  classes: Record<'network' | 'browser', number[]>;
  reader(n: number): { asn: number; agent: string; prefix: string };
}

/** Finds a network and a browser for each class. `PARTS[i]` of the readers use the i-th of each. */
export async function populationOf(db: Db): Promise<Population> {
  const secret = await installationSecret(db);
  const byNetwork = (network: number) => classOf(secret, 'network', { network });
  const byBrowser = (userAgent: string) => classOf(secret, 'browser', { userAgent });
  const networks = await oneOfEach((i) => 64_512 + i, byNetwork);
  const agents = await oneOfEach(browser, byBrowser);
  return {
    networks,
    agents,
    classes: { network: await Promise.all(networks.map(byNetwork)), browser: await Promise.all(agents.map(byBrowser)) },
    reader: (n) => ({
      asn: networks[pick(n, 0)] ?? 0,
      agent: agents[pick(n, 1)] ?? '',
      prefix: `${n % 223}.${n % 251}.0.0/16`,
    }),
  };
}

/** Returns a user agent with a unique brand, spelt in letters, because classification ignores digits. */
export const browser = (i: number): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 ${letters(i)}/1.0`;

const letters = (i: number): string =>
  `Q${i.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`;

async function oneOfEach<T>(value: (i: number) => T, classify: (value: T) => Promise<number>): Promise<T[]> {
  const found = new Map<number, T>();
  for (let i = 0; found.size < PARTS.length; i++) {
    const own = await classify(value(i));
    if (!found.has(own)) found.set(own, value(i));
  }
  return [...found.values()];
}

function pick(n: number, kind: number): number {
  const at = (0.5 + n * (STEPS[kind] ?? 0)) % 1;
  const place = ENDS.findIndex((end) => at < end);
  return place < 0 ? RARE : place;
}

export const ACTIVE = Array.from({ length: 24 }, (_, i) => 1 + i);
export const TOPIC = 1;
export const SILENT_TOPIC = 2;
const RISK_MANAGEMENT = 47;

const HOUR = 3_600_000;
/** Clicks per active article: over the two previous weeks, over the previous day, and in one busy hour. */
const CLICKS = { before: 4, day: 18, busy: 24 };

const article = (id: number, topics: number[], publishedAt: number) => ({
  id,
  url: `https://honest.example/${id}`,
  title: `Article ${id}`,
  publishedAt: new Date(publishedAt).toISOString(),
  contentType: 'article',
  topics,
  companies: [1],
  countries: ['GB'],
  organisationType: 'Carrier',
});

async function manage(stage: Stage, operator: string, method: string, path: string, body?: unknown): Promise<void> {
  const ask = { method, headers: withKey(operator, JSON_TYPE), ...(body ? { body: JSON.stringify(body) } : {}) };
  const answer = await stage.ask(`/manage/${path}`, ask);
  const rejected = JSON.parse(answer.body).data?.rejected ?? [];
  if (answer.status !== 200 || rejected.length > 0)
    throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 500)}`);
}

/** Active articles have the same tags, so that they appear in the same lists. */
export async function publishActive(stage: Stage, operator: string): Promise<void> {
  const topic = { description: '', category: 1 };
  await manage(stage, operator, 'PUT', 'topics', [
    { ...topic, id: TOPIC, name: 'Topic', slug: 'topic' },
    { ...topic, id: SILENT_TOPIC, name: 'Silent', slug: 'silent', category: 2 },
    { ...topic, id: RISK_MANAGEMENT, name: 'Risk Management', slug: 'risk-management' },
  ]);
  await manage(stage, operator, 'PUT', 'companies', [{ id: 1, name: 'Company', organisationType: 'Carrier' }]);
  const old = stage.now() - 15 * 24 * HOUR;
  await manage(
    stage,
    operator,
    'PUT',
    'articles',
    ACTIVE.map((id) => article(id, [TOPIC, RISK_MANAGEMENT], old)),
  );
}

export const publishSilent = (stage: Stage, operator: string, ids: readonly number[]): Promise<void> =>
  manage(
    stage,
    operator,
    'PUT',
    'articles',
    ids.map((id) => article(id, [TOPIC, SILENT_TOPIC, RISK_MANAGEMENT], stage.now() - HOUR)),
  );

export async function clickHonestly(stage: Stage, operator: string, people: Population): Promise<void> {
  const week = spread(CLICKS.before, 3 * 24, 13 * 24);
  await importClicks(stage, operator, people, [...week, ...spread(CLICKS.day, 1, 24)]);
}

export const clickADay = (stage: Stage, operator: string, people: Population): Promise<void> =>
  importClicks(stage, operator, people, spread(CLICKS.day, 1, 24));

export const clickBusily = (stage: Stage, operator: string, people: Population): Promise<void> =>
  importClicks(stage, operator, people, spread(CLICKS.busy, 1, 1));

const spread = (clicks: number, from: number, to: number): number[] =>
  Array.from({ length: clicks }, (_, i) => from + Math.floor((i * (to - from + 1)) / clicks));

let readers = 0;

/** Imports clicks at these ages, more for lower ids. Half of the readers report their company type and seniority. */
async function importClicks(
  stage: Stage,
  operator: string,
  people: Population,
  hoursAgo: readonly number[],
): Promise<void> {
  const clicks = ACTIVE.flatMap((contentId, place) =>
    hoursAgo.slice(Math.floor((hoursAgo.length * place) / (3 * ACTIVE.length))).map((ago) => {
      const n = ++readers;
      const { asn, agent, prefix } = people.reader(n);
      return {
        contentId,
        at: new Date(Math.floor(stage.now() / HOUR) * HOUR - ago * HOUR + 1000).toISOString(),
        reader: `reader ${n}`,
        signed: false,
        network: asn,
        prefix,
        userAgent: agent,
        continent: 'EU',
        ...(n % 4 > 0 && { companyType: 'broker', seniority: 'c-suite' }),
      };
    }),
  );
  await manage(stage, operator, 'POST', 'clicks', clicks);
}

export const rebuild = (stage: Stage, operator: string): Promise<void> => manage(stage, operator, 'POST', 'rebuild');

export async function campaignKeys({ db, kv, now }: Stage): Promise<CampaignKeys> {
  const seconds = Math.floor(now() / 1000);
  const make = (kind: 'publishable' | 'secret' | 'operator', origins: string[] = [], signer: number | null = null) =>
    createKey(db, { kind, name: `inflation ${kind}`, origins, expiresAt: null, signer }, seconds);
  const [signer, other] = [newSigner(), newSigner()];
  return {
    open: await make('publishable'),
    bound: await make('publishable', [PARTNER]),
    signing: await make('publishable', [], signer),
    signingSecret: await addSigningSecret({ db, kv }, signer, seconds, 0),
    otherSecret: await addSigningSecret({ db, kv }, other, seconds, 0),
    operator: await make('operator'),
    secret: await make('secret'),
  };
}
