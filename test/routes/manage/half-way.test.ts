import { env, runDurableObjectAlarm } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { runScheduledJobs } from '../../../src/operations/jobs.ts';
import { SITE } from '../../../src/rankings/site.ts';
import { askUnder } from '../../operations/openmetrics.ts';
import { makeKey, publish } from '../../support/index.ts';
import { windowObject, withObjects } from '../../support/windows.ts';
import { askFresh } from '../insights/stage.ts';

const topic = (id: number) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, description: '', category: 1 });
const article = (topics: number[]) => ({
  id: 1,
  url: 'https://paper.example/1',
  title: 'One',
  publishedAt: '2026-01-01T00:00:00Z',
  contentType: 'article',
  topics,
});

const cutOff = withObjects(() => ({ refreshSoon: () => Promise.reject(new Error('Network connection lost.')) }));

const ranked = async (id: number): Promise<number[]> => {
  const { data } = (await (await askFresh(`/api/v2/insights/topics/${id}/content/`)).json()) as {
    data: { items: { contentId: number }[] };
  };
  return data.items.map(({ contentId }) => contentId);
};

const ask = (key: string, method: string, path: string, body?: unknown, under = env as Env) =>
  askUnder(under, path, {
    method,
    headers: { Authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const watchdog = () => runScheduledJobs({ cron: '*/5 * * * *', scheduledTime: Date.now(), noRetry() {} }, env);

async function clickedArticle(): Promise<string> {
  const key = await makeKey('operator');
  await publish(key, 'topics', [topic(1), topic(2)]);
  await publish(key, 'articles', [article([1])]);
  const at = new Date(Date.now() - 60_000).toISOString();
  const clicks = [{ contentId: 1, at, reader: 'someone' }];
  expect((await ask(key, 'POST', '/manage/clicks', clicks)).status).toBe(200);
  await expect.poll(() => ranked(1)).toEqual([1]);
  for (const id of [SITE, 1, 2]) await runDurableObjectAlarm(windowObject(id));
  return key;
}

test('an article published while the objects were unreachable is ranked later', async () => {
  const key = await clickedArticle();
  expect((await ask(key, 'PUT', '/manage/articles', [article([2])], cutOff)).status).toBe(200);
  await watchdog();
  await expect.poll(async () => [await ranked(1), await ranked(2)]).toEqual([[], [1]]);
});

test('an article deleted while the objects were unreachable is removed from the rankings later', async () => {
  const key = await clickedArticle();
  expect((await ask(key, 'DELETE', '/manage/articles/1', undefined, cutOff)).status).toBe(200);
  await watchdog();
  const trending = async () => {
    const body = await (await askFresh('/api/v2/insights/trending-topics/')).json();
    return (body as { data: { topics: { topicId: number }[] } }).data.topics.map(({ topicId }) => topicId);
  };
  await expect.poll(trending).toEqual([]);
});
