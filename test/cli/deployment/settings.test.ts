import { expect, test } from 'vitest';
import { mergeSettings, missingSettings, withIds } from '../../../src/cli/deployment/settings.ts';

const base = {
  name: 'newsgauge',
  workers_dev: false,
  vars: { PUBLISHER: 'newsgauge', GUID_AUTHORITY: 'newsgauge.example' },
  d1_databases: [{ binding: 'DB', database_name: 'newsgauge' }],
  kv_namespaces: [{ binding: 'SALTS' }],
  triggers: { crons: ['*/5 * * * *'] },
};

test('tables are merged, lists and values are replaced, ids are added to their bindings', () => {
  const own = {
    vars: { PUBLISHER: 'Example' },
    triggers: { crons: ['0 * * * *'] },
    routes: [{ pattern: 'a.example' }],
  };
  expect(withIds(mergeSettings(base, own), { databaseId: 'd', saltsId: 's' })).toEqual({
    ...base,
    vars: { PUBLISHER: 'Example', GUID_AUTHORITY: 'newsgauge.example' },
    triggers: { crons: ['0 * * * *'] },
    routes: [{ pattern: 'a.example' }],
    d1_databases: [{ binding: 'DB', database_name: 'newsgauge', database_id: 'd' }],
    kv_namespaces: [{ binding: 'SALTS', id: 's' }],
  });
});

test.each([
  [{}, 2],
  [{ vars: { GUID_AUTHORITY: 'a.example' } }, 1],
  [{ workers_dev: true }, 1],
  [{ vars: { GUID_AUTHORITY: 'a.example' }, workers_dev: true }, 0],
  [{ vars: { GUID_AUTHORITY: 'a.example' }, routes: [{ pattern: 'news.a.example' }] }, 0],
])('of %j a deployment misses %i settings', (own, count) => {
  expect(missingSettings(mergeSettings(base, own))).toHaveLength(count);
});
