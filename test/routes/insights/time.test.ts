import { abortAllDurableObjects, env, runDurableObjectAlarm } from 'cloudflare:test';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wakeLateWindows } from '../../../src/rankings/object/watchdog.ts';
import { SITE } from '../../../src/rankings/site.ts';
import { seed } from '../../search/seed.ts';
import { openTestDb } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { windowObject } from '../../support/windows.ts';
import { byHour, clicksAround, FUTURE } from './newsroom.ts';
import { type Newsroom, type Question, recount } from './oracle.ts';
import { expectAnswer, setClock, stage } from './stage.ts';

const HOUR = 3600;
const START = FUTURE + 21 * HOUR + 1020;
const HOURS = 15 * 24;
const PARTS = sized(21, 11);

const topics = [
  { id: 1, name: 'Cyber', slug: 'cyber', description: '', category: 1 },
  { id: 2, name: 'Flood', slug: 'flood', description: '', category: 2, excludedFromTrending: true },
  { id: 47, name: 'Risk Management', slug: 'risk-management', description: '', category: 2 },
];
const CONTENT_TYPES = ['article', 'video', 'report'];
const TAGS = [[1], [1, 2], [1, 47], [2, 47], [1, 2, 47], [2], [47], []];
const articles = TAGS.map((topics, i) => ({
  id: 10 + i,
  url: `https://source-${i % 3}.example/${i}`,
  title: `Story ${i}`,
  contentType: CONTENT_TYPES[i % CONTENT_TYPES.length] as string,
  topics,
  organisationType: i % 2 ? 'Broker' : 'Carrier',
}));
const clicks = fc.sample(clicksAround(articles, START), { seed, numRuns: 4 }).flat();
const newsroom: Newsroom = {
  topics,
  sources: [],
  articles,
  clicks: byHour(clicks.filter(({ at }) => at <= START).slice(-sized(200, 500))),
};

const QUESTIONS: Question[] = [
  ...(['24h', '7d'] as const).flatMap((period): Question[] => [
    { ask: 'popular', period },
    { ask: 'popular', period, riskManagement: true },
    { ask: 'trending-topics', period },
    { ask: 'content', topicId: 1, period },
    { ask: 'co-topics', topicId: 1, period },
  ]),
  ...['content-type', 'source-type', 'specialty-line', 'interest-area', 'audience-region', 'seniority', 'channel'].map(
    (breakdown): Question => ({ ask: 'popular', breakdown }),
  ),
  { ask: 'trending', period: 'now', includeTopics: [2] },
  { ask: 'trending', period: 'week', companyType: 'broker' },
  { ask: 'growth', minContentItems: 1 },
  { ask: 'growth', minContentItems: 1, riskManagement: true },
];

async function expectAll(now: number, questions = QUESTIONS): Promise<void> {
  const answer = recount(newsroom, now);
  await Promise.all(questions.map((question) => expectAnswer(question, answer(question))));
}

const ENDS = [1, 7, 8, 14];
const isNearEnd = (hour: number) => ENDS.includes(Math.floor(hour / 24));

/**
 * Hours around midnight on the selected days. On other days, one hour per day or every third day. With `RUNS`, all
 * hours.
 */
const STOPS = Array.from({ length: HOURS }, (_, i) => i + 1).filter(
  (hour) =>
    env.RUNS || (isNearEnd(hour) ? sized([2, 3], [0, 2, 3]).includes(hour % 24) : hour % (24 * sized(4, 1)) === 0),
);

/** Hours after the start at which midnight is, modulo 24. With `RUNS`, also the hours around it. */
const MIDNIGHTS = env.RUNS ? [0, 1, 2, 3, 4] : [3];
const DAY_ENDS = 27;

function questionsAt(hour: number): Question[] {
  const isMidnight = MIDNIGHTS.includes(hour % 24) && (env.RUNS || isNearEnd(hour));
  const atMidnight = env.RUNS || hour === DAY_ENDS ? sized(2, 1) : sized(4, 1);
  const parts = isMidnight ? atMidnight : PARTS;
  return QUESTIONS.filter((_, i) => (i + Math.floor(hour / 24) + seed) % parts === hour % parts);
}

async function expectNothing(now: number): Promise<void> {
  await expectAll(now);
  const answer = recount(newsroom, now);
  const left = QUESTIONS.filter((question) => JSON.stringify(answer(question)).includes('[{'));
  expect(left).toEqual([{ ask: 'trending', period: 'now', includeTopics: [2] }]);
}

const windows = () => [SITE, ...topics.map(({ id }) => id)].map((id) => windowObject(id));

describe('rankings of a site without traffic', () => {
  test('rankings follow the alarms of the site object for 15 days, and no alarm is left once they are empty', async () => {
    await stage(newsroom, START);
    await expectAll(START);
    let rang = 0;
    for (const hour of STOPS) {
      const now = START + hour * HOUR;
      setClock(now);
      const alarms = await Promise.all(windows().map((window) => runDurableObjectAlarm(window)));
      rang += alarms.filter(Boolean).length;
      await expectAll(now, questionsAt(hour));
    }
    await expectNothing(START + HOURS * HOUR);
    console.log(`seed ${seed}: ${newsroom.clicks.length} clicks, ${STOPS.length} of ${HOURS} hours, ${rang} alarms`);
    expect(await Promise.all(windows().map((window) => runDurableObjectAlarm(window)))).not.toContain(true);
  });

  test('the watchdog rolls over rankings whose objects were evicted', async () => {
    await stage(newsroom, START);
    let hour = 0;
    for (const [turn, step] of [1, 1, 22, 1, 100, 43, 1, 1, 100, 66, 1, 24].entries()) {
      hour += step;
      const now = START + hour * HOUR;
      setClock(now);
      await abortAllDurableObjects();
      await wakeLateWindows(openTestDb(), env, now * 1000);
      await expectAll(
        now,
        QUESTIONS.filter((_, i) => env.RUNS || i % sized(18, 6) === turn % sized(18, 6)),
      );
    }
    await expectNothing(START + hour * HOUR);
    expect(await wakeLateWindows(openTestDb(), env, (START + (hour + 1) * HOUR) * 1000)).toBe(0);
  });
});
