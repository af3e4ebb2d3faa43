/**
 * `npm run check:structure`: which room of `src/` may import which.
 *
 * The rooms from top to bottom. A room imports from rooms below its own, and from itself. docs/explanation/architecture.md
 * shows the same list and says what each room holds; a test compares the two. (docs/decisions.md#B1)
 */
export const ROOMS = [
  ['cli'],
  ['node'],
  ['command', 'demo'],
  ['index'],
  ['routes'],
  ['web'],
  ['operations'],
  ['collections'],
  ['admission'],
  ['http'],
  ['alerts'],
  ['subscriptions'],
  ['webhooks'],
  ['websub'],
  ['outbox'],
  ['syndication'],
  ['clicks'],
  ['rankings'],
  ['search'],
  ['delivery'],
  ['content'],
  ['tagging'],
  ['engagement'],
  ['keys'],
  ['db'],
  ['lib', 'client'],
];

/** Rooms that may know HTTP. `delivery` renders its pages with `hono/jsx`, and knows nothing else of hono. */
const HTTP_ROOMS = ['routes', 'admission', 'http', 'web'];

/** A room is a folder, a file, or both: `src/routes.ts` belongs to `src/routes/`. */
const room = (...names) => `^src/(${names.join('|')})(/|[.]tsx?$)`;

const upward = ROOMS.slice(1).map((rooms, i) => ({
  name: `no-import-up-from-${rooms.join('-')}`,
  comment: `src/${rooms.join(' and src/')} may import only from rooms below.`,
  severity: 'error',
  from: { path: room(...rooms) },
  to: { path: room(...ROOMS.slice(0, i + 1).flat()) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...upward,
    {
      name: 'every-file-in-a-room',
      comment: 'A new room needs a place in the list of rooms.',
      severity: 'error',
      from: { path: '^src/', pathNot: room(...ROOMS.flat()) },
      to: {},
    },
    {
      name: 'no-circle',
      comment: 'Two files that import each other, through others or by types only, are one file or need a third.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-hono',
      comment: `Only ${HTTP_ROOMS.join(', ')} know HTTP.`,
      severity: 'error',
      from: { path: '^src/', pathNot: room(...HTTP_ROOMS, 'delivery') },
      to: { path: ['(^|/)node_modules/(hono|@hono)/', '^@?hono(/|$)'] },
    },
    {
      name: 'no-hono-in-delivery-but-jsx',
      comment: 'Delivery renders a value; it answers no request.',
      severity: 'error',
      from: { path: room('delivery') },
      to: {
        path: ['(^|/)node_modules/(hono|@hono)/', '^@?hono(/|$)'],
        pathNot: '/(jsx|helper/html|utils/html)|^hono/(jsx|html)',
      },
    },
    {
      name: 'tagging-is-pure',
      comment: 'Rules in, tags out: what is stored is read and written by src/content.',
      severity: 'error',
      from: { path: room('tagging') },
      to: { path: ['^src/db/(?!values[.]ts)', '(^|/)node_modules/drizzle-orm/', '^drizzle-orm(/|$)'] },
    },
    {
      name: 'no-unresolved-import',
      comment: 'The imported file does not exist.',
      severity: 'error',
      from: { path: '^src/' },
      // What `npm run build` writes may not be there yet.
      to: { couldNotResolve: true, pathNot: ['^(cloudflare|node):', '[.]generated[.]ts$'] },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript API; this parser sees type imports, too.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Compiled for the client's package.
    exclude: { path: '^src/client/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
