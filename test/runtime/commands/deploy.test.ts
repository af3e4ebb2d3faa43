import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  assertCompleteDeployment,
  assertNoResources,
  cloudflare,
  type deploy,
  deployAtTerminal,
  deployed,
  disown,
  refused,
} from '../../support/deployments.ts';
import { part } from '../../support/runner/part.ts';

describe('rejected deployments', () => {
  const cases: [string, RegExp, () => Parameters<typeof deploy> | undefined][] = [
    ['a wrong token', /rejected this token/, () => [undefined, { CLOUDFLARE_API_TOKEN: 'another' }]],
    [
      'an account of others',
      /lacks these permissions in this account: D1: Edit/,
      () => [undefined, { CLOUDFLARE_ACCOUNT_ID: 'b'.repeat(32) }],
    ],
    ...(['D1', 'Queues', 'Workers KV Storage', 'Workers Scripts'] as const).map(
      (lacking): [string, RegExp, () => undefined] => [
        `a token without ${lacking}`,
        new RegExp(`The token lacks these permissions in this account: ${lacking}: Edit`),
        () => {
          cloudflare.permissions = cloudflare.permissions.filter((each) => each !== lacking);
          return undefined;
        },
      ],
    ),
    ['no place for the database', /Choose the location of the database, which cannot be changed later/, () => [[]]],
    ['a place and a jurisdiction', /cannot be used with/, () => [['--location', 'weur', '--jurisdiction', 'eu']]],
    ['an API that is down', /responded with 503: run the command again/, () => broken(503)],
    ['an API that has had enough', /responded with 429: run the command again/, () => broken(429)],
    [
      'an API that is not there',
      /cannot be reached: run the command again/,
      () => [undefined, { CLOUDFLARE_API_BASE_URL: 'http://127.0.0.1:9/client/v4' }],
    ],
  ];
  const broken = (status: number) => {
    cloudflare.refuse = () => ({ status, code: 10_000, message: 'no' });
    return undefined;
  };
  for (const [name, words, arrange] of part(cases, 4))
    test(`a deployment is rejected before it creates anything for ${name}`, async () => {
      const [args, environment] = arrange() ?? [];
      await refused(words, args, environment);
      assertNoResources();
    });

  test('a deployment with more databases than the plan allows is rejected', async () => {
    cloudflare.plan = 'free';
    cloudflare.refuse = (request) =>
      request === 'POST /accounts/:account/d1/database'
        ? { status: 400, code: 7406, message: 'You have reached the maximum of 10 databases per account' }
        : undefined;
    await refused(/maximum of 10 databases.*\nThe plan’s limit is reached/);
    assertNoResources();
  });
});

test('deploy succeeds with all permissions and reports the message retention of the Free plan', async () => {
  cloudflare.plan = 'free';
  await refused(/message_retention_period must be at most 86400.*\n.*--plan free/, [
    '--location',
    'weur',
    '--plan',
    'paid',
  ]);
  assert.match(
    await deployed(),
    /queue newsgauge-clicks, which retains messages for 24 hours[\s\S]*Operator key, shown once/,
  );
  assertCompleteDeployment('newsgauge');
});

test('in a terminal, deploy asks for missing settings, shows parts and prices, and sends nothing until confirmed', async () => {
  disown();
  const answers = {
    Name: '',
    'Host name': 'news.example.com',
    Domain: '',
    'Location of the database': 'eu',
    'Deploy this': '',
  };
  const { code, said } = await deployAtTerminal(answers);
  assert.match(said, /address +news\.example\.com\r?\n +database +newsgauge, jurisdiction eu/);
  assert.match(said, /1 per second +11 dollars/);
  assert.match(said, /Deploy this\? \[no\]: \s*Nothing was deployed\./);
  assert.equal(code, 2, said);
  assertNoResources();
});
