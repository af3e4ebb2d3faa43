import { describe, expect, test } from 'vitest';
import { refuseOtherVersion } from '../../src/cli/deployment/resources.ts';
import {
  givenIds,
  keepingIds,
  mergeSettings,
  missingSettings,
  withAddress,
  withIds,
} from '../../src/cli/deployment/settings.ts';
import { isDeadQueue } from '../../src/clicks/consume/consumer.ts';
import { knownMigrations } from '../../src/node/state/migrations.ts';
import { isWebhookQueue } from '../../src/webhooks/queue.ts';

describe('deployment settings', () => {
  const base = {
    name: 'newsgauge',
    workers_dev: false,
    vars: { PUBLISHER: 'newsgauge', GUID_AUTHORITY: 'newsgauge.example' },
    d1_databases: [{ binding: 'DB', database_name: 'newsgauge' }],
    kv_namespaces: [{ binding: 'SALTS' }],
    triggers: { crons: ['*/5 * * * *'] },
  };

  test('mergeSettings() merges tables and replaces lists and values, and withIds() adds ids to bindings', () => {
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
    [{ vars: { GUID_AUTHORITY: 'a.example', TRUSTED_NETWORKS: 'AS64496 10.0.0.0/8' }, workers_dev: true }, 0],
    [{ vars: { GUID_AUTHORITY: 'a.example', TRUSTED_NETWORKS: '10.0.0.0/40,intranet' }, workers_dev: true }, 1],
    [{ vars: { GUID_AUTHORITY: 'a.example', TIME_ZONE: 'Europe/Lodnon', DISCOUNTING: 'yes' }, workers_dev: true }, 2],
  ])('settings %j lack %i required settings', (own, count) => {
    expect(missingSettings(mergeSettings(base, own))).toHaveLength(count);
  });

  test('givenIds() returns the ids that the deploy button wrote into wrangler.toml', () => {
    expect(givenIds(base)).toEqual({});
    expect(givenIds(withIds(base, { databaseId: 'd', saltsId: 's' }))).toEqual({ databaseId: 'd', saltsId: 's' });
    const half = { ...base, kv_namespaces: [{ binding: 'SALTS', id: 's' }] };
    expect(givenIds(half)).toEqual({ saltsId: 's' });
  });

  test('ids of an earlier deployment with the same name are kept until new ones exist', () => {
    const written = withIds(base, { databaseId: 'd', saltsId: 's' });
    expect(givenIds(keepingIds(base, written))).toEqual({ databaseId: 'd', saltsId: 's' });
    expect(givenIds(keepingIds(withIds(base, { databaseId: 'e', saltsId: 't' }), written)).databaseId).toBe('e');
    for (const none of [null, {}, { ...written, name: 'weekly' }]) expect(keepingIds(base, none)).toEqual(base);
  });

  test('a deployment without a host gets a workers.dev address', () => {
    expect(withAddress(base)).toMatchObject({ workers_dev: true });
    const routed = { ...base, routes: [{ pattern: 'news.a.example' }] };
    expect(withAddress(routed)).toEqual(routed);
  });

  describe('names of queues', () => {
    const queues = (clicks: string, dead: string, hooks: string, deadOfClicks = dead) => ({
      vars: { GUID_AUTHORITY: 'a.example' },
      workers_dev: true,
      queues: {
        producers: [
          { binding: 'CLICKS', queue: clicks },
          { binding: 'DEAD_CLICKS', queue: dead },
          { binding: 'WEBHOOKS', queue: hooks },
        ],
        consumers: [{ queue: clicks, dead_letter_queue: deadOfClicks }, { queue: dead }, { queue: hooks }],
      },
    });

    test('queues may have a different prefix if they keep the suffix that the Worker checks', () => {
      expect(missingSettings(mergeSettings(base, queues('my-clicks', 'my-clicks-dead', 'my-webhooks')))).toEqual([]);
      const names = ['my-clicks', 'my-clicks-dead', 'my-webhooks', 'newsgauge-webhooks'];
      expect(names.filter(isDeadQueue)).toEqual(['my-clicks-dead']);
      expect(names.filter(isWebhookQueue)).toEqual(['my-webhooks', 'newsgauge-webhooks']);
    });

    test.each([
      ['an unknown suffix', queues('my-clicks', 'my-clicks-dead', 'hooks'), /hooks \(binding WEBHOOKS\)/],
      [
        'a dead-letter queue of another name',
        queues('a-clicks', 'a-clicks-dead', 'a-webhooks', 'newsgauge-clicks-dead'),
        /a-clicks-dead/,
      ],
      ['a dead-letter queue for clicks', queues('a-clicks-dead', 'a-clicks-dead', 'a-webhooks'), /CLICKS/],
    ])('queue settings are rejected with %s', (_, own, words) => {
      expect(missingSettings(mergeSettings(base, own)).join()).toMatch(words);
    });
  });
});

describe('version check of a deployment', () => {
  test('a database from another version is rejected with advice on how to migrate', async () => {
    await expect(refuseOtherVersion(async () => [...knownMigrations(), '0000_other.sql'])).rejects.toThrow(
      /another version of newsgauge migrated the deployed database, with these unknown migrations: 0000_other\.sql\nExport its content with that version .*import it here/,
    );
  });

  test('a database from this version or without migrations is accepted', async () => {
    await refuseOtherVersion(async () => knownMigrations());
    await refuseOtherVersion(async () => []);
    await refuseOtherVersion(() => Promise.reject(new Error('D1_ERROR: no such table: d1_migrations')));
  });

  test('a deployment fails if the database does not respond', async () => {
    await expect(refuseOtherVersion(() => Promise.reject(new Error('fetch failed')))).rejects.toThrow('fetch failed');
  });
});
