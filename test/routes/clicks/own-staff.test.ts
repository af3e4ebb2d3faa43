import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetStaff } from '../../../src/clicks/accept/own-staff.ts';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';
import { beacon, outcome, queue, visit } from './beacon-support.ts';

const db = openTestDb();
const STAFF = ['192.0.2.7', '198.51.100.0/24', '2001:db8:aa:1::5', 'AS64496'];
let [operator, key] = ['', ''];

async function put(networks: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const response = await askWith(operator, '/manage/own-staff', {
    method: 'PUT',
    headers,
    body: JSON.stringify({ networks }),
  });
  forgetStaff();
  return response;
}

beforeAll(async () => {
  operator = await makeKey('operator');
  key = await makeKey('publishable');
  const url = 'https://news.example.com/1';
  const article = { id: 1, url, title: 'Story', contentType: 'article', publishedAt: '2026-01-01T08:00:00Z' };
  await publish(operator, 'articles', [article]);
});
beforeEach(async () => {
  queue.sent.length = 0;
  await db.run('DELETE FROM staff_settings');
  forgetStaff();
});

const click = async (address: string) => outcome(await beacon({ key, contentId: 1 }, { 'CF-Connecting-IP': address }));
const ACCEPTED = [202, 'accepted'];
const LEFT_OUT = [202, 'dropped; reason=ownStaff'];

test('a click from a staff address, range or IPv6 /64 is dropped, and other clicks count', async () => {
  expect((await put(STAFF)).status).toBe(200);
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '198.51.100.200', '2001:db8:aa:1:ffff::9'])
    expect(await click(address), address).toEqual(LEFT_OUT);
  expect(queue.sent).toHaveLength(0);
  for (const address of ['192.0.2.8', '198.51.101.1', '2001:db8:aa:2::5', 'unknown'])
    expect(await click(address), address).toEqual(ACCEPTED);
  expect(queue.sent).toHaveLength(4);
});

test('a link followed from a staff network redirects to the article and is not counted', async () => {
  await put(STAFF);
  const response = await visit(`/go/1?key=${key}`, { headers: { 'CF-Connecting-IP': '192.0.2.7' } });
  expect(response.status).toBe(302);
  expect(response.headers.get('X-Click')).toBe('dropped; reason=ownStaff');
});

test('all clicks count without a list of staff networks, and count again as soon as the list is emptied', async () => {
  expect(await click('192.0.2.7')).toEqual(ACCEPTED);
  await put(['192.0.2.7']);
  expect(await click('192.0.2.7')).toEqual(LEFT_OUT);
  await put([]);
  expect(await click('192.0.2.7')).toEqual(ACCEPTED);
});

test('a change to the staff networks in another isolate takes effect within a minute', async () => {
  expect(await click('192.0.2.9')).toEqual(ACCEPTED);
  await db.run(`INSERT INTO staff_settings (id, networks) VALUES (1, '["192.0.2.9"]')`);
  forgetStaff();
  expect(await click('192.0.2.9')).toEqual(LEFT_OUT);
});

describe('the list of staff networks', () => {
  const read = async () => (await askWith(operator, '/manage/own-staff')).json<{ data: { networks: string[] } }>();

  test('the list of staff networks is empty at first and stores each entry once, as sent', async () => {
    expect((await read()).data).toEqual({ networks: [] });
    await put([...STAFF, ' 192.0.2.7 ']);
    expect((await read()).data).toEqual({ networks: STAFF });
  });

  test.each(['0.0.0.0/0', '::/0', 'intranet', '192.0.2', '192.0.2.7/33', ''])(
    'the staff network %j is rejected',
    async (entry) => {
      const response = await put(['192.0.2.1', entry]);
      expect(response.status).toBe(400);
      expect(((await response.json()) as { data: { networks: string } }).data.networks).toContain('value 2 must be');
      expect((await read()).data.networks).toEqual([]);
    },
  );

  test('only one of two conditional writes of the staff networks with the same ETag is accepted', async () => {
    const etag = (await askWith(operator, '/manage/own-staff')).headers.get('ETag') ?? '';
    expect((await put(['192.0.2.1'], { 'If-Match': etag })).status).toBe(200);
    expect((await put(['192.0.2.2'], { 'If-Match': etag })).status).toBe(412);
    expect((await read()).data.networks).toEqual(['192.0.2.1']);
  });

  test('a change to the staff networks is recorded in the audit trail', async () => {
    await put(['192.0.2.1']);
    const trail = await askWith(operator, '/manage/audit?kind=staff');
    const { data } = await trail.json<{ data: { entries: { after: unknown }[] } }>();
    expect(data.entries[0]?.after).toEqual({ networks: ['192.0.2.1'] });
  });

  test.each(['secret', 'publishable'] as const)('the staff networks cannot be read with a %s key', async (kind) => {
    const other = await makeKey(kind);
    expect((await askWith(other, '/manage/own-staff')).status).toBe(403);
  });
});
