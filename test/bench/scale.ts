/** `npm run bench -- scale` sends ten thousand clicks per second with `notifyWindows` to objects that only count. */
import { createRandom } from '../../src/demo/random.ts';
import type { ArticleFacts } from '../../src/rankings/facts.ts';
import { notifyWindows } from '../../src/rankings/object/notify.ts';
import { writeMeasured } from '../support/measured.ts';
import { ARTICLES, clickedArticle, topicsOf } from './lib/clicks/flow.ts';
import { fixed, table, whole } from './lib/report.ts';

const RATE = 10_000;
const SECONDS = 10;

interface Load {
  batch: number;
  calls: Map<string, number>;
  told: Map<string, number>;
}

const facts = (id: number): ArticleFacts => ({
  id,
  publishedAt: 0,
  topics: topicsOf(id),
  contentType: 'article',
  sourceType: null,
  source: '',
  domain: '',
  companies: [],
  countries: [],
  authors: [],
  section: null,
});

async function simulate(batch: number): Promise<Load> {
  const random = createRandom(1, `batches of ${batch}`);
  const load: Load = { batch, calls: new Map(), told: new Map() };
  const count = (map: Map<string, number>, name: string, by: number) => map.set(name, (map.get(name) ?? 0) + by);
  const namespace = {
    idFromName: (name: string) => name,
    get: (name: string) => ({
      notify: async (_topic: number, told: unknown[]) => {
        count(load.calls, name, 1);
        count(load.told, name, told.length);
      },
    }),
  } as unknown as Parameters<typeof notifyWindows>[0];
  for (let i = 0; i < (RATE * SECONDS) / batch; i++) {
    const ids = new Set(Array.from({ length: batch }, () => clickedArticle(random.next())));
    const cells = Array.from(ids, (contentId) => ({ contentId, hour: 0, counts: [0, 1] }));
    await notifyWindows(namespace, { cells, facts: new Map(Array.from(ids, (id) => [id, facts(id)])) }, 0);
  }
  return load;
}

const SITE = 'topic:0';
const perSecond = (value: number) => whole(value / SECONDS);

function row({ batch, calls, told }: Load) {
  const topics = [...calls].filter(([name]) => name !== SITE);
  const busiest = topics.reduce((max, [, number]) => Math.max(max, number), 0);
  const all = [...calls.values()].reduce((sum, number) => sum + number, 0);
  return [
    batch,
    perSecond((RATE * SECONDS) / batch),
    perSecond(all),
    fixed(all / (RATE * SECONDS), 2),
    perSecond(calls.get(SITE) ?? 0),
    perSecond(busiest),
    perSecond(told.get(SITE) ?? 0),
  ];
}

/** Number of rows that an hour of clicks adds to the aggregates: one per article. */
function aggregateRows(): number {
  const random = createRandom(2, 'hour');
  const rows = new Set<number>();
  for (let i = 0; i < RATE * 3600; i++) rows.add(clickedArticle(random.next()));
  return rows.size;
}

const loads = [await simulate(1), await simulate(10), await simulate(100)];
const text = `${whole(RATE)} clicks a second on ${whole(ARTICLES)} articles with three of 300 topics each, by Zipf's law with exponent 1, for ${SECONDS} seconds
(\`npm run bench -- scale\`). The service's own code makes the calls, and the objects only count them.

${table(
  [
    'clicks a batch',
    'batches a second',
    'calls a second',
    'calls a click',
    'to the site',
    'to the busiest topic',
    'totals sent to the site a second',
  ],
  loads.map(row),
)}

An hour of these clicks makes ${whole(aggregateRows())} rows of aggregates at most: ${fixed((RATE * 3600) / aggregateRows(), 1)} clicks a row.`;

writeMeasured({
  name: 'objects',
  title: 'Calls of the objects',
  page: 'benchmarks.md',
  body: text,
  summary: `${whole(RATE)} clicks a second in batches of 100 are ${String(row(loads.at(-1) as Load)[2])} calls of objects a second.`,
});
console.log(text);
