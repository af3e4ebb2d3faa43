import { env, SELF } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { askWith, makeKey } from '../../support/index.ts';
import { FUTURE } from '../insights/newsroom.ts';
import { askFresh, computeDaysAt, stage } from '../insights/stage.ts';

const NOW = FUTURE + 90 * 86_400 + 5 * 3600;
const dayOf = (ago: number) => new Date((NOW - ago * 86_400) * 1000).toISOString().slice(0, 10);

async function stageReaders(readersAt: (topic: number, ago: number) => number, days: number): Promise<void> {
  const ids = [1, 2];
  await stage(
    {
      topics: ids.map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, description: '', category: 1 })),
      sources: [],
      articles: ids.map((id) => ({
        id,
        url: `https://alpha.example/${id}`,
        title: `Story ${id}`,
        contentType: 'article',
        topics: [id],
      })),
      clicks: ids.flatMap((contentId) =>
        Array.from({ length: days }, (_, day) => day + 1).flatMap((ago) =>
          Array.from({ length: readersAt(contentId, ago) }, (_, i) => ({
            contentId,
            at: NOW - ago * 86_400,
            reader: `reader ${ago} ${i}`,
            signed: true as const,
          })),
        ),
      ),
    },
    NOW,
  );
  await computeDaysAt(NOW);
}

async function growthOf(query: string): Promise<{ growthPercent: number; interval: unknown } | undefined> {
  const path = `/api/v2/insights/trending-topics/growth/?limit=50&minContentItems=1&direction=up&${query}`;
  type Topics = { topicId: number; growthPercent: number; interval: unknown }[];
  const { data } = await (await askFresh(path)).json<{ data: { topics: Topics } }>();
  return data.topics.find(({ topicId }) => topicId === 1);
}

let shared = 0;
async function wordsOf(view: string): Promise<string> {
  const body = JSON.stringify({ name: 'all', view, days: 30 });
  const made = await askWith(await makeKey('operator'), '/manage/shares', { method: 'POST', body });
  const { data } = await made.json<{ data: { link: string } }>();
  const page = await (await SELF.fetch(`https://p${++shared}.newsgauge.test${new URL(data.link).pathname}`)).text();
  return page
    .slice(page.indexOf('<main'))
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/[\s|]*\|[\s|]*/g, '|');
}

test('a shared topic shows the change over the selected days and states the days that they are compared with', async () => {
  await stageReaders((topic, ago) => (topic === 1 && ago <= 14 ? 60 : 30), 28);
  const days = `from=${dayOf(14)}&to=${dayOf(1)}`;
  const percent = (await growthOf(days))?.growthPercent;
  const words = await wordsOf(`insights/topics/1/content/?${days}`);
  expect(words).toContain(`|Up ${percent}% on the 14 days before.|`);
  expect(words).toMatch(
    / \(UTC\) against the 14 days before\. The confidence and the cause of such a change are unknown/,
  );
  expect(words).not.toMatch(/last week/);
});

test('a share of yesterday shows the change of the last seven days with its interval', async () => {
  await stageReaders((topic, ago) => (topic === 1 && ago <= 7 ? 200 : 40), 14);
  expect((await growthOf(''))?.interval).toBeTruthy();
  const yesterday = `from=${dayOf(1)}&to=${dayOf(1)}`;
  for (const [view, change] of [
    [`insights/topics/1/history/?days=28#with=2&${yesterday}`, /\|\+[\d,]+%\|[+−][\d,]+% to [+−][\d,]+%\|/],
    [`insights/topics/1/content/?${yesterday}`, /Up [\d,]+% on last week\..*90% sure: /],
  ] as const) {
    const words = await wordsOf(view);
    expect(words).toMatch(change);
    expect(words).not.toMatch(/days before|The confidence and the cause of such a change/);
  }
  expect(await wordsOf(`insights/topics/1/content/?from=${dayOf(3)}&to=${dayOf(2)}`)).toContain('on the 7 days before');
});

test('a shared article without readers in recent days is shown by hour over seven days', async () => {
  await stageReaders((_, ago) => ({ 5: 60, 4: 33 })[ago] ?? 0, 14);
  const words = await wordsOf('insights/content/1/?days=28');
  expect(words).toMatch(/\|By the hour\|last 7 days\|/);
  expect(words).toContain('relative to the busiest of seven days.');
});

describe('topics with the same number of readers on each day', () => {
  beforeAll(() => stageReaders(() => 60, 28));

  test('a shared topic is not described as new if there is no data for the compared days, and the page says so', async () => {
    const window = `from=${dayOf(14)}&to=${dayOf(1)}`;
    const range = `${window}&against=year`;
    expect(await wordsOf(`insights/topics/1/content/?${window}#against=year`)).not.toMatch(/\bnew\b|last week/i);
    const words = await wordsOf(`insights/topics/1/history/?days=28#with=2&${range}`);
    expect(words).toContain('|No data for the same days a year ago to compare with.|');
    expect(words).not.toMatch(/\bnew\b|None has|had no readers/i);
  });

  test('unchanged topics of a share are described as unchanged instead of unknown', async () => {
    const days = `from=${dayOf(10)}&to=${dayOf(1)}`;
    expect(await wordsOf(`insights/topics/1/history/?days=28#with=2&${days}`)).toContain(
      '|None has changed from the 10 days before.|',
    );
  });

  test('a share shows the placement index of an article with high confidence', async () => {
    await env.DB.prepare(
      "INSERT INTO pulls VALUES (1, 210, 170, 260, 'high', 7, 12), (2, 110, 60, 200, 'low', 1, 1)",
    ).run();
    const said = /Story 1\|alpha\.example\s· positions\s7\sto\s12[^|]*\|(?:[^|]*\|){0,2}2\.1×\|/i;
    expect(await wordsOf('insights/underplayed-content/?limit=5')).toMatch(said);
    const popular = await wordsOf('insights/popular-content/?period=7d&placement=true');
    expect(popular).toMatch(said);
    // A dot that may be chance is hollow.
    expect(popular).toMatch(/Story 2\|[^|]*· position\s1\|/i);
  });
});
