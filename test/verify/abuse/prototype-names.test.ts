import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../support/index.ts';

let operator = '';
beforeAll(async () => {
  operator = await makeKey('operator');
});

test.each(['constructor', 'hasownproperty', 'tostring', 'valueof', 'then'])(
  'what is called %s is a name like others',
  async (slug) => {
    await publish(operator, 'geo-groups', [{ slug, name: slug, countries: ['GB'] }]);
    await publish(operator, 'topics', [{ id: 10 + slug.length, name: slug, slug, description: '', category: 1 }]);
    await publish(operator, 'companies', [{ id: 10 + slug.length, name: slug, organisationType: 'Broker' }]);
    const article = { url: `https://a.test/${slug}`, title: `The ${slug} of it`, publishedAt: '2026-01-01T00:00:00Z' };
    await publish(operator, 'articles', [{ ...article, contentType: 'article', geoGroups: [slug] }]);
    const retag = await askWith(operator, '/manage/retag', { method: 'POST' });
    expect(retag.status).toBe(200);
  },
);
