import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { openDb } from '../../src/db/client.ts';
import { clickOutcomes, rangeDays, topicDays, weeks } from '../../src/db/schema.ts';
import { EVENT_TYPES, type EventType } from '../../src/db/values.ts';
import { hoursTable, partitionOf } from '../../src/engagement/partitions.ts';
import { mondayOf } from '../../src/rankings/read/weekly-summaries.ts';
import { type Site, startSite } from '../browser/support/server.ts';
import { askManage, type Got, type Receiver, startReceiver } from '../support/servers/receiver.ts';

const CRON = '*/5 * * * *';
const EACH_MINUTE = '* * * * *';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PATIENCE = 240_000;
const TOPICS = 12;
const GROWING = 13;
const ARTICLES = 5;
const STORY = 900;
const BREAKING = 950;
const BROKEN = Array.from({ length: 5 }, (_, i) => `paper-${i}.example`);
const FLOOD = 901;
const SUSPECT = 120;
const FALLEN = 902;
const DAY = 24 * HOUR;

/** Five minutes after the last full hour, when everything is published. */
const now = Date.now();
const REPORTED = Math.floor((now - 5 * MINUTE) / HOUR) * HOUR + 5 * MINUTE;
const TODAY = new Date(now).toISOString().slice(0, 10);

let receiver: Receiver;
let site: Site;
let operator = '';
const secrets = new Map<string, string>();

before(async () => {
  receiver = await startReceiver(({ url }, response) => void response.writeHead(url === '/feed' ? 500 : 204).end());
  const { host } = new URL(receiver.origin);
  site = await startSite({ FEED_ALLOW_HOSTS: host });
  operator = await site.makeKey('operator');
  await publishNewsroom();
  await manage('PUT', 'searches/floods', { name: 'Floods & storms', filter: { searchTerms: 'flood*' } });
  for (const format of ['standard', 'slack', 'teams']) {
    const fields = { name: format, url: `http://${host}/${format}`, format, events: EVENT_TYPES, searches: ['floods'] };
    secrets.set(`/${format}`, (await manage<{ secret: string }>('POST', 'webhooks', fields)).secret);
  }
  await happen(`http://${host}/feed`);
});

after(async () => {
  await site?.dispose();
  receiver?.close();
});

const manage = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  askManage({ url: site.url, key: operator }, method, path, body);

const articleId = (topic: number, n: number) => 10 * topic + n;

async function publishNewsroom(): Promise<void> {
  const ids = Array.from({ length: GROWING }, (_, i) => i + 1);
  await site.publish({
    topics: ids.map((id) => ({ id, name: `Topic <${id}>`, slug: `topic-${id}`, description: '', category: 1 })),
    articles: [
      ...ids.flatMap((topic) => Array.from({ length: ARTICLES }, (_, n) => article(articleId(topic, n), [topic]))),
      article(STORY, []),
      article(FALLEN, []),
    ],
  });
  // Simulates a month of readers, because growth needs two full weeks.
  const day = Math.floor(now / (24 * HOUR)) - 30;
  await openDb(site.db).insert(topicDays).values({ topicId: 0, day, engagement: 1, engagementRm: 0 });
  await readForWeeks();
  // Both summaries are stored before, because the job stores none on some days of the week. The older one is no news.
  const change = {
    topicId: 1,
    name: 'Topic <1>',
    slug: 'topic-1',
    category: 1,
    growthPercent: 290,
    interval: [230, 360],
  };
  const rose = [{ ...change, confidence: 'high', cause: null, why: null, readWith: [] }];
  const read = { contentId: STORY, title: `Story ${STORY}`, url: `https://ledger.example/${STORY}`, source: 'Ledger' };
  const week = { asOf: 0, rose, fell: [], isNew: [], mostRead: [read] };
  await openDb(site.db)
    .insert(weeks)
    .values([
      { monday: mondayOf(REPORTED / 1000, 'UTC'), at: REPORTED / 1000, week },
      { monday: mondayOf(REPORTED / 1000 - 7 * 24 * 3600, 'UTC'), at: 0, week },
    ]);
}

/** Simulates an article that is read on one weekday of four weeks, and clicks that arrive in one hour of two weeks. */
async function readForWeeks(): Promise<void> {
  const db = openDb(site.db);
  const fallDay = Math.floor(REPORTED / DAY) - 1;
  // Clicks of two weeks ago are too old for an import, but their day is still computed from hours.
  const hour = ((fallDay - 14) * DAY) / HOUR + 12;
  await db.run(
    sql`INSERT INTO ${hoursTable(partitionOf(hour))} (content_id, hour, signed_all__signed_broker) VALUES (${FALLEN}, ${hour}, 60)`,
  );
  for (const weeks of [3, 4]) {
    const articles: [number, number, number, number[], number[], string[], string[], null][] = [
      [FALLEN, 60, 0, [], [], [], [], null],
    ];
    const day = fallDay - 7 * weeks;
    const origins: [string, null, string, string][] = [['article', null, 'Elsewhere', 'elsewhere.example']];
    await db.insert(rangeDays).values({ id: 16 * day, sums: { origins, articles, topics: [] } });
    // A day without figures of the site is computed again from its hours, and these hours are too old for an import.
    await db.insert(topicDays).values({ topicId: 0, day, engagement: 60, engagementRm: 0 }).onConflictDoNothing();
  }
  const readers = (contentId: number, count: number, at: number) =>
    Array.from({ length: count }, (_, i) => ({
      contentId,
      reader: `weekly ${at} ${i}`,
      at: new Date(at).toISOString(),
    }));
  await site.importClicks([
    ...readers(FALLEN, 60, (fallDay - 7) * DAY + 12 * HOUR),
    ...readers(STORY, 100, fallDay * DAY),
  ]);
  for (const weeks of [1, 2]) {
    const hour = Math.floor(REPORTED / HOUR) - 1 - 168 * weeks;
    await db.insert(clickOutcomes).values({ hour, outcome: 'counted', clicks: 50 });
  }
}

const article = (id: number, topics: number[], title = `Story ${id}`, at = now - 15 * 24 * HOUR) => ({
  id,
  url: `https://ledger.example/${id}`,
  title,
  introduction: '',
  contentType: 'article',
  topics,
  publishedAt: new Date(at).toISOString(),
});

const clicksOn = (topic: number, current: number, previous: number): object[] =>
  [current, previous].flatMap((count, weeksAgo) =>
    Array.from({ length: count }, (_, i) => ({
      contentId: articleId(topic, i % ARTICLES),
      reader: `reader ${topic} ${weeksAgo} ${i}`,
      at: new Date(now - (30 + 168 * weeksAgo + ((i * 7) % 120)) * HOUR).toISOString(),
    })),
  );

/** Causes every event. The first observation is the initial state, and a state is reported after a day and a half. */
async function happen(feed: string): Promise<void> {
  await manage('PUT', 'alerts', { types: EVENT_TYPES.slice(0, 6), oncePerDay: false, quiet: null });
  await manage('PUT', 'sources', [{ domain: 'ledger.example', name: 'Ledger', feeds: [] }]);
  const topics = Array.from({ length: TOPICS }, (_, i) => i + 1);
  await site.importClicks(topics.flatMap((topic) => clicksOn(topic, 60 - 2 * topic, 40)));
  await runAt(REPORTED - 40 * HOUR);
  const crowd = Array.from({ length: 12 }, (_, i) => {
    return { contentId: STORY, reader: `crowd ${i}`, at: new Date(now - HOUR - i * MINUTE).toISOString() };
  });
  await site.importClicks([...clicksOn(GROWING, 240, 24), ...crowd]);
  await runAt(REPORTED - 39 * HOUR);
  // A clock that advances by more than a day at once is not trusted.
  await runAt(REPORTED - 20 * HOUR);
  await manage('PUT', 'sources', [{ domain: 'ledger.example', name: 'Ledger', feeds: [feed] }]);
  for (let i = 0; i < 3; i++) await manage('POST', 'feeds/poll', { urls: [feed] });
  await site.publish({ articles: [article(FLOOD, [1], 'Flooded *cellars*', REPORTED - MINUTE)] });
  const told = BROKEN.map((host, i) => ({
    ...article(BREAKING + i, [], 'Dam breaks', REPORTED - (BROKEN.length - i) * MINUTE),
    url: `https://${host}/${i}`,
  }));
  await site.publish({ articles: told });
  await manage('POST', `stories/${BREAKING}/join`, { articles: told.map(({ id }) => id) });
  await manage('PUT', `recommended/${TODAY}`, { articles: [STORY] });
  await runAt(REPORTED);
  await site.cron(EACH_MINUTE, new Date(now));
  await manage('PUT', 'sources', [{ domain: 'ledger.example', name: 'Ledger', feeds: [] }]);
  for (const minutes of [1, 4]) await site.cron(EACH_MINUTE, new Date(now + minutes * MINUTE));
  const fleet = Array.from({ length: 40 }, (_, i) => {
    const from = { network: 64_500, userAgent: `Browser ${'abcdefghijklmnopqrstuvwxyz'[i % 26]}`, signed: false };
    return { contentId: SUSPECT, reader: `fleet ${i}`, at: new Date(now - 2 * HOUR).toISOString(), ...from };
  });
  await site.importClicks(fleet);
  await runAt(REPORTED + MINUTE);
}

async function runAt(at: number): Promise<void> {
  await manage('POST', 'rebuild');
  await site.cron(CRON, new Date(at));
}

async function delivered(path: string, count: number): Promise<Got[]> {
  const got = () => receiver.at(path);
  for (const end = Date.now() + PATIENCE; got().length < count; await sleep(50))
    assert.ok(Date.now() < end, `${path}: ${got().length} of ${count}: ${got().map(({ body }) => body)}`);
  return got();
}

const DATA: Record<EventType, object> = {
  'topic.entered_top_ten': { topic: topicOf(GROWING), rank: 1, previousRank: 13 },
  'topic.left_top_ten': { topic: topicOf(10), rank: 11, previousRank: 10 },
  'topic.grows': { topic: topicOf(GROWING), confidence: 'high' },
  'article.rising': { article: storyOf(STORY, `Story ${STORY}`), rank: 1 },
  'engagement.falls': { article: storyOf(FALLEN, `Story ${FALLEN}`), percent: -100 },
  'engagement.stops': {},
  'story.breaking': {
    article: { id: BREAKING, title: 'Dam breaks', url: 'https://paper-0.example/0', source: 'paper-0.example' },
    sources: BROKEN,
  },
  'source.failed': { source: { domain: 'ledger.example', name: 'Ledger' }, reason: 'returned 500' },
  'selection.published': { date: TODAY, version: 1, articles: [storyOf(STORY, `Story ${STORY}`)] },
  'week.published': {
    rose: [{ topic: topicOf(1), growthPercent: 290, interval: [230, 360] }],
    fell: [],
    articles: [storyOf(STORY, `Story ${STORY}`)],
  },
  'article.matched': {
    search: { slug: 'floods', name: 'Floods & storms' },
    article: { ...storyOf(FLOOD, 'Flooded *cellars*'), publishedAt: isoSeconds(REPORTED - MINUTE) },
  },
  'engagement.suspicious': { article: storyOf(SUSPECT, `Story ${SUSPECT}`), concentratedIn: 'network', percent: 93 },
  'service.alarm': { alarm: 'feeds', detail: 'no feed can be read' },
  'service.recovered': { alarm: 'feeds' },
};

function topicOf(id: number) {
  return { id, name: `Topic <${id}>`, slug: `topic-${id}` };
}

function storyOf(id: number, title: string) {
  return { id, title, url: `https://ledger.example/${id}`, source: 'Ledger' };
}

function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

test('each event is sent once with its data and a signature that the official library accepts', async () => {
  const messages = await delivered('/standard', EVENT_TYPES.length);
  const events = messages.map(
    ({ body, headers }) =>
      new Webhook(secrets.get('/standard') ?? '').verify(body, headers) as { type: EventType; data: object },
  );
  assert.deepEqual(events.map(({ type }) => type).toSorted(), [...EVENT_TYPES].toSorted());
  for (const { type, data } of events) assert.partialDeepStrictEqual(data, DATA[type], type);
  for (const { data } of events) assert.doesNotMatch(JSON.stringify(data), /click|engagement|count/i);
});

const SLACK = [
  /^Topic &lt;13&gt; entered the top ten at No\. 1/,
  /^Topic &lt;10&gt; left the top ten and fell from No\. 10 to No\. 11$/,
  /^Topic &lt;13&gt; is growing: \+[\d,]+% \(\+[\d,]+% to \+[\d,]+%\) in a week(, (led by|spread over) .+)?$/,
  /^An article is rising and is now at rank 1\n• <https:\/\/ledger\.example\/900\|Story 900>$/,
  /^An article was read less than usual on \S+: −100% on the same weekday of four weeks\n• <.*902\|Story 902>$/,
  /^No clicks have arrived since .* UTC\. Check that the script is still on your pages$/,
  /^5 sources report one story within hours: paper-0\.example, .*\n• <https:\/\/paper-0\.example\/0\|Dam breaks>$/,
  /^A feed of Ledger has failed since .* UTC, because it returned 500\n• <http:\/\/127\.0\.0\.1:\d+\/feed\|/,
  /^The editors’ choice of \S+ has been published\n• <https:\/\/ledger\.example\/900\|Story 900>$/,
  /^Topic &lt;1&gt; \+290%: your week to \d+ \w+\. Rose: Topic &lt;1&gt; \+290% \(\+230% to \+360%\)\. Most read:\n• <.*900\|Story 900>$/,
  /^New in Floods &amp; storms\n• <https:\/\/ledger\.example\/901\|Flooded \*cellars\*>$/,
  /^Suspicious clicks: 93% of the clicks on a story were discounted because one network stands out\n• <.*120\|Story 120>$/,
  /^newsgauge: no feed can be read \(since .* UTC\)$/,
  /^newsgauge: feeds can be read again \(.* UTC\)$/,
];

test('Slack receives each event as a message', async () => {
  const messages = await delivered('/slack', EVENT_TYPES.length);
  const texts = messages.map(({ body }) => {
    const message = JSON.parse(body) as { text: string };
    assert.deepEqual(Object.keys(message), ['text']);
    return message.text;
  });
  for (const pattern of SLACK)
    assert.equal(texts.filter((text) => pattern.test(text)).length, 1, `${pattern} in ${texts.join('\n')}`);
});

const TEAMS = [
  [/^Topic <13> entered the top ten at No\. 1/],
  [/^Topic <10> left the top ten/],
  [/^Topic <13> is growing/],
  [/^An article is rising/, /^\[Story 900\]\(https:\/\/ledger\.example\/900\)$/],
  [/^An article was read less than usual/, /^\[Story 902\]\(https:\/\/ledger\.example\/902\)$/],
  [/^No clicks have arrived since/],
  [/^5 sources report one story/, /^\[Dam breaks\]\(https:\/\/paper-0\.example\/0\)$/],
  [/^A feed of Ledger has failed since/, /^\[http:.*\/feed\]\(http:\/\/127\.0\.0\.1:\d+\/feed\)$/],
  [/^The editors’ choice of \S+ has been published$/, /^\[Story 900\]\(https:\/\/ledger\.example\/900\)$/],
  [/^Topic <1> \+290%: your week to/, /^\[Story 900\]\(https:\/\/ledger\.example\/900\)$/],
  [/^New in Floods & storms$/, /^\[Flooded \\\*cellars\\\*\]\(https:\/\/ledger\.example\/901\)$/],
  [/^Suspicious clicks/, /^\[Story 120\]\(https:\/\/ledger\.example\/120\)$/],
  [/^newsgauge: no feed can be read \\\(since/],
  [/^newsgauge: feeds can be read again/],
];

test('Teams receives each event as an Adaptive Card', async () => {
  const messages = await delivered('/teams', EVENT_TYPES.length);
  const cards = messages.map(({ body }) => {
    const message = JSON.parse(body);
    assert.equal(message.type, 'message');
    const [attachment] = message.attachments;
    assert.equal(attachment.contentType, 'application/vnd.microsoft.card.adaptive');
    assert.partialDeepStrictEqual(attachment.content, { type: 'AdaptiveCard', version: '1.4' });
    return (attachment.content.body as { type: string; text: string }[]).map(({ type, text }) => {
      assert.equal(type, 'TextBlock');
      return text;
    });
  });
  for (const lines of TEAMS) {
    const same = cards.filter(
      (card) => card.length === lines.length && lines.every((line, i) => line.test(card[i] ?? '')),
    );
    assert.equal(same.length, 1, `${lines}: ${JSON.stringify(cards)}`);
  }
});

test('no message is sent twice, and the status reports no pending deliveries', async () => {
  const status = await manage<{ webhooks: object }>('GET', 'status');
  assert.partialDeepStrictEqual(status.webhooks, { enabled: 3, failing: 0, switchedOff: 0, waiting: 0 });
  assert.equal(receiver.paths().filter((path) => path !== '/feed').length, 3 * EVENT_TYPES.length);
});
