import { env } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { annotations, audit, topicWindows } from '../../../../src/db/schema.ts';
import { seed } from '../../../search/seed.ts';
import { emptyContent } from '../../../support/empty-content.ts';
import { askWith, makeKey, openTestDb } from '../../../support/index.ts';
import { sized } from '../../../support/size.ts';
import { retagAll } from '../../../tagging/newsroom.ts';
import { BEGINNING, type Op, requestsOf } from './operations.ts';

/** Dumps all content except edit times, selection versions, the trash, unnamed sources and automatic stories. */
const TABLES = {
  articles: `SELECT id, url, title, introduction, published_at, content_type, organisation_type, client, paywalled, registration,
    image, source, topics, companies, countries, geo_groups, rule_tags FROM articles ORDER BY id`,
  indexed: `SELECT a.id, (SELECT group_concat(token, ' ') FROM (SELECT value AS token FROM json_each('["t1","t2","t3","t4","o1","o2","o3"]')
    WHERE a.position IN (SELECT rowid FROM article_index WHERE article_index MATCH value))) AS tokens FROM articles a ORDER BY id`,
  stories:
    'SELECT id, lead_id, decided, first_at, last_at, (SELECT json_group_array(key ORDER BY key) FROM json_each(copies)) AS copies FROM stories WHERE decided ORDER BY id',
  topics: 'SELECT * FROM topics ORDER BY id',
  companies: 'SELECT * FROM companies ORDER BY id',
  groups: 'SELECT * FROM geo_groups ORDER BY slug',
  geography: 'SELECT groups FROM geography',
  sources: 'SELECT * FROM sources WHERE name <> domain ORDER BY domain',
  aliases: 'SELECT * FROM source_aliases ORDER BY alias',
  rules: 'SELECT * FROM tag_rules ORDER BY kind, ref',
  days: 'SELECT date, articles FROM recommended ORDER BY date',
  notes: 'SELECT * FROM annotations ORDER BY date',
};

async function stored(): Promise<Record<string, unknown[]>> {
  const db = openTestDb();
  const results = await Promise.all(Object.values(TABLES).map((query) => db.all<unknown>(sql.raw(query))));
  return Object.fromEntries(Object.keys(TABLES).map((name, i) => [name, results[i] ?? []]));
}

/** Number of histories. A history ends when the host of a deleted source becomes an alias. */

const RUNS = Number(env.RUNS ?? 0) || sized(2, 4);
const LENGTH = 10;

let operator = '';

async function send(method: string, path: string, body?: unknown, change?: string): Promise<Response> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  return askWith(operator, `/manage/${path}`, { method, ...init, headers: change ? { 'Change-Id': change } : {} });
}

async function lines(): Promise<{ count: number; newest: string }> {
  const [found] = await openTestDb().all<{ count: number; newest: string }>(
    sql`SELECT count(DISTINCT change) AS count, (SELECT change FROM audit ORDER BY id DESC LIMIT 1) AS newest FROM audit`,
  );
  return found ?? { count: 0, newest: '' };
}

async function run(op: Op): Promise<void> {
  const change = crypto.randomUUID();
  for (const { method, path, body } of await requestsOf(op)) {
    const response = await send(method, path, body, change);
    const text = await response.text();
    // A random operation may be about a resource that does not exist.
    if (![200, 400, 404, 409].includes(response.status))
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
  }
}

async function isReverted(change: string): Promise<boolean> {
  const response = await send('POST', `audit/${change}/revert`, {});
  const said = (await response.json()) as { data: Record<string, unknown> };
  if (response.status === 409 && Object.values(said.data).every((reason) => OTHER_SOURCE.test(String(reason))))
    return false;
  expect({ change, status: response.status, said }).toMatchObject({ status: 200, said: { data: { left: 0 } } });
  return true;
}

const OTHER_SOURCE = /its host now belongs to source [abc]\.example/;

test(`in ${RUNS} random histories, reverting an entry restores the previous state, and so does reverting the revert`, async () => {
  console.log(`SEED=${seed}`);
  operator ||= await makeKey('operator');
  let reverted = 0;
  let refused = 0;
  const actions = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(op(), { minLength: LENGTH, maxLength: LENGTH }), async (ops) => {
      await emptyContent(annotations, audit, topicWindows);
      for (const { method, path, body } of BEGINNING) expect((await send(method, path, body)).status).toBe(200);
      await retagAll();
      const snapshots = [await stored()];
      let before = (await lines()).count;
      const changes: string[] = [];
      for (const one of ops) {
        await run(one);
        const { count, newest } = await lines();
        expect(count - before).toBeLessThanOrEqual(1);
        if (count === before) continue;
        before = count;
        changes.push(newest);
        actions.set(one.op, (actions.get(one.op) ?? 0) + 1);
        snapshots.push(await stored());
      }
      for (let i = changes.length; i > 0; i--) {
        if (!(await isReverted(changes[i - 1] ?? ''))) return void refused++;
        expect({ op: i, stored: await stored() }).toEqual({ op: i, stored: snapshots[i - 1] });
        reverted++;
      }
      for (let i = 1; i <= changes.length; i++) {
        if (!(await isReverted(`${changes[i - 1]}-reverted`))) return void refused++;
        expect({ redone: i, stored: await stored() }).toEqual({ redone: i, stored: snapshots[i] });
        reverted++;
      }
    }),
    { numRuns: RUNS, seed, ...(env.REPLAY ? { path: env.REPLAY } : {}), endOnFailure: true },
  );
  expect(refused).toBeLessThanOrEqual(RUNS / 10);
  console.log(
    `${reverted} lines reverted, ${refused} refused: ${[...actions].map(([name, count]) => `${count} ${name}`).join(', ')}`,
  );
}, 3_600_000);

function op(): fc.Arbitrary<Op> {
  const id = fc.integer({ min: 1, max: 5 });
  const topic = fc.integer({ min: 1, max: 4 });
  const company = fc.integer({ min: 1, max: 3 });
  const host = fc.constantFrom('a.example', 'b.example', 'c.example');
  const day = fc.constantFrom('2026-01-01', '2026-01-02');
  const word = fc.constantFrom('flood', 'hail', 'fire', 'frost');
  const fields = fc.record(
    {
      title: word.map((one) => `On ${one}`),
      introduction: word,
      contentType: fc.constantFrom('article', 'report'),
      topics: fc.shuffledSubarray([1, 2, 3, 4]),
      companies: fc.shuffledSubarray([1, 2, 3]),
      geoGroups: fc.shuffledSubarray(['group-1', 'group-2']),
      paywalled: fc.boolean(),
      url: fc.tuple(host, id).map(([name, n]) => `https://${name}/moved-${n}`),
      image: fc.constantFrom(
        { url: 'https://a.example/one.jpg', alt: 'One' },
        { url: 'https://a.example/two.jpg', width: 8, height: 4, alt: '' },
      ),
    },
    { requiredKeys: [] },
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ op: fc.constant('edit' as const), id, fields }) },
    {
      weight: 4,
      arbitrary: fc.record({
        op: fc.constant('bulk' as const),
        ids: fc.uniqueArray(id, { minLength: 2 }),
        add: fc.shuffledSubarray([1, 2, 3, 4]),
        take: fc.shuffledSubarray([1, 2, 3, 4]),
        isEdit: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ op: fc.constant('deleteArticles' as const), ids: fc.uniqueArray(id, { minLength: 1 }) }),
    },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('publish' as const), n: id, fields }) },
    {
      weight: 5,
      arbitrary: fc.record({
        op: fc.constantFrom('join' as const, 'join' as const, 'split' as const, 'lead' as const),
        id,
        other: id,
      }),
    },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('topic' as const), id: topic, name: word }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('company' as const), id: company, name: word }) },
    {
      weight: 1,
      arbitrary: fc.record({
        op: fc.constant('group' as const),
        slug: fc.constantFrom('group-1', 'group-2'),
        countries: fc.subarray(['GB', 'FR', 'DE']),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ op: fc.constant('rule' as const), topic, words: fc.subarray(['flood', 'hail', 'fire']) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        op: fc.constant('source' as const),
        domain: host,
        name: word,
        aliases: fc.uniqueArray(host, { maxLength: 2 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(
          'topics/1',
          'topics/2',
          'topics/3',
          'companies/1',
          'companies/2',
          'geo-groups/group-1',
          'rules/topic/1',
          'sources/a.example',
          'sources/b.example',
        )
        .map((path): Op => ({ op: 'delete', path })),
    },
    {
      weight: 3,
      arbitrary: fc.oneof(
        fc.tuple(topic, topic).map(([from, into]): Op => ({ op: 'merge', path: `topics/${from}`, into })),
        fc.tuple(company, company).map(([from, into]): Op => ({ op: 'merge', path: `companies/${from}`, into })),
        fc.tuple(host, host).map(([from, into]): Op => ({ op: 'merge', path: `sources/${from}`, into })),
      ),
    },
    { weight: 3, arbitrary: fc.record({ op: fc.constant('select' as const), day, ids: fc.uniqueArray(id) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('unselect' as const), day }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('note' as const), day, text: word }) },
  );
}
