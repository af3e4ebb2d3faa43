import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetExpiredPins, MAX_PINS } from '../../../../src/content/pins/pins.ts';
import { audit, pins } from '../../../../src/db/schema.ts';
import type { TrustedTime } from '../../../../src/db/trusted-time.ts';
import { askWith, makeKey, openTestDb, publish } from '../../../support/index.ts';

const db = openTestDb();
let operator = '';
const story = (id: number, title = `Report ${id}`) => ({
  id,
  url: `https://ledger.example/${id}`,
  title,
  contentType: 'article',
  publishedAt: '2026-01-30T08:00:00Z',
});
const NOTHING = { position: null, until: null, notAbove: null, notice: null };

beforeAll(async () => {
  operator = await makeKey('operator');
});
beforeEach(async () => {
  await publish(
    operator,
    'articles',
    [1, 2, 3].map((id) => story(id)),
  );
  await db.delete(pins);
  await db.delete(audit);
});

async function send<T = Record<string, unknown>>(method: string, path: string, body?: unknown) {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await askWith(operator, `/manage/${path}`, { method, ...init });
  return { status: response.status, data: ((await response.json()) as { data: T }).data };
}

describe('pins', () => {
  test('a pin is stored with its position and end, replaced, listed and deleted', async () => {
    const put = await send('PUT', 'pins/1', { position: 2, until: '2026-01-30T20:00:00+02:00' });
    expect(put).toEqual({ status: 200, data: { ...NOTHING, id: 1, position: 2, until: '2026-01-30T18:00:00Z' } });
    await send('PUT', 'pins/1', { notAbove: 5 });
    await send('PUT', 'pins/2', { notice: 'correction' });
    expect((await send('GET', 'pins')).data).toMatchObject({
      pins: [
        { ...NOTHING, id: 2, notice: 'correction' },
        { ...NOTHING, id: 1, notAbove: 5 },
      ],
    });
    expect((await send('DELETE', 'pins/1')).status).toBe(200);
    expect((await send('GET', 'pins/1')).status).toBe(404);
  });

  test.each([
    [{}, { position: 'is required, unless notAbove or notice is given' }],
    [{ until: '2026-01-30T18:00:00Z', notAbove: 3 }, { until: 'cannot be given without position' }],
    [{ position: 2, notAbove: 3 }, { position: 'must not be above notAbove' }],
    [{ position: 0 }, { position: expect.any(String) }],
    [{ position: 101 }, { position: expect.any(String) }],
    [{ position: 1, until: 'tomorrow' }, { until: expect.stringContaining('RFC 3339') }],
    [{ notice: 'sponsored' }, { notice: expect.any(String) }],
  ])('the pin %j is rejected', async (body, data) => {
    expect(await send('PUT', 'pins/1', body)).toEqual({ status: 400, data });
  });

  test('a pin above the maximum number is rejected, and an existing pin can still change', async () => {
    const stored = Array.from({ length: MAX_PINS - 1 }, (_, i) => ({ ...NOTHING, id: 1000 + i, notAbove: 5 }));
    for (let i = 0; i < stored.length; i += 10) await db.insert(pins).values(stored.slice(i, i + 10));
    expect((await send('PUT', 'pins/1', { position: 1 })).status).toBe(200);
    expect(await send('PUT', 'pins/2', { position: 2 })).toEqual({
      status: 400,
      data: { id: `cannot be added, because there are already ${MAX_PINS} pins: remove one first` },
    });
    expect((await send('PUT', 'pins/1', { position: 3 })).status).toBe(200);
    await send('DELETE', 'pins/1');
    expect((await send('PUT', 'pins/2', { position: 2 })).status).toBe(200);
  });

  test('a pin of an unknown article is rejected, and other lines of the import are stored', async () => {
    expect(await send('PUT', 'pins/99', { position: 1 })).toEqual({
      status: 400,
      data: { id: 'is not the id of an article' },
    });
    const lines = [
      { id: 1, position: 1 },
      { id: 99, notAbove: 3 },
    ];
    expect((await send('PUT', 'pins', lines)).data).toEqual({
      accepted: 1,
      rejected: [{ line: 2, errors: { id: 'is not the id of an article' } }],
    });
  });

  test('the history names the article of a pin, and reverts its changes and its deletion', async () => {
    await send('PUT', 'pins/1', { position: 2, until: '2026-01-30T18:00:00Z' });
    await send('PUT', 'pins/1', { position: 3 });
    await send('DELETE', 'pins/1');
    type Entries = { entries: { change: string; name: string; action: string }[] };
    const { entries } = (await send<Entries>('GET', 'audit?kind=pin')).data;
    expect(entries.map(({ name, action }) => [name, action])).toEqual([
      ['Report 1', 'delete'],
      ['Report 1', 'update'],
      ['Report 1', 'create'],
    ]);
    for (const [i, position] of [3, 2].entries()) {
      expect((await send('POST', `audit/${entries[i]?.change}/revert`, {})).data).toMatchObject({ reverted: 1 });
      expect((await send('GET', 'pins/1')).data).toMatchObject({ position });
    }
    expect((await send('GET', 'pins/1')).data).toMatchObject({ until: '2026-01-30T18:00:00Z' });
  });

  test('a pin is deleted and restored with its article', async () => {
    await send('PUT', 'pins/3', { position: 1 });
    await send('DELETE', 'articles/3');
    expect((await send('GET', 'pins/3')).status).toBe(404);
    await send('POST', 'articles/3/restore');
    expect((await send('GET', 'pins/3')).data).toEqual({ ...NOTHING, id: 3, position: 1 });
  });

  test('housekeeping deletes expired pins, except those with a limit or a notice', async () => {
    const until = '2026-01-30T18:00:00Z';
    await send('PUT', 'pins', [
      { id: 1, position: 1, until },
      { id: 2, position: 3, until, notAbove: 2 },
      { id: 3, position: 2 },
    ]);
    const idsAt = async (now: number) => {
      await db.transaction(forgetExpiredPins(db, now as TrustedTime));
      return (await db.select().from(pins)).map(({ id }) => id);
    };
    expect(await idsAt(Date.parse(until))).toEqual([1, 2, 3]);
    expect(await idsAt(Date.parse(until) + 1000)).toEqual([2, 3]);
  });

  test.each([
    ['publishable', 403],
    ['secret', 403],
  ] as const)('a %s key may not pin articles', async (kind, status) => {
    const key = await makeKey(kind);
    const init = { method: 'PUT', body: JSON.stringify({ position: 1 }) };
    expect((await askWith(key, '/manage/pins/1', init)).status).toBe(status);
  });
});
