import { expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../../support/index.ts';
import { publishTaggedThings } from '../tagged-things.ts';

const DAY_MS = 86_400_000;

interface Day {
  date: string;
  articles: number;
  tagged: number;
}

test('article counts per day cover the last fourteen days, include tagged articles and exclude tomorrow', async () => {
  const operator = await makeKey('operator');
  await publishTaggedThings(operator);
  const now = Date.now();
  const ages = [-1, 0, 0, 1, 3, 3, 3, 13, 14, 40];
  const dayOf = (age: number) => new Date(now - age * DAY_MS).toISOString().slice(0, 10);
  await publish(
    operator,
    'articles',
    ages.map((age, i) => ({
      id: i + 1,
      url: `https://a.example/${i + 1}`,
      title: 'A dull day',
      contentType: 'article',
      publishedAt: age === 0 ? `${dayOf(0)}T00:00:00Z` : `${dayOf(age)}T12:00:00Z`,
      topics: i % 2 === 0 ? [1] : [],
    })),
  );
  const answer = await askWith(operator, '/manage/articles/days');
  const { days } = (await answer.json<{ data: { days: Day[] } }>()).data;
  const oracle = Array.from({ length: 14 }, (_, i) => 13 - i).map((age) => ({
    date: dayOf(age),
    articles: ages.filter((one) => one === age).length,
    tagged: ages.filter((one, i) => one === age && i % 2 === 0).length,
  }));
  expect(days).toEqual(oracle);
});

test('article counts include days before the newest 500 articles', async () => {
  const operator = await makeKey('operator');
  const midnight = new Date().setUTCHours(0, 0, 0, 0);
  const articles = Array.from({ length: 700 }, (_, i) => ({
    id: 1000 + i,
    url: `https://b.example/${i}`,
    title: `Report ${i}`,
    contentType: 'article',
    publishedAt: new Date(midnight - (1 + (i % 7)) * DAY_MS + i * 1000).toISOString(),
  }));
  await publish(operator, 'articles', articles);
  const { days } = (await (await askWith(operator, '/manage/articles/days')).json<{ data: { days: Day[] } }>()).data;
  expect(days.length).toBe(14);
  expect(days.slice(6, 13).every((day) => day.articles >= 100)).toBe(true);
});
