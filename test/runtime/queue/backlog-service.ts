import { setTimeout as sleep } from 'node:timers/promises';
import { sendValues } from '../../../src/command/send.ts';

/** Topic and number of the articles that are published after all others and get only new clicks. */
export const FRESH = { topic: 99, articles: 30 };

export async function publish(base: URL, key: string, count: number): Promise<void> {
  const topics = [...Array.from({ length: 20 }, (_, i) => i + 1), FRESH.topic].map((id) => ({
    id,
    name: `Topic ${id}`,
    slug: `topic-${id}`,
    category: 1,
  }));
  const articles = Array.from({ length: count + FRESH.articles }, (_, i) => ({
    id: i + 1,
    url: `https://news.example/${i + 1}`,
    title: `Article ${i + 1}`,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
    topics: i < count ? [1 + (i % 20), 1 + ((i + 7) % 20)] : [FRESH.topic],
  }));
  for (const [collection, values] of [
    ['topics', topics],
    ['articles', articles],
  ] as const) {
    const { rejected } = await sendValues({ base, key }, collection, values);
    if (rejected.length > 0) throw new Error(`${collection}: ${JSON.stringify(rejected[0])}`);
  }
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

export async function click(base: URL, key: string, contentId: number, reader = contentId): Promise<boolean> {
  const address = `10.${reader >> 16}.${(reader >> 8) & 255}.${reader & 255}`;
  const answer = await fetch(new URL('/clicks', base), {
    method: 'POST',
    body: JSON.stringify({ key, contentId }),
    headers: { 'User-Agent': BROWSER, 'Content-Type': 'text/plain', 'X-Forwarded-For': address },
  }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.status === 202;
}

/** Returns the ids of the `FRESH` articles in the ranking of their topic. A new `salt` bypasses the cache. */
export async function ranked(base: URL, key: string, salt: number): Promise<number[]> {
  const url = new URL(`/api/v2/insights/topics/${FRESH.topic}/content/?period=24h&limit=${30 + (salt % 21)}`, base);
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` } }).catch(() => null);
  if (answer?.status !== 200) return [];
  return ((await answer.json()) as { data: { items: { contentId: number }[] } }).data.items.map(
    ({ contentId }) => contentId,
  );
}

interface Status {
  queue: { queued: number; oldestSeconds: number | null; secondsLeft: number | null };
  deadLetters: Record<string, number> | null;
  outcomes: Record<string, number> | null;
}

export async function statusOf(base: URL, key: string): Promise<Status> {
  for (; ; await sleep(200)) {
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await fetch(new URL('/manage/status', base), { headers }).catch(() => null);
    if (answer?.ok) return ((await answer.json()) as { data: Status }).data;
  }
}
