import { askWith, publish } from '../../support/index.ts';

export const TOPICS = [11, 12, 47];
export const ARTICLES = [2001, 2002, 2003, 2004];

/** Fifteen webhooks exist, so that requested ids exist despite deletions. */
const WEBHOOKS = Array.from({ length: 15 }, (_, i) => i + 1);

const HOUR_MS = 3_600_000;
const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();

export async function publishNewsroom(operator: string): Promise<void> {
  await publish(operator, 'topics', [
    { id: 11, name: 'Cyber', slug: 'cyber', description: 'Digital risks', category: 1 },
    { id: 12, name: 'Talent', slug: 'talent', description: '', category: 2 },
  ]);
  await publish(operator, 'companies', [{ id: 3, name: 'Varnholt Re', organisationType: 'Carrier' }]);
  await publish(operator, 'sources', [
    { domain: 'ledger.example', name: 'Ledger', icon: 'https://ledger.example/icon.svg', client: 'Topic Article' },
  ]);
  const articles = ARTICLES.map((id, i) => ({
    id,
    url: `https://ledger.example/${id}`,
    title: `Story ${id}`,
    introduction: 'A flood of cyber claims',
    publishedAt: at(20 * 24 + i),
    contentType: i % 2 ? 'report' : 'article',
    companies: [3],
    topics: i === 3 ? [11, 47] : [11, 12],
    countries: ['GB'],
    geoGroups: ['europe'],
    ...(i === 0 ? { image: { url: 'https://ledger.example/1.jpg', width: 640, height: 360, alt: 'Rain' } } : {}),
    ...(i === 1 ? { organisationType: 'Broker', client: 'Varnholt' } : {}),
  }));
  await publish(operator, 'rules', [
    { kind: 'topic', ref: '11', words: ['cyber'] },
    { kind: 'country', ref: 'GB', words: ['british isles'] },
  ]);
  await publish(operator, 'articles', articles);
  await askWith(operator, `/manage/recommended/${at(0).slice(0, 10)}`, {
    method: 'PUT',
    body: JSON.stringify({ articles: [2003, 2001] }),
  });
  for (const date of Array.from({ length: 20 }, (_, days) => at(days * 24).slice(0, 10)))
    await askWith(operator, `/manage/annotations/${date}`, {
      method: 'PUT',
      body: JSON.stringify({ text: 'A storm' }),
    });
  for (const id of WEBHOOKS)
    await askWith(operator, '/manage/webhooks', {
      method: 'POST',
      body: JSON.stringify({ name: `Receiver ${id}`, url: 'https://receiver.invalid/', events: ['source.failed'] }),
    });
  await countClicks(operator);
}

async function countClicks(operator: string): Promise<void> {
  const clicks = ARTICLES.flatMap((contentId, i) =>
    Array.from({ length: 12 }, (_, reader) => ({
      contentId,
      reader: `reader ${reader}`,
      at: at(reader < 3 ? 200 : 1 + i + reader),
      continent: 'EU',
      companyType: reader % 2 ? 'broker' : 'carrier',
      seniority: 'director',
    })),
  );
  for (const [path, body] of [
    ['/manage/clicks', JSON.stringify(clicks)],
    ['/manage/rebuild', ''],
  ] as const) {
    const response = await askWith(operator, path, { method: 'POST', body });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
}
