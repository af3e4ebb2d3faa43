import { expect, test } from 'vitest';
import { loadTagger } from '../../../src/content/rules/rules.ts';
import { mutex } from '../../../src/lib/async-control.ts';
import { pollFeed } from '../../../src/syndication/poll/poll.ts';
import { openTestDb } from '../../support/index.ts';
import { ALLOWED, add, feedAt, NOW, rss, SERVER, stories } from '../stage.ts';

/** Each poll receives one of the responses. Returns the validators that each request sent. */
async function validatorsSent(slug: string, ...answers: [status: number, body: string, headers: HeadersInit][]) {
  const db = openTestDb();
  const url = `${SERVER}/${slug}`;
  await add(url);
  const sent: (string | null)[] = [];
  for (const [round, [status, body, headers]] of answers.entries()) {
    const fetch = async (_: string, init: RequestInit) => {
      const asked = new Headers(init.headers);
      sent.push(asked.get('If-None-Match') ?? asked.get('If-Modified-Since'));
      return new Response(status === 304 ? null : body, { status, headers });
    };
    await pollFeed(db, await feedAt(url), {
      reach: { fetch, allowed: ALLOWED },
      tagger: () => loadTagger(db),
      store: mutex(),
      now: NOW + round * 4_000_000,
    });
  }
  return sent;
}

const body = (slug: string, more = '') => rss(stories(slug, 1), more);
const BUILT = '<lastBuildDate>Mon, 15 Jun 2026 13:00:00 GMT</lastBuildDate>';

test.each([
  ['a 304 response', 304, ''],
  ['a 200 response with the same body', 200, ''],
  ['a 200 response with the same items', 200, BUILT],
])('the next poll sends the ETag from %s', async (what, status, more) => {
  const slug = `latch-${what.length}`;
  const sent = await validatorsSent(
    slug,
    [200, body(slug), { ETag: '"a"' }],
    [status, body(slug, more), { ETag: '"b"' }],
    [304, '', {}],
    [304, '', {}],
  );
  expect(sent).toEqual([null, '"a"', '"b"', '"b"']);
});

test('the next poll sends the Last-Modified value from a 304 response, and none after a full response without one', async () => {
  const [first, second] = ['Mon, 15 Jun 2026 12:00:00 GMT', 'Mon, 15 Jun 2026 13:00:00 GMT'];
  const sent = await validatorsSent(
    'latch-dates',
    [200, body('latch-dates'), { 'Last-Modified': first }],
    [304, '', { 'Last-Modified': second }],
    [200, body('latch-dates'), {}],
    [200, body('latch-dates'), {}],
  );
  expect(sent).toEqual([null, first, second, null]);
});

test('the validators from a 304 response are ignored if the document was never read completely', async () => {
  const db = openTestDb();
  const slug = 'latch-unread';
  await validatorsSent(slug, [200, body(slug), { ETag: '"a"' }]);
  await db.run(`UPDATE feeds SET etag = NULL, last_modified = NULL, body_hash = NULL WHERE url LIKE '%/${slug}'`);
  expect(await validatorsSent(slug, [304, '', { ETag: '"b"' }], [200, body(slug), {}])).toEqual([null, null]);
});
