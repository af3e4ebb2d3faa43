import { JSON_TYPE, withKey } from '../request.ts';
import type { Population } from './population.ts';
import type { Stage } from './stage.ts';

/** An active newsroom, and silent articles among its own that nobody reads. */

export const ACTIVE = Array.from({ length: 24 }, (_, i) => 1 + i);
/** The topic of all articles, and the one of silent articles alone. */
export const TOPIC = 1;
export const SILENT_TOPIC = 2;
const RISK_MANAGEMENT = 47;

const HOUR = 3_600_000;
/** Clicks of each active article: in the two weeks before, in the day before, and in one busy hour. */
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

/** Sends an operator's request; throws where anything is refused. */
async function manage(stage: Stage, operator: string, method: string, path: string, body?: unknown): Promise<void> {
  const ask = { method, headers: withKey(operator, JSON_TYPE), ...(body ? { body: JSON.stringify(body) } : {}) };
  const answer = await stage.ask(`/manage/${path}`, ask);
  const rejected = JSON.parse(answer.body).data?.rejected ?? [];
  if (answer.status !== 200 || rejected.length > 0)
    throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 500)}`);
}

/** Publishes topics and active articles, all with the same tags, so that every list that has one of them has all. */
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

/** Publishes silent articles, with the tags of the active ones and a topic of their own. */
export const publishSilent = (stage: Stage, operator: string, ids: readonly number[]): Promise<void> =>
  manage(
    stage,
    operator,
    'PUT',
    'articles',
    ids.map((id) => article(id, [TOPIC, SILENT_TOPIC, RISK_MANAGEMENT], stage.now() - HOUR)),
  );

/** Two weeks of honest clicks before now, without the running hour. */
export async function clickHonestly(stage: Stage, operator: string, people: Population): Promise<void> {
  const week = spread(CLICKS.before, 3 * 24, 13 * 24);
  await importClicks(stage, operator, people, [...week, ...spread(CLICKS.day, 1, 24)]);
}

/** One more day of honest clicks, up to the last complete hour. */
export const clickADay = (stage: Stage, operator: string, people: Population): Promise<void> =>
  importClicks(stage, operator, people, spread(CLICKS.day, 1, 24));

/** A busy hour, which is the last complete one. */
export const clickBusily = (stage: Stage, operator: string, people: Population): Promise<void> =>
  importClicks(stage, operator, people, spread(CLICKS.busy, 1, 1));

/** Hours ago of so many clicks, from the youngest to the oldest. */
const spread = (clicks: number, from: number, to: number): number[] =>
  Array.from({ length: clicks }, (_, i) => from + Math.floor((i * (to - from + 1)) / clicks));

let readers = 0;

/** Every active article is clicked at each of these hours, the lower its id the more. Half of the readers say what they are. */
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

/** Computes every ranking of the hour. */
export const rebuild = (stage: Stage, operator: string): Promise<void> => manage(stage, operator, 'POST', 'rebuild');
