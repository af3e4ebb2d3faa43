import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_ALERT_SETTINGS, saveSettings } from '../../src/alerts/alert-settings.ts';
import { ALERT_TYPES, INITIAL_DETECTION, type Memory, type Rules } from '../../src/alerts/detect.ts';
import { type DayFigures, detectFalls, detectStop } from '../../src/alerts/falls.ts';
import { runAlerts } from '../../src/alerts/run.ts';
import {
  alertMemory,
  alertSettings,
  clickOutcomes,
  computedDays,
  rangeDays,
  webhookEvents,
} from '../../src/db/schema.ts';
import { chatTextOf } from '../../src/webhooks/event.ts';
import { clickedArticles, emptyNewsroom } from '../clicks/support.ts';
import { author, openTestDb } from '../support/index.ts';

const RULES: Rules = {
  ...{ types: ALERT_TYPES, oncePerDay: true, isQuiet: false, day: '2026-11-21', minEngagement: 10 },
  suspects: new Set(),
};
const USUAL = { site: 1000, 'topic:1': 400, 'topic:2': 300, 'source:a.example': 500, 'article:7': 90 };
const dayOf = (given: object = {}): DayFigures => new Map(Object.entries({ ...USUAL, ...given }));
const BEFORE = [dayOf(), dayOf(), dayOf(), dayOf()];

/** Evaluates days in a row, the first of which only records the state. Returns the falls of each later day. */
function play(days: readonly object[], before = BEFORE, rules: (day: number) => Partial<Rules> = () => ({})) {
  let memory: Memory = INITIAL_DETECTION;
  return [{}, ...days]
    .map((figures, i) => {
      const found = detectFalls(
        memory,
        { day: 100 + i, figures: dayOf(figures), before },
        { ...RULES, day: `2026-11-${10 + i}`, ...rules(i) },
      );
      memory = found.memory;
      return found.falls.map(({ subject, percent }) => [subject, percent]);
    })
    .slice(1);
}

describe('falls', () => {
  test.each<[what: string, given: object, falls: [string, number][]]>([
    ['the site', { site: 600 }, [['site', -40]]],
    ['a topic', { 'topic:1': 100 }, [['topic:1', -75]]],
    ['a source without any readers', { 'source:a.example': 0 }, [['source:a.example', -100]]],
    ['an article', { 'article:7': 30 }, [['article:7', -67]]],
    ['nothing if the site is slightly below', { site: 750 }, []],
    ['nothing if a topic is slightly below', { 'topic:1': 250 }, []],
    // Everything lost as much as the site, for example on a holiday.
    [
      'only the site if all parts lost as much',
      { site: 400, 'topic:1': 160, 'topic:2': 120, 'source:a.example': 200, 'article:7': 36 },
      [['site', -60]],
    ],
  ])('a fall of %s is reported', (_, given, falls) => {
    expect(play([given])).toEqual([falls]);
  });

  test('the weakest of the four weeks before is what is usual, and the percentage is that of their mean', () => {
    const before = [dayOf(), dayOf({ 'topic:1': 190 }), dayOf(), dayOf()];
    expect(play([{ 'topic:1': 100 }], before)).toEqual([[]]);
    expect(play([{ 'topic:1': 90 }], before)).toEqual([[['topic:1', -74]]]);
  });

  test('a subject with fewer than 50 readers, or that was not read in one of the weeks, is not reported', () => {
    expect(play([{ 'topic:1': 0 }], [dayOf(), dayOf(), dayOf({ 'topic:1': 49 }), dayOf()])).toEqual([[]]);
    expect(play([{ 'topic:1': 0 }], [dayOf(), dayOf(), new Map([['site', 1000]]), dayOf()])).toEqual([[]]);
  });

  test('a fall that lasts is reported once, and again after a usual day', () => {
    const low = { 'topic:1': 100 };
    const reported = [['topic:1', -75]];
    expect(play([low, low, low, {}, low])).toEqual([reported, [], [], [], reported]);
  });

  test('a topic with another alert on this day, quiet hours and unselected types suppress a fall', () => {
    const low = { 'topic:1': 100 };
    expect(play([low, low], BEFORE, (day) => ({ isQuiet: day === 1 }))).toEqual([[], [['topic:1', -75]]]);
    expect(play([low], BEFORE, () => ({ types: ['topic.grows'] }))).toEqual([[]]);
    const memory: Memory = { ...INITIAL_DETECTION, fallDay: 99, days: { 1: RULES.day } };
    const evaluate = (rules: Rules) =>
      detectFalls(memory, { day: 100, figures: dayOf(low), before: BEFORE }, rules).falls;
    expect([evaluate(RULES), evaluate({ ...RULES, oncePerDay: false })]).toMatchObject([[], [{ subject: 'topic:1' }]]);
  });
});

describe('clicks that stop', () => {
  const HOUR = 1000;
  const usual = (clicks: number) =>
    [168, 336].flatMap((ago) => Array.from({ length: 6 }, (_, i) => [HOUR - ago - 1 - i, clicks] as const));
  const stop = (now: [number, number][], clicks = 30, memory: Partial<Memory> = {}, rules: Partial<Rules> = {}) =>
    detectStop(
      { ...INITIAL_DETECTION, ...memory },
      { hour: HOUR, clicks: new Map([...usual(clicks), ...now]) },
      { ...RULES, ...rules },
    );

  test('an hour without clicks that usually has enough is reported with its beginning', () => {
    expect(stop([[HOUR - 2, 5]])).toMatchObject({ since: HOUR - 1, memory: { stopped: HOUR - 1 } });
  });

  test('on a quieter site, several hours must pass', () => {
    expect(stop([[HOUR - 2, 5]], 7).since).toBeNull();
    expect(stop([[HOUR - 4, 5]], 7).since).toBe(HOUR - 3);
    expect(stop([], 3).since).toBeNull();
  });

  test('it is reported once, until a click arrives', () => {
    expect(stop([], 30, { stopped: HOUR - 20 }).since).toBeNull();
    expect(stop([[HOUR - 1, 1]], 30, { stopped: HOUR - 20 }).memory.stopped).toBeNull();
  });

  test('quiet hours postpone it, and it is not reported if its type is not selected', () => {
    expect(stop([], 30, {}, { isQuiet: true })).toMatchObject({ since: null, memory: {} });
    expect(stop([], 30, {}, { types: ['topic.grows'] }).since).toBeNull();
  });
});

describe('runs', () => {
  const db = openTestDb();
  const HOUR = 3_600_000;
  const NOW = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR + 12 * HOUR + 5 * 60_000;
  const hour = Math.floor(NOW / HOUR);
  const today = Math.floor(hour / 24);
  const run = (now: number, database = db) =>
    runAlerts(database, { now, zone: '', minEngagement: 10, isDiscounted: false });
  const recorded = () =>
    db
      .select({ type: webhookEvents.type, subject: webhookEvents.subject, data: webhookEvents.data })
      .from(webhookEvents);

  beforeEach(async () => {
    await emptyNewsroom();
    for (const table of [alertMemory, alertSettings, webhookEvents, clickOutcomes, computedDays])
      await db.delete(table);
    await clickedArticles();
  });

  const read = (day: number, article1: number, article3: number) =>
    db.insert(rangeDays).values({
      id: 16 * day,
      sums: {
        origins: [['article', null, 'A', 'a.example']],
        articles: [
          [1, article1, 0, [1, 2], [], [], [], null],
          [3, article3, 0, [3], [], [], [], null],
        ],
        topics: [
          [1, article1, 0],
          [2, article1, 0],
          [3, article3, 0],
        ],
      },
    });

  test('a topic and an article that fall are recorded once with their names, in the text of the webhook, too', async () => {
    for (const weeks of [1, 2, 3, 4]) for (const ago of [1, 2]) await read(today - ago - 7 * weeks, 200, 300);
    await read(today - 2, 200, 300);
    await read(today - 1, 200, 60);
    await db.insert(computedDays).values({ id: 1, until: today - 1, state: 'complete', shares: null });
    await run(NOW - 24 * HOUR);
    expect(await recorded()).toEqual([]);
    await run(NOW);
    // The days of the last day are not complete yet.
    expect(await recorded()).toEqual([]);
    await db.update(computedDays).set({ until: today });
    await run(NOW + HOUR);
    await run(NOW + 2 * HOUR);
    const events = await recorded();
    const date = new Date((today - 1) * 24 * HOUR).toISOString().slice(0, 10);
    expect(events.toSorted((a, b) => a.subject.localeCompare(b.subject))).toEqual([
      {
        type: 'engagement.falls',
        subject: 'article:3',
        data: {
          article: { id: 3, title: 'Article 3', url: 'https://a.example/3', source: 'a.example' },
          date,
          percent: -80,
        },
      },
      { type: 'engagement.falls', subject: 'site', data: { date, percent: -48 } },
      {
        type: 'engagement.falls',
        subject: 'topic:3',
        data: { topic: { id: 3, name: 'Topic 3', slug: 'topic-3' }, date, percent: -80 },
      },
    ]);
    expect(chatTextOf(events.find(({ subject }) => subject === 'site') as never).text).toBe(
      `The site was read less than usual on ${date}: −48% on the same weekday of four weeks`,
    );
    const meter = openTestDb();
    await run(NOW + 2 * HOUR + 60_000, meter);
    expect(meter.usage.rowsRead).toBeLessThanOrEqual(3);
  });

  test('clicks that stop are recorded once', async () => {
    await saveSettings(db, { ...DEFAULT_ALERT_SETTINGS, types: ['engagement.stops'] }, author);
    for (const weeks of [1, 2])
      await db.insert(clickOutcomes).values({ hour: hour - 1 - 168 * weeks, outcome: 'counted', clicks: 40 });
    await db.insert(clickOutcomes).values({ hour: hour - 1, outcome: 'bot', clicks: 40 });
    await run(NOW);
    await run(NOW + HOUR);
    expect(await recorded()).toEqual([
      {
        type: 'engagement.stops',
        subject: 'site',
        data: { since: `${new Date((hour - 6) * HOUR).toISOString().slice(0, 19)}Z` },
      },
    ]);
  });
});
