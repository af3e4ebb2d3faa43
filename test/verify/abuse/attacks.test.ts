import { SELF } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import { NASTY } from '../../delivery/hostile.ts';
import { seed } from '../../search/seed.ts';
import { ORIGIN, openTestDb } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { attacks } from './attacks/index.ts';
import { makeKeys, publishNewsroom } from './newsroom.ts';
import { answerFaults, JSON_TYPE, some, type Target, Trial, withKey } from './trial.ts';

async function testTarget(): Promise<Target> {
  return {
    origin: ORIGIN,
    keys: await makeKeys(openTestDb(), Math.floor(Date.now() / 1000)),
    async ask(path, { headers = {}, ...ask } = {}) {
      const pairs = Object.entries(headers).flatMap(([name, values]) => [values].flat().map((one) => [name, one]));
      // With the edge location `FRA`, requests go through a cache, which is attacked too.
      const init = { ...ask, headers: pairs, redirect: 'manual', cf: { colo: 'FRA' } };
      const response = await SELF.fetch(ORIGIN + path, init as never);
      const body = new TextDecoder().decode(await response.arrayBuffer());
      return { status: response.status, headers: response.headers as never, body };
    },
  };
}

const pick = some(seed, sized(6, 1));
let target: Target;
beforeAll(async () => {
  target = await testTarget();
  // Each text creates a topic, and each topic a Durable Object, so the test uses only a few texts.
  const texts = NASTY.filter((text) => /[<>"']/.test(text) && text.length < 300).filter((_, i) => pick(i, 6));
  await publishNewsroom(target, Math.floor(Date.now() / 1000), texts);
});

test.each(Object.entries(attacks))(
  'the service withstands the attack %s',
  async (_, attack) => {
    const trial = new Trial(target);
    await attack(trial, pick);
    expect(trial.findings.slice(0, 20).map((finding) => Object.values(finding).join(': '))).toEqual([]);
    expect(trial.tried.size).toBeGreaterThan(0);
  },
  180_000,
);

test('/mcp rejects malformed messages with JSON-RPC errors, which are not allowed on any other path', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const messages = ['no JSON', [1], { ...call, jsonrpc: '1' }, { ...call, params: 'none' }, { ...call, unknown: 1 }];
  const trial = new Trial(target);
  const headers = { ...withKey(target.keys.living.secret), ...JSON_TYPE };
  for (const message of messages) {
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    const answer = await trial.ask('messages', '/mcp', { method: 'POST', headers, body });
    expect(answer.status, body).toBe(400);
    for (const path of ['/api/v2/feed/', '/mcp/', '/mcps'])
      expect([...answerFaults(answer, [], path)]).toEqual([expect.stringContaining('is no fault of the contract')]);
    const halved = { ...answer, body: answer.body.replace('"message"', '"text"') };
    expect([...answerFaults(halved, [], '/mcp')]).toHaveLength(1);
  }
  expect(trial.findings).toEqual([]);
});
