import { beforeAll, describe, expect, test } from 'vitest';
import { clickedArticles, emptyNewsroom, rows, windowRow } from '../../clicks/support.ts';
import { askWith, makeKey } from '../../support/index.ts';

const HOUR = 3_600_000;
const now = Date.now();
let operator = '';

beforeAll(async () => {
  await emptyNewsroom();
  await clickedArticles();
  operator = await makeKey('operator');
});

interface Answer {
  status: string;
  data: Record<string, unknown>;
}

async function manage(method: string, path: string, body?: string): Promise<Answer & { code: number }> {
  const response = await askWith(operator, `/manage/${path}`, { method, ...(body === undefined ? {} : { body }) });
  return { code: response.status, ...((await response.json()) as Answer) };
}

const click = (contentId: unknown, ago: number, reader: unknown = 'reader 1', more: object = {}) => ({
  contentId,
  at: new Date(now - ago * HOUR).toISOString(),
  reader,
  ...more,
});

const ndjson = (values: unknown[]) =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');

describe('import of clicks', () => {
  const lines = [
    click(1, 1, 'reader 1', { continent: 'EU', companyType: 'broker', seniority: 'director' }),
    click(1, -1),
    click(1, 14 * 24 + 1),
    click(99, 1),
    '{"contentId": 1',
    click(0, 1),
    click('1', 1),
    click(1, 1, ''),
    click(1, 1, 'reader 1', { signed: 'yes' }),
    click(1, 1, 'reader 1', { signed: 1 }),
    { ...click(1, 1), at: 'yesterday' },
    click(2, 13 * 24, 'reader 2'),
  ];
  const refused: [line: number, field: string, message: RegExp][] = [
    [2, 'at', /in the future/],
    [3, 'at', /older than 14 days/],
    [4, 'contentId', /not the id of an article/],
    [5, 'line', /not valid JSON/],
    [6, 'contentId', /positive integer/],
    [7, 'contentId', /positive integer/],
    [8, 'reader', /empty/],
    [9, 'signed', /true or false/],
    [10, 'signed', /true or false/],
    [11, 'at', /RFC 3339/],
  ];

  test('an import of clicks reports invalid lines and accepts the others', async () => {
    const { code, data } = await manage('POST', 'clicks', ndjson(lines));
    expect(code).toBe(200);
    expect(data).toEqual({
      accepted: 2,
      rejected: refused.map(([line, field, message]) => ({
        line,
        errors: { [field]: expect.stringMatching(message) },
      })),
    });
    expect(
      await rows(
        'SELECT content_id, signed_all, signed_broker, signed_director, signed_eu, unsigned_all FROM click_hours ORDER BY 1',
      ),
    ).toEqual([
      { content_id: 1, signed_all: 1, signed_broker: 1, signed_director: 1, signed_eu: 1, unsigned_all: 0 },
      { content_id: 2, signed_all: 1, signed_broker: 0, signed_director: 0, signed_eu: 0, unsigned_all: 0 },
    ]);
    expect(await windowRow(1)).toMatchObject({ engagement_24h_broker: 1, engagement_7d: 1, before_7d: 1 });
  });

  test('a repeated import of clicks changes nothing', async () => {
    const everything = () =>
      Promise.all(
        [
          'click_hours',
          'topic_windows',
          'click_outcomes',
          'dead_letters',
          ...[0, 1, 2, 3, 4].map((n) => `click_ids_${n}`),
        ].map((table) => rows(`SELECT * FROM ${table}`)),
      );
    const before = await everything();
    expect((await manage('POST', 'clicks', ndjson(lines))).data).toMatchObject({ accepted: 2 });
    expect(await everything()).toEqual(before);
  });

  test('an import of clicks ignores case and stores unrecognized values as unknown', async () => {
    const lenient = [
      click(3, 30, 'a', { continent: 'eu', companyType: 'Broker', seniority: 'C-Suite' }),
      click(3, 30, 'b', { continent: 'XX', companyType: 'bank', seniority: 'Vice President' }),
      click(3, 30, 'c', {
        continent: 7,
        companyType: null,
        seniority: {},
        network: 'AS64496',
        userAgent: 'x',
        signed: false,
      }),
      click(3, 30, 'd', { continent: '', network: 'none', userAgent: 3, signed: null }),
    ];
    expect((await manage('POST', 'clicks', ndjson(lenient))).data).toEqual({ accepted: 4, rejected: [] });
    const stored = await rows(
      `SELECT unsigned_all, unsigned_broker + unsigned_carrier + unsigned_other AS companies, signed_all, signed_broker, signed_c_suite,
        signed_vice_president, signed_eu FROM click_hours WHERE content_id = 3`,
    );
    expect(stored).toEqual([
      {
        unsigned_all: 1,
        companies: 0,
        signed_all: 3,
        signed_broker: 1,
        signed_eu: 1,
        signed_c_suite: 1,
        signed_vice_president: 1,
      },
    ]);
  });

  test('an import counts the earliest click per reader, article and day, regardless of the order in the file', async () => {
    const noon = Math.floor(now / (24 * HOUR)) * 24 * HOUR - 5.5 * 24 * HOUR;
    const at = (hours: number, companyType: string) => ({
      ...click(3, 0, 'early and late', { companyType }),
      at: new Date(noon + hours * HOUR).toISOString(),
    });
    await manage('POST', 'clicks', ndjson([at(3, 'carrier'), at(-2, 'broker'), at(8, 'other'), at(13, 'other')]));
    expect(
      await rows(
        `SELECT hour, signed_broker, signed_carrier, signed_other FROM click_hours WHERE content_id = 3 AND hour >= ${noon / HOUR - 12} AND hour <= ${noon / HOUR + 24} ORDER BY hour`,
      ),
    ).toEqual([
      { hour: noon / HOUR - 2, signed_broker: 1, signed_carrier: 0, signed_other: 0 },
      { hour: noon / HOUR + 13, signed_broker: 0, signed_carrier: 0, signed_other: 1 },
    ]);
  });

  test('an import counts the first click per reader, article and day if the times are equal', async () => {
    const at = new Date(now - 50 * HOUR).toISOString();
    const same = ['broker', 'carrier', 'broker'].map((companyType) => ({
      ...click(3, 50, 'reader 3'),
      at,
      companyType,
    }));
    await manage('POST', 'clicks', JSON.stringify(same));
    await manage('POST', 'clicks', JSON.stringify(same.slice(1)));
    const hour = Math.floor(Date.parse(at) / HOUR);
    const query = `SELECT signed_all, signed_broker FROM click_hours WHERE content_id = 3 AND hour = ${hour}`;
    expect(await rows(query)).toEqual([{ signed_all: 1, signed_broker: 1 }]);
  });
});

test.each([
  ['GET', 'dead-letters?limit=0'],
  ['GET', 'dead-letters?limit=1001'],
  ['GET', 'dead-letters?after=-1'],
  ['POST', 'dead-letters/replay?limit=10001'],
  ['POST', 'dead-letters/replay?limit=x'],
])('%s /manage/%s with an invalid parameter returns 400', async (method, path) => {
  expect(await manage(method, path)).toMatchObject({ code: 400, status: 'fail' });
});

test('an empty dead-letter store returns no entries and replays none', async () => {
  expect((await manage('GET', 'dead-letters')).data).toEqual({ deadLetters: [] });
  expect((await manage('POST', 'dead-letters/replay')).data).toEqual({ replayed: 0 });
});

test('a rebuild recomputes the rankings of every topic and the site', async () => {
  expect((await manage('POST', 'rebuild')).data).toEqual({ rebuilt: 4 });
});
