import { setTimeout as sleep } from 'node:timers/promises';
import { CLICK_DAYS, FALLING_TOPIC, RISING_TOPIC } from '../../src/demo/clicks.ts';
import { NEW_TOPIC } from '../../src/demo/topics.ts';

/** Days are added up by a job that begins when the service is ready. */
const PATIENCE = 30_000;

interface Item {
  topicId: number;
  growthPercent: number | null;
  confidence: string;
}

/** Asks the demo newsroom of a service for everything that four weeks of clicks have to show; returns what is missing. */
export async function missingInDemo(base: URL, key: string): Promise<string[]> {
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(new URL(`/api/v2/insights/${path}`, base), {
      headers: { Authorization: `Bearer ${key}` },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return ((await response.json()) as { data: T }).data;
  };
  const missing: string[] = [];
  const expect = (isShown: boolean, what: string) => {
    if (!isShown) missing.push(what);
  };

  const knownDays = async () => {
    const { days } = await ask<{ days: { index: number | null }[] }>(`topics/${RISING_TOPIC}/history/`);
    return days.filter(({ index }) => index !== null).length;
  };
  for (const end = Date.now() + PATIENCE; Date.now() < end && (await knownDays()) < CLICK_DAYS - 1; ) await sleep(500);
  // The first of 28 days may have begun before the first click.
  expect((await knownDays()) >= CLICK_DAYS - 1, 'a history of four weeks');

  const grown = async (direction: string) =>
    (await ask<{ topics: Item[] }>(`trending-topics/growth/?direction=${direction}&limit=2`)).topics;
  const [[spike, up], [down]] = [await grown('up'), await grown('down')];
  expect(spike?.topicId === NEW_TOPIC && spike.growthPercent === null, 'a topic that is new this week');
  expect(up?.topicId === RISING_TOPIC && up.confidence === 'high', 'the topic that rises, with high confidence');
  expect(down?.topicId === FALLING_TOPIC && down.confidence === 'high', 'the topic that falls, with high confidence');

  const { items } = await ask<{ items: { contentId: number }[] }>('rising-content/?limit=1');
  const feed = await fetch(new URL('/api/v2/feed/?limit=30', base), { headers: { Authorization: `Bearer ${key}` } });
  const newest = ((await feed.json()) as { items: { id: string }[] }).items.map(({ id }) => Number(id));
  expect(newest.includes(items[0]?.contentId ?? 0), 'a new story that rises most');

  const audience = await ask<Record<string, { slug: string; topics: unknown[] }[]>>('audience/');
  for (const attribute of ['companyTypes', 'regions', 'seniorities']) {
    const shown = (audience[attribute] ?? []).filter(({ topics }) => topics.length > 0).length;
    expect(shown >= 2, `topics of at least two ${attribute}`);
  }
  for (const breakdown of ['audience-region', 'seniority']) {
    const groups = await ask<{ items: unknown[] }[]>(`popular-content/?breakdown=${breakdown}`);
    expect(JSON.stringify(groups).length > 500, `popular content by ${breakdown}`);
  }
  return missing;
}
