import { describe, expect, test } from 'vitest';
import { ensureDatabase, ensureNamespace, ensureQueue, replicateReads } from '../../../src/cli/deployment/resources.ts';

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
  expect(calls.filter((call) => call.includes('create'))).toEqual(['d1 create news', 'kv namespace create news-salts']);
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
