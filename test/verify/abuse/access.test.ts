import { inspectRoutes } from 'hono/dev';
import { expect, test } from 'vitest';
import { app } from '../../../src/routes.ts';
import { ACCESS, PLACES, rows, SORTS } from './routes.ts';

test('every route of the service has a row in the table, and every row is a route', () => {
  // What takes all methods and passes on is no route.
  const routes = inspectRoutes(app).filter(({ method, isMiddleware }) => method !== 'ALL' || !isMiddleware);
  const names = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
});

test('every access states an answer for every sort of key in every place', () => {
  for (const places of Object.values(ACCESS))
    for (const place of PLACES) expect(Object.values(places[place]).filter(Boolean)).toHaveLength(SORTS.length);
});
