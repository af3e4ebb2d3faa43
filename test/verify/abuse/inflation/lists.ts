import { MEASURES } from '../../../../src/db/click-columns.ts';
import { type Visit, visitCells } from '../../../../src/engagement/cells.ts';
import { hourOf, windowsAt } from '../../../../src/engagement/hours.ts';
import { scoreOf, type WindowScore } from '../../../../src/engagement/score.ts';
import { risingClock } from '../../../../src/rankings/math/rising.ts';
import { Scores } from '../../../../src/rankings/math/scores.ts';
import { sharesInForce } from '../../../../src/rankings/object/class-shares.ts';
import { loadCells } from '../../../../src/rankings/object/load.ts';
import { SITE } from '../../../../src/rankings/site.ts';
import { withKey } from '../request.ts';
import { TOPIC } from './newsroom.ts';
import type { Stage } from './stage.ts';

/** Every ranking of articles that the API has. */

export interface List {
  name: string;
  ids: number[];
  /** Its part of an article's score. */
  part: (standing: Standing) => number;
}

const BREAKDOWNS = [
  ...['content-type', 'source-type', 'specialty-line', 'interest-area', 'audience-region', 'seniority'],
  ...['company', 'source', 'country'],
];
/** What the groups of two breakdowns are made by. */
const MEASURED: Record<string, (typeof MEASURES)[number]> = { europe: 'EU', 'c-suite': 'c-suite' };
/** Three times what one address or network may weigh at most: the tenth of an active list has this at least. */
const ACTIVE_TENTH = 12;
const TEN = 10;

interface Item {
  contentId: number;
}

/** All of them at this moment, `limit` long; another limit passes by what is cached. */
export async function readLists(stage: Stage, secret: string, limit: number): Promise<List[]> {
  const ask = async <T>(path: string): Promise<T> => {
    const { status, body } = await stage.ask(`/api/v2/insights/${path}limit=${limit}`, { headers: withKey(secret) });
    if (status !== 200) throw new Error(`${path}: ${status} ${body.slice(0, 300)}`);
    return JSON.parse(body).data as T;
  };
  const week: List['part'] = (standing) => standing.week[0] ?? 0;
  const day: List['part'] = (standing) => standing.day[0] ?? 0;
  const plain = async (name: string, path: string, part: List['part']): Promise<List[]> => {
    const { items } = await ask<{ items: Item[] }>(path);
    return [{ name, ids: items.map(({ contentId }) => contentId), part }];
  };
  const groups = async (breakdown: string): Promise<List[]> => {
    const answer = await ask<{ groups: { slug: string; items: Item[] }[] }>(`popular-content?breakdown=${breakdown}&`);
    return answer.groups.map(({ slug, items }) => {
      const measure = MEASURED[slug];
      const part: List['part'] = (standing) => standing.week[measure ? MEASURES.indexOf(measure) : 0] ?? 0;
      return { name: `${breakdown}: ${slug}`, ids: items.map(({ contentId }) => contentId), part };
    });
  };
  const growing = async (): Promise<List[]> => {
    const { topics } = await ask<{ topics: { id: number; topContent: Item[] }[] }>('trending-topics/growth?');
    const ids = topics.find(({ id }) => id === TOPIC)?.topContent.map(({ contentId }) => contentId) ?? [];
    return [{ name: 'drives the growth of a topic', ids, part: ({ gain }) => gain }];
  };
  const lists: List[][] = [];
  for (const rm of ['', 'riskManagement=true&']) {
    const within = rm ? ', risk management' : '';
    lists.push(await plain(`popular, 24h${within}`, `popular-content?period=24h&${rm}`, day));
    lists.push(await plain(`popular, 7d${within}`, `popular-content?period=7d&${rm}`, week));
    lists.push(await plain(`of a topic, 24h${within}`, `topics/${TOPIC}/content?period=24h&${rm}`, day));
    lists.push(await plain(`of a topic, 7d${within}`, `topics/${TOPIC}/content?period=7d&${rm}`, week));
    lists.push(await plain(`rising${within}`, `rising-content?${rm}`, week));
  }
  lists.push(await plain('rising, of a topic', `rising-content?topics=${TOPIC}&`, week));
  for (const breakdown of BREAKDOWNS) lists.push(await groups(breakdown));
  lists.push(await growing());
  return lists.flat();
}

/** What is stored of an article, beside what the API tells. */
export interface Standing {
  /** Engagement in `24h` and in `7d`, by audience in the order of `MEASURES`. */
  day: number[];
  week: number[];
  /** Growth since the week before. */
  gain: number;
  /** Clicks that the ledger has counted in `7d`, whatever they weigh. */
  clicks: number;
  momentum: number;
}

/** Of every clicked article. */
export async function readStandings(stage: Stage): Promise<Map<number, Standing>> {
  const hour = hourOf(stage.now());
  const windows = windowsAt(hour);
  const { cells } = await loadCells(stage.db, SITE, hour);
  const scale = { windows, wants: 'hourly' } as const;
  const shares = await sharesInForce(stage.db, hour);
  const kept = new Scores();
  const articles = Array.from(cells.ids, (id, place) => {
    const visit = (each: Visit) => visitCells(cells, place, each);
    const score = scoreOf(visit, { ...scale, shares });
    const what = { publishedAt: 0, topics: [], contentType: '', sourceType: null, source: '', domain: '' };
    const own = kept.set({ id, ...what, companies: [], countries: [], authors: [], section: null }, score);
    const [clicks = 0] = engagementOf(scoreOf(visit, { ...scale, shares: null }).week);
    return { id, clicks, score, own };
  });
  const { from, to } = windows.week;
  const site = new Float64Array(to - from);
  for (const { own } of articles)
    own.visitTicks((at, ticks) => {
      site[at - from] = (site[at - from] ?? 0) + ticks;
    });
  const clock = risingClock(hour, site);
  return new Map(
    articles.map(({ id, clicks, score, own }) => [
      id,
      {
        ...{ clicks, momentum: own.momentum(clock), gain: own.growth - own.growthBefore },
        day: engagementOf(score.day),
        week: engagementOf(score.week),
      },
    ]),
  );
}

const engagementOf = ({ weighed, certain }: WindowScore): number[] => weighed.map((own, i) => own + (certain[i] ?? 0));

/** Places at the top of a list. */
const topOf = ({ name }: List): number => (name.startsWith('drives') ? 5 : TEN);

/** The last honest article of a list's top. */
export const lastOfTop = (list: List, silent: ReadonlySet<number>): number | undefined =>
  list.ids.filter((id) => !silent.has(id))[topOf(list) - 1];

/** Whether the last of a list's top has twice the floor of the weight. */
export function isActive(list: List, standings: ReadonlyMap<number, Standing>, silent: ReadonlySet<number>): boolean {
  const standing = standings.get(lastOfTop(list, silent) ?? 0);
  return standing !== undefined && list.part(standing) >= ACTIVE_TENTH;
}

export const isInTop = (list: List, id: number): boolean => list.ids.slice(0, topOf(list)).includes(id);

export const isRising = ({ name }: List): boolean => name.startsWith('rising');
