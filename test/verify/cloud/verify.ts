/** `npm run verify -- cloud` runs slow deployment tests with the real wrangler against a simulated Cloudflare. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertCompleteDeployment,
  cloudflare,
  deploy,
  deployed,
  GUID,
  migration,
  own,
  refused,
  resourcesOf,
  rollback,
} from '../../support/deployments.ts';

test('a deployment and its upgrade use their own resources alongside a second newsgauge in the account', async () => {
  assert.match(await deployed(), /Operator key, shown once/);
  assertCompleteDeployment('newsgauge');
  assert.equal(cloudflare.databases[0]?.running_in_region, 'WEUR');
  assert.equal(cloudflare.databases[0]?.read_replication.mode, 'auto');
  const first = cloudflare.workers.get('newsgauge')?.deployed;

  await refused(/the location weur, which cannot be changed/, ['--location', 'apac']);
  await refused(/the location weur, which cannot be changed/, ['--jurisdiction', 'eu']);
  own(GUID.replace('a.example', 'b.example'));
  await refused(/GUID_AUTHORITY of the deployed newsgauge is a\.example.*\nSet another name/);

  own(`name = "weekly"\n${GUID.replace('a.example', 'b.example')}`);
  assert.match(await deployed(['--jurisdiction', 'eu']), /Operator key, shown once/);
  assertCompleteDeployment('weekly');
  assertCompleteDeployment('newsgauge');
  assert.equal(cloudflare.databases[1]?.jurisdiction, 'eu');
  assert.equal(new Set([...resourcesOf('newsgauge').limits, ...resourcesOf('weekly').limits]).size, 14);

  own(`${GUID}PUBLISHER = "Other"\n`);
  assert.doesNotMatch(await deployed([]), /Operator key/);
  assertCompleteDeployment('newsgauge');
  const worker = cloudflare.workers.get('newsgauge');
  assert.notEqual(worker?.deployed, first);
  await rollback();
  assert.equal(worker?.deployed, first);
  assertCompleteDeployment('newsgauge');

  const listed = await deploy(['list', '--remote'], {}, 'keys');
  assert.match(listed.said, /operator/);
  assert.equal(listed.code, 0, listed.said);

  cloudflare.databases[0]?.file.exec("INSERT INTO d1_migrations (name) VALUES ('0009_later.sql')");
  const later =
    /^Another version of newsgauge migrated the deployed database.*: 0009_later\.sql\n.*Export its content with that/im;
  const create = ['create', '--kind', 'operator', '--name', 'late', '--remote'];
  for (const [command, ...words] of [
    ['keys', ...create],
    ['keys', 'list', '--remote'],
    ['backup', 'copies', '--remote'],
  ] as const)
    await refused(later, words, {}, command);
  assert.equal(resourcesOf('newsgauge').operators, 1);
  await refused(/unknown migrations: 0009_later\.sql/, []);
  assert.equal(worker?.deployed, first);

  // The deployed version must still work after a rejected deployment.
  cloudflare.databases[0]?.file.exec("DELETE FROM d1_migrations WHERE name = '0009_later.sql'");
  const after = await deploy(['list', '--remote'], {}, 'keys');
  assert.match(after.said, /operator/);
  assert.equal(after.code, 0, after.said);
});

test('an upgrade with a migration keeps stored data and rejects a later deployment of the old version', async () => {
  await deployed();
  const [database] = cloudflare.databases;
  database?.file.exec(
    `INSERT INTO topics (id, name, slug, description, category) VALUES (7, 'Marine', 'marine', '', 1)`,
  );
  const before = database?.file
    .prepare('SELECT * FROM topics')
    .all()
    .map((row) => ({ ...row }));
  const takeAway = migration('0009_later.sql', 'ALTER TABLE topics ADD is_sponsored integer DEFAULT 0 NOT NULL;\n');
  try {
    assert.doesNotMatch(await deployed([]), /Operator key/);
    assertCompleteDeployment('newsgauge', 1);
    const after = database?.file
      .prepare('SELECT * FROM topics')
      .all()
      .map((row) => ({ ...row }));
    assert.deepEqual(
      after,
      before?.map((row) => ({ ...row, is_sponsored: 0 })),
    );
    const upgraded = cloudflare.workers.get('newsgauge')?.deployed;
    takeAway();
    await refused(/unknown migrations: 0009_later\.sql\n.*Export its content with that/im, []);
    assertCompleteDeployment('newsgauge', 1);
    assert.equal(cloudflare.workers.get('newsgauge')?.deployed, upgraded);
  } finally {
    takeAway();
  }
});

const STEPS = [
  'POST /accounts/:account/d1/database',
  'POST /accounts/:account/storage/kv/namespaces',
  'POST /accounts/:account/queues',
  'POST /accounts/:account/d1/database/:id/query',
  'POST /accounts/:account/workers/scripts/newsgauge/assets-upload-session',
  'PUT /accounts/:account/workers/scripts/newsgauge',
  'POST /accounts/:account/queues/:id/consumers',
  'PUT /accounts/:account/workers/scripts/newsgauge/schedules',
];

for (const when of ['refuse', 'after'] as const)
  test(`a deployment completes when repeated after each step failed ${when === 'after' ? 'after' : 'before'} taking effect`, async () => {
    for (const step of STEPS) {
      let cuts = 0;
      cloudflare[when] = (request) => {
        if (request !== step || cuts > 0) return undefined;
        cuts++;
        return null;
      };
      const { code, said } = await deploy(['--location', 'weur']);
      // If wrangler's own retry succeeds, no second command is needed. The next step expects queues without consumers.
      if (code === 0) for (const { consumers } of cloudflare.queues) consumers.length = 0;
      else assert.match(said, /(run the command again|Run the command again)[\s\S]*reuses the resources/, step);
      assert.ok(cuts === 1 || step.includes('scripts/newsgauge'), `${step} was never asked`);
    }
    cloudflare.refuse = cloudflare.after = () => undefined;
    await deploy([]);
    assertCompleteDeployment('newsgauge');
  });

test('a deployment rejects names already used by other Workers and queues, and suggests setting another name', async () => {
  const workers = {
    versions: [],
    deployments: [],
    deployed: 'x',
    tag: undefined,
    crons: [],
    domains: [],
    subdomain: false,
  };
  const version = { id: 'x', metadata: { bindings: [] } };
  cloudflare.workers.set('newsgauge', { ...workers, versions: [version] });
  await refused(/a Worker newsgauge that is not newsgauge\.\nSet another name/);
  cloudflare.workers.clear();
  const consumers = [{ consumer_id: 'c', script: 'shop', settings: {} }];
  cloudflare.queues.push({ queue_id: 'q', queue_name: 'newsgauge-clicks', settings: {}, consumers });
  await refused(/Worker shop already consumes the queue newsgauge-clicks/);
  assert.equal(cloudflare.databases.length, 0);
});

test('a second deployment on the Free plan fails because of the limit on cron triggers', async () => {
  cloudflare.plan = 'free';
  await deployed();
  own(`name = "weekly"\n${GUID}`);
  await refused(/limit of 5 cron triggers[\s\S]*The plan’s limit is reached/);
  assertCompleteDeployment('newsgauge');
});

test('a deployment explains how to create an operator key if the response to its creation was lost', async () => {
  const isKey = (request: string) =>
    request === 'POST /accounts/:account/d1/database/:id/query' && cloudflare.workers.size > 0;
  let asked = 0;
  cloudflare.after = (request) => (isKey(request) && ++asked >= 2 ? null : undefined);
  await refused(/is deployed, but the check for an operator key failed.*\nCreate one: npm run keys -- create/);
  cloudflare.after = () => undefined;
  assert.doesNotMatch(await deployed([]), /Operator key/);
  assertCompleteDeployment('newsgauge');
});
