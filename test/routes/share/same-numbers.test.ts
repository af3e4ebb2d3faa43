import { SELF } from 'cloudflare:test';
import { expect, inject, test } from 'vitest';
import { createRandom } from '../../../src/demo/random.ts';
import { formatPercent, formatRange } from '../../../src/lib/percent.ts';
import { groupAllByHeading } from '../../../src/rankings/math/figures/change-headings.ts';
import { growthPicture } from '../../../src/web/browser/insights/charts/growth-picture.ts';
import {
  type ChartLine,
  croppedToReaders,
  dayInWords,
  indexedToFirstWeek,
  levelsOf,
} from '../../../src/web/browser/insights/charts/lines/chart-lines.ts';
import { curvesPicture } from '../../../src/web/browser/insights/charts/picture.ts';
import { placeOn, scaleOf } from '../../../src/web/browser/insights/charts/scale.ts';
import type { RankChange } from '../../../src/web/browser/insights/stories/rank-words.ts';
import { askWith, makeKey } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { FUTURE } from '../insights/newsroom.ts';
import type { Newsroom } from '../insights/oracle.ts';
import { askFresh, computeDaysAt, stage } from '../insights/stage.ts';

/** Each newsroom has thirteen states, of which a quick run compares every other one. `RUNS` sets more newsrooms. */
const NEWSROOMS = Number(inject('RUNS')) || 1;
const NOW = FUTURE + 60 * 86_400 + 5 * 3600;
const [TOPICS, ARTICLES, DAYS] = [5, 5, 28];
/** Fewest days of an article’s chart. */
const MIN_ARTICLE_DAYS = 5;

type Day = ChartLine['days'][number];

function newsroomOf(seed: number): Newsroom {
  const random = createRandom(seed, 'same numbers');
  const ids = Array.from({ length: TOPICS }, (_, i) => i + 1);
  return {
    topics: ids.map((id) => ({ id, name: `Topic & <${id}>`, slug: `topic-${id}`, description: '', category: 1 })),
    sources: [],
    articles: ids.map((id) => ({
      id,
      url: `https://alpha.example/${id}`,
      title: `Story “${id}”`,
      contentType: 'article',
      topics: [id],
    })),
    clicks: ids.flatMap((contentId) =>
      Array.from({ length: 10 }, () => random.int(1, DAYS + 4)).flatMap((day) =>
        Array.from({ length: random.int(1, 70) }, (_, i) => ({
          contentId,
          at: NOW - day * 86_400,
          reader: `reader ${day} ${i}`,
          signed: true as const,
        })),
      ),
    ),
  };
}

const STATES = [
  ...Array.from({ length: TOPICS }, (_, i) => ['topics', [i + 1]] as const),
  ...[
    [1, 2],
    [3, 4, 5],
    [5, 4, 3, 2],
  ].map((ids) => ['topics', ids] as const),
  ...Array.from({ length: ARTICLES }, (_, i) => ['content', [i + 1]] as const),
].filter((_, i) => i % (inject('RUNS') ? 1 : sized(2, 1)) === 0);

/** Area of the curves in a downloaded picture and in a page, in pixels. */
const PICTURE = { width: 960 - 64 - 32, top: 118, bottom: 390 };
const CHART = { width: 640, top: 3, bottom: 177 };

/** Returns the values of a curve. `most` is the value at the top of the chart. */
function drawnIn(path: string, { width, top, bottom }: typeof PICTURE, most = 100, count = DAYS): (number | null)[] {
  const step = width / (count - 1);
  const days = Array<number | null>(count).fill(null);
  for (const [, x, y] of path.matchAll(/[ML]([\d.]+) ([\d.]+)/g))
    days[Math.round(Number(x) / step)] = Math.round((most * (bottom - Number(y))) / (bottom - top));
  return days;
}

const FRAME = { title: 'A & B', caption: '', source: '' };
const escaped = (text: string) => text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;');

const pathsIn = (svg: string) =>
  Array.from(svg.matchAll(/<path class="line data-\d" d="([^"]*)"/g), ([, d]) => d ?? '');

test(`view, image, CSV, share and API show equal numbers in ${NEWSROOMS * STATES.length} states`, async () => {
  for (let seed = 1; seed <= NEWSROOMS; seed++) {
    await stage(newsroomOf(seed), NOW);
    await computeDaysAt(NOW);
    const operator = await makeKey('operator');
    for (const [kind, ids] of STATES) {
      const at = (id: number | undefined, more = '') => `insights/${kind}/${id}/history/${more}?days=${DAYS}`;
      const lines = await Promise.all(
        ids.map(async (id) => {
          const answer = await askFresh(`/api/v2/${at(id)}`);
          const { data } = await answer.json<{ data: { days: Day[] } }>();
          const csv = await (await askFresh(`/api/v2/${at(id, 'csv/')}`)).text();
          expect(csv.trim().split('\r\n').slice(1)).toEqual(
            data.days.map(({ date, index }) => `${date},${index ?? ''}`),
          );
          return { name: `Topic & <${id}>`, days: data.days };
        }),
      );
      const told = lines.map(({ days }) => days.map(({ index }) => index));
      const picture = curvesPicture(FRAME, { lines, nameOf: (date) => date });
      expect(pathsIn(picture).map((path) => drawnIn(path, PICTURE))).toEqual(told);
      lines[0]?.days.forEach(({ date }, i) => {
        // Zero is told as the step that the values are rounded to.
        const words = dayInWords(lines, i, () => date)
          .replace(/ \(usual.*/, '')
          .replaceAll(/under (5|20)%/g, '0%');
        const values = told.map((days, n) => {
          const value = days[i] === null ? 'too few readers' : `${days[i]}%`;
          return told.length > 1 ? `${lines[n]?.name} ${value}` : value;
        });
        expect(words).toBe(`${date}: ${values.join(', ')}`);
      });
      const others = ids.slice(1).join();
      const view =
        kind === 'content' ? `insights/content/${ids[0]}/?days=${DAYS}` : `${at(ids[0])}${others && `#with=${others}`}`;
      const made = await askWith(operator, '/manage/shares', {
        method: 'POST',
        body: JSON.stringify({ name: 'all', view, days: 30 }),
      });
      const { data } = await made.json<{ data: { link: string } }>();
      // Unique URLs bypass caches.
      const shared = new URL(data.link).pathname;
      const answer = await (await SELF.fetch(`https://s${seed}.newsgauge.test${shared}/data`)).json<{
        data: { days: Day[] };
      }>();
      expect(answer.data.days).toEqual(lines[0]?.days);
      const page = await (await SELF.fetch(`https://s${seed}.newsgauge.test${shared}`)).text();
      const daily = page.slice(0, page.indexOf('id="hours"'));
      // Compared topics with enough readers are drawn in percent of their first week.
      const indexed = (lines.length > 1 ? indexedToFirstWeek(lines) : null) ?? lines;
      const shown =
        kind === 'content'
          ? indexed.flatMap((line) => croppedToReaders([line], MIN_ARTICLE_DAYS))
          : lines.length > 1
            ? croppedToReaders(indexed)
            : indexed;
      const drawn = shown
        .map(({ days }) => days.map(({ index }) => index))
        .filter((days) => days.some((index) => index !== null));
      expect(pathsIn(daily).map((path) => drawnIn(path, CHART, levelsOf(shown)[2], shown[0]?.days.length))).toEqual(
        drawn,
      );
      for (const id of others ? ids : []) {
        const { data } = await (await askFresh(`/api/v2/insights/topics/${id}/content/?period=7d&limit=10`)).json<{
          data: { items: { title: string }[] };
        }>();
        const side = page.slice(page.indexOf(`id="side-${id}"`)).split('</section>')[0] ?? '';
        expect(side).toContain(escaped(`Topic & <${id}>`));
        const listed = Array.from(side.matchAll(/<a href[^>]*>([^<]*)<\/a>/g), ([, title]) => title);
        expect(listed).toEqual(data.items.slice(0, 5).map(({ title }) => title));
        const asked = `/api/v2/insights/trending-topics/growth/?limit=50&minContentItems=1&direction=`;
        const sides = await Promise.all(
          ['up', 'down'].map(async (direction) => {
            const answer = await askFresh(`${asked}${direction}`);
            return (await answer.json<{ data: { topics: (RankChange & { topicId: number })[] } }>()).data.topics;
          }),
        );
        const change = sides.flat().find(({ topicId }) => topicId === id);
        const changes = page.slice(page.indexOf('id="changes"')).split('</section>')[0] ?? '';
        if (change) {
          expect(changes).toContain(escaped(`Topic & <${id}>`));
          expect(changes).toContain(
            change.growthPercent === null ? '>new<' : `>${formatPercent(change.growthPercent)}<`,
          );
          if (change.interval) expect(changes).toContain(formatRange(change.interval));
        }
      }
      for (const [i, { name }] of lines.entries())
        if (kind === 'topics' && told[i]?.every((index) => index === null))
          expect(page).toContain(
            drawn.length > 0
              ? `${escaped(name)}<small> too few readers for a line`
              : 'Not enough readers for a chart yet',
          );
    }
    await compareGrowth(seed, operator);
  }
}, 600_000);

type Grown = RankChange & { topicId: number; name: string; category: 1 | 2 };

async function compareGrowth(seed: number, operator: string): Promise<void> {
  const view = 'insights/trending-topics/growth/';
  const asked = '?limit=50&minContentItems=1';
  const sides = await Promise.all(
    ['up', 'down'].map(async (direction) => {
      const query = `${asked}&direction=${direction}`;
      const { topics } = (await (await askFresh(`/api/v2/${view}${query}`)).json<{ data: { topics: Grown[] } }>()).data;
      const [head = '', ...rows] = (await (await askFresh(`/api/v2/${view}csv/${query}`)).text()).trim().split('\r\n');
      const column = (name: string) => head.split(',').indexOf(name);
      expect(
        rows.map((row) => ['growthPercent', 'intervalLow', 'intervalHigh'].map((name) => row.split(',')[column(name)])),
      ).toEqual(
        topics.map(({ growthPercent, interval }) =>
          [growthPercent, ...(interval ?? [null, null])].map((value) => String(value ?? '')),
        ),
      );
      return topics;
    }),
  );
  const [up = [], fell = []] = sides;
  const isNew = up.filter(({ growthPercent }) => growthPercent === null);
  const rose = up.filter((topic) => !isNew.includes(topic));
  const { Rose, Fell, 'No clear change': unclear } = groupAllByHeading({ rose, fell, isNew });
  const drawn = [...Rose, ...Fell.toReversed(), ...unclear];
  const scale = scaleOf(drawn.map(({ growthPercent, interval }) => ({ value: growthPercent ?? 0, interval })));
  const picture = growthPicture(FRAME, {
    scale,
    sure: [...Rose, ...Fell.toReversed()],
    unclear,
    categories: {},
    notes: [],
  });
  const textsIn = (look: string) =>
    Array.from(picture.matchAll(new RegExp(`<text [^>]*class="${look}"[^>]*>([^<]*)<`, 'g')), ([, words]) => words);
  expect(textsIn('name')).toEqual(drawn.map(({ name }) => escaped(name)));
  expect(textsIn('change')).toEqual(drawn.map(({ growthPercent }) => formatPercent(growthPercent ?? 0)));
  expect(textsIn('likely')).toEqual(drawn.flatMap(({ interval }) => (interval ? formatRange(interval) : [])));
  const width = drawn.some(({ interval }) => interval) ? 4.4 : 6;
  const whole = drawn.filter(({ growthPercent: one }) => Number(one) <= scale.to && Number(one) >= scale.from);
  expect(Array.from(picture.matchAll(/<circle class="point" cx="([\d.]+)"/g), ([, x]) => Number(x))).toEqual(
    whole.map(({ growthPercent }) => Math.round((250 + width * placeOn(scale, growthPercent ?? 0)) * 10) / 10),
  );
  const body = JSON.stringify({ name: 'all', view: `${view}${asked}`, days: 30 });
  const made = await askWith(operator, '/manage/shares', { method: 'POST', body });
  const shared = new URL((await made.json<{ data: { link: string } }>()).data.link).pathname;
  const page = await (await SELF.fetch(`https://s${seed}.newsgauge.test${shared}`)).text();
  const bars = page.slice(page.indexOf('class="growth-bars'));
  // Topics without readers are listed only as falling.
  const listed = (await (await askFresh(`/api/v2/${view}${asked}`)).json<{ data: { topics: Grown[] } }>()).data.topics;
  for (const { name, growthPercent, interval } of drawn.filter((one) => listed.some(({ name }) => name === one.name))) {
    const row = bars.slice(bars.indexOf(`<a>${escaped(name)}</a>`)).split('</li>')[0] ?? '';
    expect(row).toContain(formatPercent(growthPercent ?? 0));
    if (interval) expect(row).toContain(formatRange(interval));
  }
}
