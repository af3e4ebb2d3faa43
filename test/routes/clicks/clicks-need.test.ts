import { env } from 'cloudflare:test';
import { sign } from 'hono/jwt';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ListToken, makeListToken, parseListToken } from '../../../src/clicks/list-tokens.ts';
import { installationSecret } from '../../../src/clicks/salts/secret.ts';
import { forgetKeys } from '../../../src/keys/authenticate.ts';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';
import { beacon, newAddress, outcome, overrides, queue, visit } from './beacon-support.ts';

const db = openTestDb();
const keys = { needs: '', usual: '', secret: '' };
let keyId = 0;

beforeAll(async () => {
  const operator = await makeKey('operator');
  keys.usual = await makeKey('publishable');
  const made = await askWith(operator, '/manage/keys', {
    method: 'POST',
    body: JSON.stringify({ kind: 'publishable', name: 'Careful', sign: true, clicksNeed: 'token' }),
  });
  const { data } = (await made.json()) as {
    data: { key: string; secret: string; stored: { id: number; clicksNeed: string } };
  };
  expect(data.stored.clicksNeed).toBe('token');
  keys.needs = data.key;
  keyId = data.stored.id;
  keys.secret = data.secret;
  await publish(
    operator,
    'articles',
    [1, 2, 3].map((id) => ({
      id,
      url: `https://news.example.com/${id}`,
      title: `Story ${id} says <ul role="list">`,
      contentType: 'article',
      publishedAt: `2026-01-0${id}T08:00:00Z`,
    })),
  );
  forgetKeys();
});
beforeEach(() => {
  queue.sent.length = 0;
});

const listToken = async (more: Partial<ListToken> = {}) =>
  makeListToken(await installationSecret(db), {
    keyId,
    list: '0123456789ab',
    layout: 'list',
    ids: [3, 2, 1],
    minute: Math.floor(Date.now() / 60_000),
    reports: false,
    sampling: 1,
    ...more,
  });
const DROPPED = [202, 'dropped; reason=noListToken'];
const ACCEPTED = [202, 'accepted'];
const click = async (more: object, headers = {}) =>
  outcome(await beacon({ key: keys.needs, contentId: 2, ...more }, headers));

describe('a key that requires list tokens for clicks', () => {
  test('an unsigned click without a valid list token for the article is dropped', async () => {
    for (const bad of [
      undefined,
      '',
      'x',
      await listToken({ ids: [3, 1] }),
      await listToken({ ids: [0, 0] }),
      await listToken({ keyId: keyId + 7 }),
      await listToken({ minute: Math.floor(Date.now() / 60_000) - 1442 }),
      (await listToken()).replace(/.$/, (c) => (c === '0' ? '1' : '0')),
    ])
      expect(await click({ listToken: bad }), String(bad)).toEqual(DROPPED);
    expect(queue.sent).toEqual([]);
  });

  test('a click with a list token counts, whether or not the page reports impressions', async () => {
    for (const good of [
      await listToken(),
      await listToken({ reports: true }),
      `-${await listToken({ reports: true })}`,
      await listToken({ minute: Math.floor(Date.now() / 60_000) - 1430 }),
    ])
      expect(await click({ listToken: good })).toEqual(ACCEPTED);
    expect(queue.sent.map(({ mark }) => mark !== undefined)).toEqual([false, true, false, false]);
  });

  test('many readers may click with one list token', async () => {
    const good = await listToken();
    for (let i = 0; i < 20; i++) expect(await click({ listToken: good })).toEqual(ACCEPTED);
    expect(new Set(queue.sent.map(({ id }) => id)).size).toBe(20);
  });

  test('a repeated click with a list token gets the same response as the first', async () => {
    const mine = { 'CF-Connecting-IP': newAddress() };
    const good = await listToken();
    for (const _ of [1, 2]) expect(await click({ listToken: good }, mine)).toEqual(ACCEPTED);
    for (const _ of [1, 2]) expect(await click({}, mine)).toEqual(DROPPED);
  });

  test('signed readers and trusted networks need no list token for clicks', async () => {
    expect(
      await click({
        token: await sign({ sub: 'reader 1', exp: Math.floor(Date.now() / 1000) + 3600 }, keys.secret, 'HS256'),
      }),
    ).toEqual(ACCEPTED);
    expect(await click({ token: 'eyJ.x.y' })).toEqual(DROPPED);
    Object.assign(overrides, { TRUSTED_NETWORKS: '10.0.0.0/8' });
    try {
      expect(await click({}, { 'CF-Connecting-IP': '10.1.2.3' })).toEqual(ACCEPTED);
    } finally {
      delete overrides.TRUSTED_NETWORKS;
    }
  });

  test('a tracked link redirects an unsigned reader without counting the click if its key requires list tokens', async () => {
    const answer = await visit(`/go/2?key=${keys.needs}`);
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, 'https://news.example.com/2']);
    expect(answer.headers.get('X-Click')).toBe('dropped; reason=noListToken');
    expect((await visit(`/go/2?key=${keys.usual}`)).headers.get('X-Click')).toBe('accepted');
  });

  test('the click of a bot is dropped with the reason bot, and other keys are unaffected', async () => {
    expect(await click({}, { 'User-Agent': 'Googlebot/2.1' })).toEqual([202, 'dropped; reason=bot']);
    expect(outcome(await beacon({ key: keys.usual, contentId: 2 }))).toEqual(ACCEPTED);
  });
});

describe('pages of a key that requires list tokens', () => {
  const page = async (key: string, query = '') => (await askWith(key, `/api/v2/feed/?output=html${query}`)).text();
  const ticketOf = (text: string) => / data-list-token="([^"]+)"/.exec(text)?.[1] ?? '';

  test('a page contains a list token that does not report unless requested, and other formats have none', async () => {
    const secret = await installationSecret(db);
    const own = await page(keys.needs);
    expect(await parseListToken(secret, ticketOf(own), Date.now())).toMatchObject({
      keyId,
      ids: [3, 2, 1],
      reports: false,
    });
    const reporting = await parseListToken(secret, ticketOf(await page(keys.needs, '&views=1')), Date.now());
    expect(reporting).toMatchObject({ reports: true });
    const usual = await page(keys.usual);
    expect(ticketOf(usual)).toBe('');
    expect(own.replace(/ data-list-token="[^"]+"/, '')).toBe(usual);
    for (const output of ['json', 'rss']) {
      const [one, other] = await Promise.all(
        [keys.needs, keys.usual].map(async (key) => (await askWith(key, `/api/v2/feed/?output=${output}`)).text()),
      );
      expect(one).toBe(other);
    }
    expect(await click({ listToken: ticketOf(own) })).toEqual(ACCEPTED);
  });

  test('every page built by the publisher requests a list token', async () => {
    await env.DB.exec('DELETE FROM list_sampling');
    const told = await visit(`/list-tokens/sampling?key=${keys.needs}&list=front`);
    expect(await told.json()).toMatchObject({ data: { oneIn: 1 } });
  });
});

test('only publishable keys can require list tokens, an update without the field resets it, and rotation keeps it', async () => {
  const operator = await makeKey('operator');
  const send = async (method: string, path: string, body: object) => {
    const answer = await askWith(operator, `/manage/keys${path}`, { method, body: JSON.stringify(body) });
    return [answer.status, ((await answer.json()) as { data: Record<string, unknown> }).data] as const;
  };
  const [refused, why] = await send('POST', '', { kind: 'secret', name: 'S', clicksNeed: 'token' });
  expect([refused, Object.keys(why)]).toEqual([400, ['clicksNeed']]);
  expect((await send('POST', '', { kind: 'publishable', name: 'S', clicksNeed: 'impression' }))[0]).toBe(400);
  const [, made] = await send('POST', '', { kind: 'publishable', name: 'S', clicksNeed: 'token' });
  const { id } = made.stored as { id: number };
  const [, rotated] = await send('POST', `/${id}/rotate`, { grace: 60 });
  expect(rotated.stored).toMatchObject({ clicksNeed: 'token' });
  expect((await send('PUT', `/${id}`, { name: 'S' }))[1]).toMatchObject({ clicksNeed: 'nothing' });
});
