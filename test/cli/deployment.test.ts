import { describe, expect, test } from 'vitest';
import {
  ensureDatabase,
  ensureNamespace,
  ensureQueue,
  refuseOtherVersion,
  replicateReads,
} from '../../src/cli/deployment/resources.ts';
import { givenIds, mergeSettings, missingSettings, withAddress, withIds } from '../../src/cli/deployment/settings.ts';
import { isDeadQueue } from '../../src/clicks/count/consumer.ts';
import { knownMigrations } from '../../src/selfhost/state/migrations.ts';
import { isWebhookQueue } from '../../src/webhooks/queue.ts';

describe('resources', () => {
  /** An account, as far as the commands of a deployment see it. */
  function account(queues: string[] = [], longest = Number.POSITIVE_INFINITY) {
    const databases: { name: string; uuid: string }[] = [];
    const namespaces: { title: string; id: string }[] = [];
    const calls: string[] = [];
    const wrangler = (...args: string[]): string => {
      calls.push(args.join(' '));
      const [, , name = ''] = args;
      switch (args.slice(0, 2).join(' ')) {
        case 'd1 list':
          return JSON.stringify(databases);
        case 'd1 create':
          databases.push({ name, uuid: `id of ${name}` });
          return 'Created';
        case 'kv namespace':
          if (name === 'create') namespaces.push({ title: args[3] ?? '', id: `id of ${args[3]}` });
          // Some versions print a line before the list.
          return name === 'list' ? `Namespaces:\n${JSON.stringify(namespaces)}` : 'Created';
        case 'queues info':
          if (!queues.includes(name)) throw new Error(`Queue "${name}" does not exist.`);
          return 'Queue';
        case 'queues create':
        case 'queues update':
          if (Number(args.at(-1)) > longest) throw new Error('message_retention_period is too long for this plan');
          queues.push(name);
          return 'Done';
        default:
          throw new Error(`unknown: ${args.join(' ')}`);
      }
    };
    return { wrangler, calls };
  }

  test('what is missing is made once, and found from then on', () => {
    const { wrangler, calls } = account();
    expect(ensureDatabase(wrangler, 'news')).toEqual({ id: 'id of news', isNew: true });
    expect(ensureDatabase(wrangler, 'news')).toEqual({ id: 'id of news', isNew: false });
    expect(ensureNamespace(wrangler, 'news-salts')).toEqual({ id: 'id of news-salts', isNew: true });
    expect(ensureNamespace(wrangler, 'news-salts')).toEqual({ id: 'id of news-salts', isNew: false });
    expect(calls.filter((call) => call.includes('create'))).toEqual([
      'd1 create news',
      'kv namespace create news-salts',
    ]);
  });

  describe('queues', () => {
    test.each([
      ['paid', '1209600'],
      ['free', '86400'],
    ] as const)('on the %s plan keep messages for %s seconds, new ones and old ones', (plan, seconds) => {
      const { wrangler, calls } = account(['old']);
      expect(ensureQueue(wrangler, 'new', plan)).toEqual({ isNew: true, plan });
      expect(ensureQueue(wrangler, 'old', plan)).toEqual({ isNew: false, plan });
      expect(calls).toContain(`queues create new --message-retention-period-secs ${seconds}`);
      expect(calls).toContain(`queues update old --message-retention-period-secs ${seconds}`);
    });

    test('of an account whose plan is not named keep messages as long as it allows', () => {
      expect(ensureQueue(account().wrangler, 'new', null)).toEqual({ isNew: true, plan: 'paid' });
      const free = account(['old'], 86_400);
      expect(ensureQueue(free.wrangler, 'new', null)).toEqual({ isNew: true, plan: 'free' });
      expect(ensureQueue(free.wrangler, 'old', null)).toEqual({ isNew: false, plan: 'free' });
      expect(() => ensureQueue(free.wrangler, 'new', 'paid')).toThrow('too long');
      expect(() => ensureQueue(account([], 0).wrangler, 'new', null)).toThrow('too long');
    });

    test('any other failure is no missing queue', () => {
      const failing = (): string => {
        throw new Error('Authentication error [code: 10000]');
      };
      expect(() => ensureQueue(failing, 'clicks', 'paid')).toThrow('Authentication');
    });
  });

  describe('read replication', () => {
    const wrangler = (accounts: object[]) => (command: string) =>
      JSON.stringify(command === 'whoami' ? { loggedIn: true, accounts } : { type: 'oauth', token: 'secret-token' });

    test('is asked of the API, once, with the token in a header only', async () => {
      const requests: Request[] = [];
      const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
        requests.push(new Request(url as string, init));
        return new Response('{}');
      };
      await replicateReads(wrangler([{ id: 'a1', name: 'Mine' }]), 'db1', fetch as typeof globalThis.fetch);
      expect(requests.map(({ method, url }) => [method, url])).toEqual([
        ['PUT', 'https://api.cloudflare.com/client/v4/accounts/a1/d1/database/db1'],
      ]);
      expect(await requests[0]?.json()).toEqual({ read_replication: { mode: 'auto' } });
      expect(requests[0]?.headers.get('Authorization')).toBe('Bearer secret-token');
    });

    test('does not guess which of several accounts is meant', async () => {
      const accounts = [
        { id: 'a1', name: 'One' },
        { id: 'a2', name: 'Two' },
      ];
      await expect(replicateReads(wrangler(accounts), 'db1')).rejects.toThrow('CLOUDFLARE_ACCOUNT_ID');
    });
  });
});

describe('settings', () => {
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
    [{ vars: { GUID_AUTHORITY: 'a.example', TRUSTED_NETWORKS: 'AS64496 10.0.0.0/8' }, workers_dev: true }, 0],
    [{ vars: { GUID_AUTHORITY: 'a.example', TRUSTED_NETWORKS: '10.0.0.0/40,intranet' }, workers_dev: true }, 1],
    [{ vars: { GUID_AUTHORITY: 'a.example', TIME_ZONE: 'Europe/Lodnon', WEIGHTS: 'yes' }, workers_dev: true }, 2],
  ])('of %j a deployment misses %i settings', (own, count) => {
    expect(missingSettings(mergeSettings(base, own))).toHaveLength(count);
  });

  test('ids that are named are used, as the deploy button writes them into wrangler.toml', () => {
    expect(givenIds(base)).toEqual({});
    expect(givenIds(withIds(base, { databaseId: 'd', saltsId: 's' }))).toEqual({ databaseId: 'd', saltsId: 's' });
    const half = { ...base, kv_namespaces: [{ binding: 'SALTS', id: 's' }] };
    expect(givenIds(half)).toEqual({ saltsId: 's' });
  });

  test('who names no host gets the address on workers.dev, and who names one keeps it', () => {
    expect(withAddress(base)).toMatchObject({ workers_dev: true });
    const routed = { ...base, routes: [{ pattern: 'news.a.example' }] };
    expect(withAddress(routed)).toEqual(routed);
  });

  describe('queues may have other names', () => {
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

    test('that end as those of the project, by which the Worker tells them apart', () => {
      expect(missingSettings(mergeSettings(base, queues('my-clicks', 'my-clicks-dead', 'my-webhooks')))).toEqual([]);
      const names = ['my-clicks', 'my-clicks-dead', 'my-webhooks', 'newsgauge-webhooks'];
      expect(names.filter(isDeadQueue)).toEqual(['my-clicks-dead']);
      expect(names.filter(isWebhookQueue)).toEqual(['my-webhooks', 'newsgauge-webhooks']);
    });

    test.each([
      ['one that ends otherwise', queues('my-clicks', 'my-clicks-dead', 'hooks'), /hooks of WEBHOOKS/],
      [
        'dead letters elsewhere',
        queues('a-clicks', 'a-clicks-dead', 'a-webhooks', 'newsgauge-clicks-dead'),
        /a-clicks-dead/,
      ],
      ['clicks among the dead', queues('a-clicks-dead', 'a-clicks-dead', 'a-webhooks'), /CLICKS/],
    ])('but not %s', (_, own, words) => {
      expect(missingSettings(mergeSettings(base, own)).join()).toMatch(words);
    });
  });
});

describe('version', () => {
  test('a deployed database of another version is refused in words that name the way', async () => {
    await expect(refuseOtherVersion(async () => [...knownMigrations(), '0000_other.sql'])).rejects.toThrow(
      /made by another version of newsgauge: this one does not know 0000_other\.sql\nExport its content with that version .*import it here/,
    );
  });

  test('a database of this version, and one without any migration, are deployed over', async () => {
    await refuseOtherVersion(async () => knownMigrations());
    await refuseOtherVersion(async () => []);
    await refuseOtherVersion(() => Promise.reject(new Error('D1_ERROR: no such table: d1_migrations')));
  });

  test('a database that does not answer is no empty one', async () => {
    await expect(refuseOtherVersion(() => Promise.reject(new Error('fetch failed')))).rejects.toThrow('fetch failed');
  });
});
