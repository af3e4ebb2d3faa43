import { readFileSync } from 'node:fs';
import { demoNewsroom } from '../../../src/demo/newsroom.ts';
import { HOSTILE_TOPIC, hostileNewsroom, NASTY } from '../../delivery/hostile.ts';
import type { Site } from './server.ts';

/** Topic 1 has the most clicks, topic 2 follows, and so on. Topic 6 is new this week. */
export const TOPICS = ['Cyber', 'Marine Cargo', 'Claims', 'Talent', 'Property', 'Space'].map((name, i) => ({
  id: i + 1,
  name,
  slug: name.toLowerCase().replace(' ', '-'),
  description: `All about ${name}`,
  category: i < 3 ? 1 : 2,
}));
const PER_TOPIC = 6;
/** Clicks per article. Articles with several topics must not change the order of topics. */
const READERS = [12, 8, 6, 4, 3, 2];
const HOUR = 3_600_000;
const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR).toISOString();

export const articleIds = (topic: number): number[] => Array.from({ length: PER_TOPIC }, (_, i) => topic * 100 + i);

const READERS_THEN = 60;
const THEN = 30;
/** In the last seven complete days at any hour, and in neither 24 hours that trending compares. */
const COMPLETE_DAY = 60;

/**
 * Publishes the newsroom and counts its clicks. `withHistory` adds charts to topic 1 and its first article. With
 * `withDays`, each article also has clicks on a complete day of the last seven, at any hour of the day.
 */
export async function publishEngaged(site: Site, { withHistory = false, withDays = false } = {}): Promise<void> {
  await site.publish({
    topics: TOPICS,
    sources: [{ domain: 'ledger.example', name: 'The Ledger', organisationType: 'Broker' }],
    articles: TOPICS.flatMap(({ id, name }) =>
      articleIds(id).map((contentId, i) => ({
        id: contentId,
        url: `https://ledger.example/${contentId}`,
        title: `=${name}, part "${i + 1}"`,
        introduction: name,
        publishedAt: at(20 * 24 + i),
        contentType: i % 2 ? 'report' : 'article',
        authors: ['Ada Byron'],
        topics: i === 0 && id < 5 ? [id, id + 1] : [id],
      })),
    ),
  });
  const operator = await site.makeKey('operator');
  const clicks = TOPICS.flatMap(({ id }) =>
    articleIds(id).flatMap((contentId) => [
      ...readers(contentId, READERS[id - 1] ?? 0, 2),
      ...readers(contentId, id < 6 ? id : 0, 180),
      ...readers(contentId, withDays ? (READERS[id - 1] ?? 0) : 0, COMPLETE_DAY),
    ]),
  );
  await manage(site, operator, '/manage/clicks', JSON.stringify(clicks));
  if (withHistory) await manage(site, operator, '/manage/clicks', JSON.stringify(readers(100, READERS_THEN, THEN)));
  await manage(site, operator, '/manage/rebuild', '');
  if (withHistory) await site.cron('*/5 * * * *');
}

/** Each article has its own readers. If readers of a topic shared a bucket, its growth would have no interval. */
const readers = (contentId: number, count: number, hoursAgo: number) =>
  Array.from({ length: count }, (_, reader) => ({
    contentId,
    at: at(hoursAgo),
    reader: `reader ${reader} of ${contentId}`,
    continent: reader % 2 ? 'EU' : 'NA',
    companyType: reader % 2 ? 'broker' : 'carrier',
    seniority: reader % 3 ? 'director' : 'manager',
  }));

async function manage(site: Site, operator: string, path: string, body: string): Promise<void> {
  const headers = { Authorization: `Bearer ${operator}` };
  const response = await fetch(new URL(path, site.url), { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** Browsers and networks differ, so that no clicks are discounted. */
const SYSTEMS = [
  'X11; Linux x86_64',
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; CrOS x86_64',
];
export const browserOf = (reader: number) =>
  `Mozilla/5.0 (${SYSTEMS[reader % SYSTEMS.length]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 ${reader % 3 ? 'Safari' : 'Edg'}/537.36`;

export async function clickOn(site: Site, key: string, topic: number, count: number): Promise<void> {
  const ids = articleIds(topic);
  const outcomes = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const response = await fetch(new URL('/clicks', site.url), {
        method: 'POST',
        headers: { 'User-Agent': browserOf(i), 'CF-Connecting-IP': `${11 + (i % 89)}.18.${i >> 8}.${i & 255}` },
        body: JSON.stringify({ key, contentId: ids[i % ids.length] }),
      });
      return response.headers.get('X-Click');
    }),
  );
  const refused = outcomes.filter((outcome) => outcome !== 'accepted');
  if (refused.length > 0) throw new Error(`${refused.length} clicks were not accepted: ${refused[0]}`);
}

const YEAR = 365 * 86_400;

export async function publishDemo(site: Site, count: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const { topics, companies, sources, articles } = demoNewsroom({ seed: 1, now, assetBase: site.url.origin });
  await site.publish({ topics, companies, sources, articles: articles.slice(-count) });
  return `includeTopics=${topics.map(({ id }) => id)}`;
}

/**
 * Publishes articles with hostile texts and returns the query that selects them. `NASTY_STRINGS=file.json` adds texts.
 */
export async function publishHostile(site: Site): Promise<string> {
  const more: string[] = process.env.NASTY_STRINGS ? JSON.parse(readFileSync(process.env.NASTY_STRINGS, 'utf8')) : [];
  const { topics, sources, articles } = hostileNewsroom([...NASTY, ...more], Math.floor(Date.now() / 1000) - YEAR);
  await site.publish({ topics, sources, articles });
  return `includeTopics=${HOSTILE_TOPIC}`;
}
