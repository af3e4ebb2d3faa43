import type { Context } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '../../src/http/env.ts';
import { publicOrigin } from '../../src/http/origin.ts';

test.each([
  ['https://news.example/', 'https://news.example'],
  ['https://news.example:8443/feeds', 'https://news.example:8443'],
  ['', 'http://127.0.0.1:8787'],
])('links in emails with PUBLIC_URL=%j start with %s', (PUBLIC_URL, origin) => {
  const c = { env: { PUBLIC_URL }, req: { url: 'http://127.0.0.1:8787/manage/people' } };
  expect(publicOrigin(c as unknown as Context<AppEnv>)).toBe(origin);
});
