import { beforeAll, describe, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../support/index.ts';

let secret = '';
const DAY = 86_400_000;
const story = (id: number, more: object = {}) => ({
  id,
  url: `https://ledger.example/${id}`,
  title: `Story ${id}`,
  contentType: 'article',
  introduction: '',
  publishedAt: new Date(Date.now() - DAY).toISOString(),
  ...more,
});

beforeAll(async () => {
  const operator = await makeKey('operator');
  secret = await makeKey('secret');
  await publish(operator, 'sources', [
    { domain: 'ledger.example', name: 'The Ledger', icon: 'https://ledger.example/icon.png' },
  ]);
  await publish(operator, 'articles', [
    story(1, { image: { url: 'https://ledger.example/1.jpg', alt: 'A ship' } }),
    story(2, { url: 'https://plain.example/2' }),
    story(3, { publishedAt: new Date(Date.now() + DAY).toISOString() }),
  ]);
});

const ask = (query: string) => askWith(secret, `/api/v2/insights/pictures/${query}`);

describe('images and source icons at /api/v2/insights/pictures/', () => {
  test('/insights/pictures returns the image and the source icon, or null if missing, and omits unpublished articles', async () => {
    const response = await ask('?ids=2,1,3,999');
    expect(response.status).toBe(200);
    const { data } = await response.json<{ data: { pictures: { contentId: number }[] } }>();
    expect(data.pictures.toSorted((a, b) => a.contentId - b.contentId)).toEqual([
      {
        contentId: 1,
        publishedAt: expect.any(String),
        image: 'https://ledger.example/1.jpg',
        icon: 'https://ledger.example/icon.png',
        days: null,
      },
      { contentId: 2, publishedAt: expect.any(String), image: null, icon: null, days: null },
    ]);
    const rows = Number(/rows=(\d+)/.exec(response.headers.get('Server-Timing') ?? '')?.[1]);
    expect(rows, 'three rows an article at most').toBeLessThanOrEqual(3 * 4);
  });

  test('/insights/pictures returns an empty list without ids', async () => {
    expect(await (await ask('')).json()).toMatchObject({ data: { pictures: [] } });
  });

  test('/insights/pictures rejects more than a hundred ids', async () => {
    const ids = Array.from({ length: 101 }, (_, i) => i + 1).join();
    expect((await ask(`?ids=${ids}`)).status).toBe(400);
  });
});
