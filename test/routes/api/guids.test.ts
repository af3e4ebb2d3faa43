import { SELF } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { makeKey, publish } from '../../support/index.ts';

test('the guid of an article is the same on every host and contains the authority set in wrangler.toml', async () => {
  const [secret, operator] = [await makeKey('secret'), await makeKey('operator')];
  const story = { publishedAt: '2026-01-01T00:00:00Z', contentType: 'article', title: 'One' };
  await publish(operator, 'articles', [{ ...story, id: 7, url: 'https://guid.example/7' }]);
  const guids = await Promise.all(
    ['one.example', 'www.other.test:8080', '127.0.0.1'].map(async (host) => {
      const answer = await SELF.fetch(`http://${host}/api/v2/feed/?output=rss`, { headers: { 'X-API-Key': secret } });
      return /<guid[^>]*>([^<]*)/.exec(await answer.text())?.[1];
    }),
  );
  expect(new Set(guids)).toEqual(new Set(['tag:newsgauge.example,2026:article/7']));
});
