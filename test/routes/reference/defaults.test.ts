import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey } from '../../support/index.ts';
import { type Operation, operations, type Parameter } from './described.ts';
import { publishNewsroom } from './newsroom.ts';

let keys = { secret: '', operator: '' };
beforeAll(async () => {
  keys = { secret: await makeKey('secret'), operator: await makeKey('operator') };
  await publishNewsroom(keys.operator);
});

const reads = operations.filter(({ method }) => method === 'GET');
const pathOf = ({ path }: Operation) =>
  path
    .replace(/\/content\/\{id\}/, '/content/2001')
    .replace('{id}', '11')
    .replace('{date}', '2026-01-30')
    .replace(/\{\w+\}/, 'x');
const ask = (operation: Operation, query: string) =>
  askWith(/^\/(manage|session)/.test(operation.path) ? keys.operator : keys.secret, `${pathOf(operation)}?${query}`);

const essenceOf = (status: number, text: string) =>
  `${status} ${text.replaceAll(/\?[^"\s<]*/g, '').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')}`;

const plainAnswers = new Map<Operation, string>();
async function plainAnswer(operation: Operation): Promise<string> {
  const response = plainAnswers.has(operation) ? null : await ask(operation, '');
  if (response) plainAnswers.set(operation, essenceOf(response.status, await response.text()));
  return plainAnswers.get(operation) ?? '';
}

interface Stated extends Parameter {
  schema: { default?: unknown };
}
const stated = reads.flatMap((operation) =>
  (operation.parameters ?? []).flatMap((parameter) => {
    const { name, schema, in: place } = parameter as Stated;
    return place === 'query' && 'default' in schema
      ? [[`${operation.method} ${operation.path}`, name, schema.default, operation] as const]
      : [];
  }),
);

test('the API description states more than 80 defaults', () => expect(stated.length).toBeGreaterThan(80));

/** Responses of these operations vary by time or chance. */
const MOVING = /^\/(manage\/(status|metrics)|health|metrics)/;

test.each(stated)('%s responds equally with the default %s=%s and without it', async (_, name, value, operation) => {
  const given = await ask(operation, `${name}=${encodeURIComponent(String(value))}`);
  const text = await given.text();
  if (given.status === 400) {
    const { data } = JSON.parse(text) as { data: Record<string, string> };
    expect(Object.keys(data)).not.toContain(name);
  }
  if (!MOVING.test(operation.path)) expect(essenceOf(given.status, text)).toBe(await plainAnswer(operation));
});

const VALUES: Record<string, string> = {
  ...{ from: '2026-01-01', to: '2026-01-07', against: 'year', period: '7d', breakdown: 'source-type', output: 'json' },
  ...{ companyType: 'broker', direction: 'up', by: 'source', author: 'a', riskManagement: 'true', stories: 'true' },
  ...{ placement: 'true', excluded: 'false' },
};
const analytics = reads.filter(({ path }) => /^\/api\/v2\/(insights|topics\/trending)\//.test(path));
/** The growth response names its period, so it differs. */
const NAMED_IN_RESPONSE = ['/api/v2/insights/trending-topics/growth/ period'];

test('every analytics endpoint rejects parameters of other endpoints that it does not support', async () => {
  const names = new Set(analytics.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)));
  const ignored: string[] = [];
  for (const operation of analytics)
    for (const name of names) {
      if (name === 'apiKey' || operation.parameters?.some((parameter) => parameter.name === name)) continue;
      const answer = await ask(operation, `${name}=${VALUES[name] ?? '12'}`);
      const { data }: { data?: Record<string, string> } = JSON.parse(
        answer.status === 400 ? await answer.text() : '{}',
      );
      if (answer.status !== 400 || !data?.[name]) ignored.push(`${operation.path.replace(/csv\/$/, '')} ${name}`);
    }
  expect([...new Set(ignored)]).toEqual(NAMED_IN_RESPONSE);
});

test('co-topics reject a date range and ignore empty values', async () => {
  const co = (query: string) => askWith(keys.secret, `/api/v2/insights/topics/11/co-topics/?${query}`);
  const refused = await co('from=2026-01-01&to=2026-01-07&limit=999');
  expect(await refused.json()).toMatchObject({
    code: 400,
    reason: 'parameterInvalid',
    data: {
      from: 'is not supported here, because this response has no range of days',
      to: 'is not supported here, because this response has no range of days',
      limit: 'must be a whole number from 1 to 50',
    },
  });
  expect((await co('from=&to=%20')).status).toBe(200);
  expect((await co('unknown=1')).status).toBe(200);
});
