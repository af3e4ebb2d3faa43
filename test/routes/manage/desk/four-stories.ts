import { makeKey, publish } from '../../../support/index.ts';

export async function publishFour(): Promise<string> {
  const operator = await makeKey('operator');
  const articles = [1, 2, 3, 4].map((id) => ({
    id,
    url: `https://example.com/${id}`,
    title: `Story ${id}`,
    introduction: `About ${id}`,
    publishedAt: `2026-01-0${id}T00:00:00Z`,
    contentType: 'article',
  }));
  await publish(operator, 'articles', articles);
  return operator;
}
