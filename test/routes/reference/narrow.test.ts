import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../search/seed.ts';
import { askWith, makeKey } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { arbitraryOf } from './arbitrary.ts';
import { answerOf, operations, type Parameter } from './described.ts';
import { publishNewsroom } from './newsroom.ts';

let keys = { secret: '', operator: '' };
beforeAll(async () => {
  keys = { secret: await makeKey('secret'), operator: await makeKey('operator') };
  await publishNewsroom(keys.operator);
});

/** These parameters refer to resources or are paired dates, so not every described value is accepted. */
const SAID_IN_WORDS =
  /(^|\/)(cursor|search|includeCountries|excludeCountries|countries|country|includeGeoGroups|geoGroups|from|to|story|sort|webhook|key|author)$/;

/** Returns values of the required parameters. All of them are ids of articles. */
const neededOf = (path: string, all: readonly Parameter[]) => ({
  ...Object.fromEntries(all.filter((one) => one.in === 'query' && one.required).map(({ name }) => [name, '2001'])),
  // Either `id` or `url` is required.
  ...(path === '/api/v2/feed/related/' ? { id: '2001' } : {}),
});

const parameters = operations.flatMap(({ method, path, parameters = [] }) =>
  method === 'GET' && /^\/(api|manage|embed)/.test(path)
    ? parameters
        .filter((one) => one.in === 'query')
        .map((parameter) => ({ path, parameter, name: parameter.name, needed: neededOf(path, parameters) }))
    : [],
);

describe('every parameter value that the description allows is accepted', () => {
  test.each(parameters.filter(({ name }) => !SAID_IN_WORDS.test(name)))(
    '$path accepts every value of $name that the API description allows',
    async ({ path, parameter, needed }) => {
      const at = path.replace(/\{date\}/, '2026-01-30').replace(/\{\w+\}/g, '2001');
      for (const value of fc.sample(arbitraryOf(parameter.schema), { seed, numRuns: sized(1, 6) })) {
        const text = [value].flat().join(',').toWellFormed();
        const key = path.startsWith('/manage') ? keys.operator : keys.secret;
        const response = await askWith(key, `${at}?${new URLSearchParams({ ...needed, [parameter.name]: text })}`);
        const said = await response.text();
        expect([text, response.status, response.status === 400 ? said : '']).not.toContain(400);
      }
    },
  );
});

test('the API description defines list parameters as comma-separated', () => {
  const lists = parameters.filter(({ parameter }) => parameter.schema.type === 'array');
  expect(lists.length).toBeGreaterThan(10);
  for (const { parameter } of lists) expect(parameter).toMatchObject({ style: 'form', explode: false });
});

test('every CSV response has a path of its own in the API description', () => {
  const tables = operations.filter((one) => Object.keys(answerOf(one, 200)?.content ?? {}).includes('text/csv'));
  expect(tables.length).toBeGreaterThan(10);
  for (const { path, responses } of tables)
    expect([path, Object.keys((responses[200] as { content: object }).content)]).toEqual([
      expect.stringMatching(/\/csv\/$/),
      ['text/csv'],
    ]);
});

test('every operation of the API description has a 405 response', async () => {
  for (const operation of operations) expect([operation.path, answerOf(operation, 405)]).not.toContain(undefined);
});
