import { readFileSync } from 'node:fs';
import { countPast, type PastClickInput, pastClickInput } from '../../clicks/import-past-clicks.ts';
import { now } from '../../command/command.ts';
import { type Receipt, sendBy } from '../../command/send.ts';
import { chunks } from '../../content/import-lines.ts';
import { openDb } from '../../db/client.ts';
import { articles, demoLoad } from '../../db/schema.ts';
import { columnNames, upsertRows } from '../../db/sql.ts';
import { assumeTrusted } from '../../db/trusted-time.ts';
import { CLICK_DAYS, demoClicks } from '../../demo/demo-clicks.ts';
import { demoShown } from '../../demo/demo-views.ts';
import { type DemoNewsroom, demoNewsroom, newsroomFromFile } from '../../demo/newsroom.ts';
import { packedShown } from '../../engagement/impressions.ts';
import { PARTITION_DAYS, partitionOf, shownTable } from '../../engagement/partitions.ts';
import { DAY, HOUR, type Seconds } from '../../lib/time.ts';
import { retain } from '../../operations/retention.ts';
import { computePlacements } from '../../rankings/object/compute-placements.ts';
import type { Newsroom, Tell } from './newsroom.ts';

/** Maximum age of a click for `POST /manage/clicks`, an hour below the API's limit because sending takes time. */
const MAX_CLICK_AGE_S = 14 * DAY - HOUR;
/** Time range of one partition of the click tables. One housekeeping run is simulated per partition. */
const PARTITION_SECONDS = PARTITION_DAYS * DAY;

interface Clicks {
  older: PastClickInput[];
  recent: PastClickInput[];
}

/** Splits clicks into those that the import API accepts and those that are too old for this API. */
function byReach(clicks: readonly PastClickInput[], now: number): Clicks {
  const { true: recent = [], false: older = [] } = Object.groupBy(clicks, ({ at }) =>
    String(timeOf(at) >= now - MAX_CLICK_AGE_S),
  );
  return { older, recent };
}

/** Counts clicks that are too old for the import API. Simulates the clock and housekeeping of that time. Idempotent. */
async function loadPast({ db: d1, kv }: Newsroom, older: readonly PastClickInput[], now: number): Promise<void> {
  const [first] = older;
  if (!first) return;
  const db = openDb(d1);
  const lines = older.map((click, i) => ({ line: i + 1, value: pastClickInput.parse(click) }));
  let from = 0;
  for (let clock = timeOf(first.at) + PARTITION_SECONDS; clock < now; clock += PARTITION_SECONDS) {
    const until = clock;
    const portion = lines.filter(({ value: { at } }) => at >= from && at < until);
    const refusals = await countPast({ db, kv }, portion, clock * 1000, { notify: async () => {} });
    if (refusals.size > 0) throw new Error(`past clicks: ${JSON.stringify([...refusals].slice(0, 3))}`);
    await retain(db, assumeTrusted(clock * 1000));
    from = until;
  }
}

/** Stores impressions of the demo's list and computes placement indexes from them. Idempotent. */
async function loadShown({ db: d1 }: Newsroom, newsroom: DemoNewsroom, now: Seconds): Promise<void> {
  const db = openDb(d1);
  const rows = demoShown({ newsroom, seed: SEED, now }).map(({ readers, ...of }) => ({
    ...of,
    ...packedShown(readers),
  }));
  for (const [partition, of] of Map.groupBy(rows, ({ hour }) => partitionOf(hour))) {
    const totals = shownTable(partition);
    for (const portion of chunks(of, CLICKS_PER_REQUEST))
      await db.run(
        upsertRows(totals, portion, { columns: columnNames(totals), key: ['contentId', 'hour', 'clicked'] }),
      );
  }
  await computePlacements(db, { now: now * 1000, isDiscounted: true });
}

const timeOf = (at: string): number => Date.parse(at) / 1000;

const SEED = 20_260_101;
const DEMO_CLICKS = 24_000;
const CLICKS_PER_REQUEST = 1000;

/** Stored progress of loading the demo, so that an interrupted load can resume. */
interface Progress {
  loadedAt: number | null;
  now: Seconds;
}

/** Returns true if the database has no articles, or if an earlier load of the demo was interrupted. */
export async function needsDemo(d1: D1Database): Promise<boolean> {
  const progress = await readProgress(d1);
  if (progress) return progress.loadedAt === null;
  return (await openDb(d1).select({ id: articles.id }).from(articles).limit(1)).length === 0;
}

interface Demo {
  assetBase: string;
  file?: string | undefined;
  tell?: Tell;
}

/** Publishes the demo newsroom through the management API. Clicks that are too old for the API are stored directly. */
export async function loadDemo(running: Newsroom, { assetBase, file, tell = () => {} }: Demo): Promise<void> {
  const { api, db } = running;
  const progress = (await readProgress(db)) ?? { loadedAt: null, now: now() };
  await writeProgress(db, progress);
  const newsroom = file
    ? newsroomFromFile(JSON.parse(readFileSync(file, 'utf8')), SEED, progress.now)
    : demoNewsroom({ seed: SEED, now: progress.now, assetBase });
  const clicks = demoClicks({ newsroom, seed: SEED, now: progress.now, count: DEMO_CLICKS });
  const steps: [collection: string, values: object[]][] = [
    ['topics', newsroom.topics],
    ['companies', newsroom.companies],
    ['sources', newsroom.sources],
    ['rules', [...newsroom.rules]],
    ['articles', newsroom.articles],
  ];
  const rest = newsroom.recommended.length + newsroom.annotations.length + clicks.length;
  const done = telling(
    tell,
    steps.reduce((sum, [, values]) => sum + values.length, rest),
  );
  for (const [collection, values] of steps) {
    assertAccepted(collection, await sendBy(api, collection, values));
    done(values.length);
  }
  for (const { date, articles } of newsroom.recommended) {
    await sendBy(api, `recommended/${date}`, [{ articles }]);
    done(1);
  }
  for (const { date, topic, text } of newsroom.annotations) {
    await sendBy(api, `annotations/${date}/topic/${topic}`, [{ text }]);
    done(1);
  }
  const { older, recent } = byReach(clicks, now());
  await loadPast(running, older, now());
  done(older.length);
  for (const portion of chunks(recent, CLICKS_PER_REQUEST)) {
    assertAccepted('clicks', await sendBy(api, 'clicks', portion, 'POST'));
    done(portion.length);
  }
  await loadShown(running, newsroom, progress.now);
  // Without a rebuild, rankings would include the new clicks only after some seconds.
  await sendBy(api, 'rebuild', [], 'POST');
  await writeProgress(db, { ...progress, loadedAt: now() });
  tell(
    `The demo newsroom has ${newsroom.articles.length} articles, ${newsroom.topics.length} topics, ${newsroom.companies.length} companies and ${clicks.length} clicks of ${CLICK_DAYS} days.`,
    true,
  );
}

function telling(tell: Tell, all: number): (part: number) => void {
  let done = 0;
  return (part) => {
    done += part;
    tell(`Loading the demo newsroom: ${Math.floor((100 * done) / all)} %`);
  };
}

function assertAccepted(collection: string, { rejected }: Receipt): void {
  if (rejected.length > 0) throw new Error(`demo ${collection}: ${JSON.stringify(rejected.slice(0, 3))}`);
}

async function readProgress(d1: D1Database): Promise<Progress | null> {
  const [progress] = await openDb(d1).select({ now: demoLoad.now, loadedAt: demoLoad.loadedAt }).from(demoLoad);
  return progress ?? null;
}

export async function endLoad(d1: D1Database): Promise<void> {
  const progress = (await readProgress(d1)) ?? { loadedAt: null, now: now() };
  if (progress.loadedAt === null) await writeProgress(d1, { ...progress, loadedAt: now() });
}

async function writeProgress(d1: D1Database, progress: Progress): Promise<void> {
  await openDb(d1)
    .insert(demoLoad)
    .values({ id: 1, ...progress })
    .onConflictDoUpdate({ target: demoLoad.id, set: progress });
}
