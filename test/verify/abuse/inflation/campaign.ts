import { hourOf } from '../../../../src/engagement/hours.ts';
import { sharesInForce } from '../../../../src/rankings/object/class-shares.ts';
import { withKey } from '../request.ts';
import type { Inflation, InflationKeys } from './attack.ts';
import { judge, type Made, type Result, type View } from './judge.ts';
import { readLists, readStandings } from './lists.ts';
import {
  clickADay,
  clickBusily,
  clickHonestly,
  publishActive,
  publishSilent,
  rebuild,
  SILENT_TOPIC,
} from './newsroom.ts';
import { BELOW, EDGE, type Population, populationOf } from './population.ts';
import { Sender } from './sender.ts';
import type { Stage } from './stage.ts';

export interface Campaign {
  results: Result[];
  /** At once; with `later`, also after a busy hour. */
  views: View[];
  /** The silent articles. */
  silent: ReadonlySet<number>;
}

export type CampaignKeys = InflationKeys & { secret: string };

interface Plan {
  attacks: readonly Inflation[];
  /** Made after a busy hour; where there are none, that hour does not come. */
  later: readonly Inflation[];
  scale: number;
  /** Days of a slow attack. */
  days: number;
}

const FIRST = 1001;

/** Makes every attack on silent articles of an active newsroom, and looks for them in every ranking, at once and an hour later. */
export async function campaign(
  stage: Stage,
  keys: CampaignKeys,
  { attacks, later, scale, days }: Plan,
): Promise<Campaign> {
  const { operator } = keys;
  const people = await populationOf(stage.db);
  await publishActive(stage, operator);
  await clickHonestly(stage, operator, people);
  await nextHour(stage, operator);
  await assertShares(stage, people);

  const runs = runsOf(stage, keys, people, [...attacks, ...later], scale);
  const [early, rest] = split(runs.slice(0, attacks.length), ({ attack }) => attack.isEarly === true);
  await publishSilent(
    stage,
    operator,
    idsOf(runs).filter((id) => !idsOf(early).includes(id)),
  );
  for (const run of early) await run.go();
  await stage.settle();
  if (early.length > 0) await publishSilent(stage, operator, idsOf(early));
  await stage.ask('/manage/dead-letters/replay', { method: 'POST', headers: withKey(operator) });

  const [slow, fast] = split(rest, ({ attack }) => attack.days !== undefined);
  for (let day = 0; slow.length > 0 && day < days; day++) {
    for (const run of slow) await run.go();
    await stage.settle();
    await stage.advance(24);
    await clickADay(stage, operator, people);
    await nextHour(stage, operator);
  }
  for (const run of [...slow, ...fast]) await run.go();
  const views = [await look(stage, keys, 49)];
  if (later.length > 0) {
    await nextHour(stage, operator);
    await clickBusily(stage, operator, people);
    await assertShares(stage, people);
    for (const run of runs.slice(attacks.length)) await run.go();
    views.push(await look(stage, keys, 50));
  }
  const silent = new Set(idsOf(runs));
  return { results: runs.map((run) => judge(run, views, silent)), views, silent };
}

interface Run extends Made {
  go(): Promise<void>;
}

const idsOf = (runs: readonly Run[]): number[] => runs.flatMap(({ articles }) => articles);

function split<T>(values: readonly T[], is: (value: T) => boolean): [T[], T[]] {
  return [values.filter(is), values.filter((value) => !is(value))];
}

function runsOf(
  stage: Stage,
  keys: InflationKeys,
  people: Population,
  attacks: readonly Inflation[],
  scale: number,
): Run[] {
  let next = FIRST;
  return attacks.map((attack) => {
    const sender = new Sender(stage);
    const articles = Array.from({ length: attack.articles ?? 1 }, () => next++);
    const run: Run = {
      ...{ attack, articles, sender, seconds: 0, bound: attack.counted(scale) },
      async go() {
        const start = performance.now();
        await attack.run({ stage, sender, people, articles, keys, scale });
        run.seconds += (performance.now() - start) / 1000;
      },
    };
    return run;
  });
}

/** Moves to the next hour, for which shares are made of all clicks before. */
async function nextHour(stage: Stage, operator: string): Promise<void> {
  await stage.advance(1);
  await rebuild(stage, operator);
}

/** The classes must have the shares that the attacks are named after, or nothing would be shown. */
async function assertShares(stage: Stage, { classes }: Population): Promise<void> {
  const shares = await sharesInForce(stage.db, hourOf(stage.now()));
  for (const kind of ['network', 'browser'] as const) {
    const [edge = 0, below = 0] = [EDGE, BELOW].map((place) => shares[kind][classes[kind][place] ?? 0] ?? 0);
    if (edge < 0.158 || edge >= 0.17 || below < 0.135 || below >= 0.157)
      throw new Error(`the shares of ${kind} are ${edge} and ${below}`);
  }
}

async function look(
  stage: Stage,
  { operator, secret }: Pick<CampaignKeys, 'operator' | 'secret'>,
  limit: number,
): Promise<View> {
  await stage.settle();
  await rebuild(stage, operator);
  const { body } = await stage.ask(`/api/v2/topics/trending/?limit=${limit}`, { headers: withKey(secret) });
  const topics: { id: number }[] = JSON.parse(body).data.topics;
  const place = topics.findIndex(({ id }) => id === SILENT_TOPIC);
  return {
    lists: await readLists(stage, secret, limit),
    standings: await readStandings(stage),
    silentTopic: place < 0 ? null : place + 1,
  };
}
