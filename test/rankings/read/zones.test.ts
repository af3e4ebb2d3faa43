import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { assumeTrusted } from '../../../src/db/trusted-time.ts';
import worker from '../../../src/index.ts';
import { retain } from '../../../src/operations/retention.ts';
import { computeDays } from '../../../src/rankings/object/days/days.ts';
import { clickedArticles, countAgo, emptyNewsroom, rows } from '../../clicks/support.ts';
import { seed } from '../../search/seed.ts';
import { makeKey, openTestDb } from '../../support/index.ts';
import { sized } from '../../support/size.ts';

/** Days of time zones must equal plain sums of hours, across both changes of the clocks. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS = 44;
const CHANGES = { spring: Date.UTC(2031, 2, 20), autumn: Date.UTC(2031, 9, 28) };
const TOPICS: Record<number, number[]> = { 1: [1, 2], 2: [1], 3: [3] };

const db = openTestDb();
let drawn = seed;
function upTo(most: number): number {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((drawn / 2 ** 32) * most);
}

/** Clicks by hour and article. */
let clicks: { hour: number; contentId: number }[] = [];
let key = '';
let asked = 0;

/** Returns the date of the last second of an hour, so that the hour of midnight belongs to the new day. */
const dateIn = (zone: string, hour: number) =>
  new Date((hour + 1) * HOUR - 1).toLocaleDateString('sv-SE', { timeZone: zone || 'UTC' });

const dayAfter = (date: string, days: number) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

const sum = (own: readonly string[]) => {
  const sums: Record<string, number> = {};
  for (const name of own) sums[name] = (sums[name] ?? 0) + 1;
  return sums;
};

/** A new host bypasses every cache. */
async function ask(zone: string, path: string) {
  const url = `https://n${asked++}.newsgauge.test/api/v2/insights/${path}`;
  const context = createExecutionContext();
  const request = new Request(url, { headers: { Authorization: `Bearer ${key}` } });
  const answer = await worker.fetch(request as never, { ...env, TIME_ZONE: zone } as never, context);
  await waitOnExecutionContext(context);
  const { data } = (await answer.json()) as { data: Record<string, never> };
  if (!answer.ok) throw new Error(JSON.stringify(data));
  return data;
}

/**
 * Lets readers click from `from` to `to`, a few of them late, while the jobs run. Clicks of at most six hours are counted
 * together, because each count takes long.
 */
async function live(zone: string, from: number, to: number): Promise<void> {
  let waiting: { hour: number; contentId: number }[] = [];
  for (let now = from; now < to; now += HOUR) {
    const at = now + 20 * 60_000;
    vi.setSystemTime(at);
    const isLate = upTo(12) === 0;
    if (upTo(3) === 0) {
      const late = isLate ? [1, 2, 3].map(() => Math.min(upTo(14 * 24), (now - from) / HOUR)) : [];
      waiting.push(...[0, 0, 0, 0, 1, 1, ...late].map((ago) => ({ contentId: 1 + upTo(3), hour: now / HOUR - ago })));
    }
    const [isDeleting, isComputing] = [now % DAY === 3 * HOUR, upTo(12) === 0];
    if (isDeleting || isComputing || isLate || now % (6 * HOUR) === 0 || now === to - HOUR) {
      clicks.push(...waiting);
      const list = waiting.map(({ contentId, hour }) => ({ contentId, ago: now / HOUR - hour }));
      if (list.length > 0) await countAgo(list, at);
      waiting = [];
    }
    if (isDeleting) await retain(db, assumeTrusted(at), false, zone);
    if (isComputing) await computeDays(db, { now: at, isDiscounted: false, zone });
  }
  const last = to - HOUR + 30 * 60_000;
  vi.setSystemTime(last);
  await computeDays(db, { now: last, isDiscounted: false, zone });
}

const storedDays = async () =>
  Object.fromEntries(
    (
      await rows<{ id: number; day: number; engagement: number }>(
        'SELECT content_id AS id, day, engagement FROM click_days WHERE engagement > 0',
      )
    ).map(({ id, day, engagement }) => [`${new Date(day * DAY).toISOString().slice(0, 10)} ${id}`, engagement]),
  );

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: CHANGES.spring - 40 * DAY });
  await emptyNewsroom();
  await db.run('DELETE FROM annotations');
  await clickedArticles();
  key = await makeKey('secret');
  clicks = [];
});
afterAll(() => vi.useRealTimers());

const ZONES = ['Europe/London', 'Asia/Kolkata', 'America/New_York'];
const CASES = ZONES.flatMap((zone, i) =>
  Object.entries(CHANGES).map(([change, at], k) => ({ zone, change, at, isSampled: (i + 2 * k + seed) % 3 === 2 })),
);

test.each(CASES.filter(({ isSampled }) => sized(isSampled, true)))(
  'days in “$zone” around the change of clocks in $change equal a recount',
  { timeout: 120_000 },
  async ({ zone, at }) => {
    const from = Math.floor(at / DAY) * DAY - 30 * DAY;
    const to = from + DAYS * DAY + upTo(24) * HOUR;
    await live(zone, from, to);
    const today = dateIn(zone, to / HOUR - 1);
    const complete = clicks
      .map(({ hour, contentId }) => ({ date: dateIn(zone, hour), contentId }))
      .filter(({ date }) => date < today);
    expect(await storedDays()).toEqual(sum(complete.map(({ date, contentId }) => `${date} ${contentId}`)));

    const { days } = (await ask(zone, 'history/?days=28')) as unknown as { days: { date: string; index: number }[] };
    const byDate = sum(complete.map(({ date }) => date));
    const highest = Math.max(...days.map(({ date }) => byDate[date] ?? 0));
    const step = highest >= 50 ? 5 : 20;
    const indexOf = (date: string) => Math.floor((100 * (byDate[date] ?? 0)) / highest / step + 0.5) * step;
    expect(days).toEqual(days.map(({ date }) => ({ date, index: indexOf(date) })));
    expect(days.at(-1)?.date).toBe(dateIn(zone, Date.parse(`${today}T00:00:00Z`) / HOUR - 13));

    const dates = Object.keys(byDate).sort();
    for (let i = 0; i < 12; i++) {
      const [first = '', last = ''] = [dates[upTo(dates.length)], dates[upTo(dates.length)]].sort();
      const own = complete.filter(({ date }) => date >= first && date <= last);
      const order = (names: string[]) =>
        Object.entries(sum(names))
          .sort(([a, x], [b, y]) => y - x || Number(a) - Number(b))
          .map(([id]) => Number(id));
      const range = `?from=${first}&to=${last}`;
      const { items } = (await ask(zone, `popular-content/${range}`)) as unknown as { items: { contentId: number }[] };
      expect(items.map(({ contentId }) => contentId)).toEqual(order(own.map(({ contentId }) => `${contentId}`)));
      const { topics } = (await ask(zone, `trending-topics/${range}`)) as unknown as { topics: { topicId: number }[] };
      expect(topics.map(({ topicId }) => topicId)).toEqual(
        order(own.flatMap(({ contentId }) => (TOPICS[contentId] ?? []).map(String))),
      );
    }
    for (const monday of dates.filter((date) => new Date(date).getUTCDay() === 1)) {
      const [before, sunday] = [dayAfter(monday, -7), dayAfter(monday, 6)];
      if (before < (dates[0] ?? '') || sunday >= today) continue;
      const within = (first: string, last: string) => complete.filter(({ date }) => date >= first && date <= last);
      const topicsOf = (first: string, last: string) =>
        sum(within(first, last).flatMap(({ contentId }) => (TOPICS[contentId] ?? []).map(String)));
      const [now, earlier] = [topicsOf(monday, sunday), topicsOf(before, dayAfter(monday, -1))];
      const range = `?from=${monday}&to=${sunday}`;
      const growth = await ask(zone, `trending-topics/growth/${range}&minContentItems=1`);
      const grown = growth.topics as unknown as { topicId: number; growthPercent: number }[];
      const percents = Object.entries(now).map(([id, count]) => {
        const percent = (100 * (count - (earlier[id] ?? 0))) / (earlier[id] ?? 0);
        return [Number(id), Number(percent.toPrecision(2))];
      });
      expect(Object.fromEntries(grown.map((topic) => [topic.topicId, topic.growthPercent]))).toEqual(
        Object.fromEntries(percents),
      );
      const { mostRead } = (await ask(zone, `week/${range}`)) as unknown as { mostRead: { contentId: number }[] };
      const read = Object.entries(sum(within(monday, sunday).map(({ contentId }) => `${contentId}`)));
      expect(mostRead.map(({ contentId }) => contentId)).toEqual(
        read.sort(([a, x], [b, y]) => y - x || Number(a) - Number(b)).map(([id]) => Number(id)),
      );
    }
    await expect(ask(zone, `popular-content/?from=${dates[0]}&to=${today}`)).rejects.toThrow('must be a complete day');
  },
);

const MOVES = [
  ['Asia/Kolkata', 'America/New_York'],
  ['', 'America/New_York'],
  ['', 'Asia/Kolkata'],
] as const;

test.each(MOVES.filter((_, i) => sized(i === seed % MOVES.length, true)))(
  'a change of the time zone from “%s” to “%s” leaves final days as they are and adds a note',
  { timeout: 120_000 },
  async (before, zone) => {
    const from = CHANGES.spring - 45 * DAY - 7 * HOUR;
    const middle = from + 30 * DAY + upTo(24) * HOUR;
    await live(before, from, middle);
    const [computed] = await rows<{ until: number }>('SELECT until FROM computed_days');
    const sealed = new Date(((computed?.until ?? 0) - 15) * DAY).toISOString().slice(0, 10);
    const isFinal = ([name]: [string, unknown]) => name < sealed;
    const final = Object.entries(await storedDays()).filter(isFinal);
    const topics = await rows('SELECT * FROM topic_days');
    expect(final.length).toBeGreaterThan(20);
    const beginning = clicks.length;
    const sameZone = before === '' ? 'UTC' : before;
    expect(await computeDays(db, { now: middle - 20 * 60_000, isDiscounted: false, zone: sameZone })).toBe(0);
    await computeDays(db, { now: middle + 45 * 60_000, isDiscounted: false, zone });
    expect(await rows('SELECT * FROM topic_days')).toEqual(topics);
    await live(zone, middle, middle + 20 * DAY);
    expect(Object.entries(await storedDays()).filter(isFinal)).toEqual(final);
    const today = dateIn(zone, (middle + 20 * DAY) / HOUR - 1);
    const open = clicks
      .map(({ hour, contentId }) => ({ date: dateIn(zone, hour), contentId }))
      .filter(({ date }) => date >= sealed && date < today);
    expect(Object.fromEntries(Object.entries(await storedDays()).filter((day) => !isFinal(day)))).toEqual(
      sum(open.map(({ date, contentId }) => `${date} ${contentId}`)),
    );
    expect(beginning).toBeGreaterThan(0);
    expect((await ask(zone, 'annotations/?days=90')).annotations).toEqual([
      {
        date: sealed,
        scope: 'site',
        ref: null,
        text: `Days from here on follow the time zone ${zone || 'UTC'}, earlier days ${before || 'UTC'}.`,
      },
    ]);
  },
);
