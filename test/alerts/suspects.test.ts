import { describe, expect, test } from 'vitest';
import { newSenders } from '../../src/alerts/suspects.ts';
import { NO_CELLS } from '../../src/engagement/cells.ts';
import { type Countable, countersOf } from '../../src/engagement/columns.ts';
import { UNIFORM_BASELINE } from '../../src/engagement/discounting.ts';
import { discountsIn } from '../../src/rankings/object/discounted.ts';
import { RankingWindow } from '../../src/rankings/object/window.ts';

const HOUR = 500_000;
const SHARES = { ...UNIFORM_BASELINE, samples: 1000 };

/** Clicks on an article, from all networks unless network and prefix are given. */
interface Sent {
  contentId: number;
  clicks: number;
  network?: number;
  prefix?: number;
}

const READ: Sent[] = Array.from({ length: 30 }, (_, i) => ({ contentId: i + 1, clicks: 330 - 10 * i }));

async function sendersOf(sent: readonly Sent[], known: readonly ReadonlySet<string>[] = []) {
  const ids = [...new Set(sent.map(({ contentId }) => contentId))];
  const facts = ids.map((id) => ({
    ...{
      id,
      publishedAt: 0,
      topics: [id],
      contentType: 'article',
      sourceType: null,
      source: '',
      domain: `${id}.example`,
    },
    ...{ companies: [], countries: [], authors: [`Author ${id}`], section: null },
  }));
  const window = new RankingWindow(NO_CELLS, facts, 'hourly');
  window.roll(HOUR, SHARES);
  for (const contentId of ids) {
    const counts = new Map<number, number>();
    for (const { clicks, ...own } of sent.filter((one) => one.contentId === contentId))
      for (let i = 0; i < clicks; i++) {
        const classes = { network: own.network ?? i % 32, prefix: own.prefix ?? (5 * i) % 32, browser: (7 * i) % 16 };
        const said = { companyType: null, continent: null, seniority: null };
        for (const at of countersOf({ origin: 'unsigned', ...classes, ...said } as unknown as Countable))
          if (at !== null) counts.set(at, (counts.get(at) ?? 0) + 1);
      }
    window.note({ contentId, hour: HOUR, counts: [...counts].sort(([a], [b]) => a - b).flat() });
  }
  const range = { from: HOUR - 24, to: HOUR + 1 };
  const site = await discountsIn(window.clicked(HOUR * 3600), { range, baseline: SHARES, limit: 20, minGrowth: 10 });
  return newSenders(site, known).map(({ contentId, buckets }) => ({ contentId, buckets: [...buckets].toSorted() }));
}

const by = (network: number, clicks: number, ...ids: number[]): Sent[] =>
  ids.map((contentId) => ({ contentId, clicks, network, prefix: network }));

describe('suspicious clicks', () => {
  test.each(READ.map(({ contentId }) => contentId))(
    'sixty clicks from one sender on article %i are not reported',
    async (id) => {
      expect(await sendersOf([...READ, ...by(3, 60, id)])).toEqual([]);
    },
  );

  test("suspicious clicks are reported if they make up a large part of the site's clicks", async () => {
    const silent = Array.from({ length: 12 }, (_, i) => 100 + i);
    expect(await sendersOf([...READ, ...by(3, 40, ...silent)])).toEqual([]);
    expect(await sendersOf([...READ, ...by(3, 80, ...silent)])).toEqual([
      { contentId: 100, buckets: ['network 3', 'prefix 3'] },
    ]);
    expect((await sendersOf([...READ, ...by(3, 900, 5)])).map(({ contentId }) => contentId)).toEqual([5]);
  });

  test('suspicious clicks are reported if their weight changes a ranking', async () => {
    const fleet = Array.from({ length: 4 }, (_, n) => by(n, 60, 12)).flat();
    expect((await sendersOf([...READ, ...fleet])).map(({ contentId }) => contentId)).toEqual([12]);
  });

  test('suspicious clicks are reported once per sender, even if more articles follow', async () => {
    const [first] = await sendersOf([...READ, ...by(3, 900, 5)]);
    const known = [new Set(first?.buckets)];
    for (const id of [1, 8, 30, 200]) expect(await sendersOf([...READ, ...by(3, 1200, id)], known)).toEqual([]);
    expect(await sendersOf([...READ, ...by(3, 1200, 8), ...by(9, 1500, 7)], known)).toMatchObject([{ contentId: 7 }]);
  });

  test('clicks from a known network or prefix are attributed to the same sender', async () => {
    const known = [new Set(['network 3', 'prefix 3'])];
    for (const own of [
      { network: 3, prefix: 11 },
      { network: 11, prefix: 3 },
    ])
      expect(await sendersOf([...READ, { contentId: 8, clicks: 1200, ...own }], known)).toEqual([]);
  });
});
