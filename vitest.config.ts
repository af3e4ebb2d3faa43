import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { buildBrowserCode } from './scripts/build.ts';

// The Worker imports its inline scripts.
await buildBrowserCode();

/** Tests of what runs under Node: commands, and the project's own rules. */
const IN_NODE = ['test/cli/**/*.test.ts', 'test/project/**/*.test.ts'];

export default defineConfig({
  test: {
    // Vitest leaves one core to itself, and of two that is half.
    maxWorkers: 2,
    coverage: {
      // V8's own coverage is not available in workerd.
      provider: 'istanbul',
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/client/**', 'src/**/*.generated.ts'],
      reporter: [['text', { skipFull: true, maxCols: 140 }], 'json-summary'],
      // Out of sight of everything that reads the project's files.
      reportsDirectory: 'node_modules/.coverage',
      reportOnFailure: true,
    },
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // Databases for the test of a newsroom that lies in several.
              d1Databases: ['SHARD_0', 'SHARD_1', 'SHARD_2'],
              bindings: {
                MIGRATIONS: await readD1Migrations('drizzle'),
                SEED: process.env.SEED ?? '',
                RUNS: process.env.RUNS ?? '',
              },
            },
          }),
        ],
        test: {
          name: 'worker',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: [
            ...IN_NODE,
            'test/bench/**',
            'test/browser/**',
            'test/runtime/**',
            'test/verify/faults/**',
            'test/verify/**/command/**',
          ],
          globalSetup: ['test/support/feed-server.ts'],
          setupFiles: ['test/support/setup.ts'],
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: [
                  'drizzle-orm',
                  'drizzle-orm/d1',
                  'drizzle-orm/sqlite-core',
                  'zod',
                  'zod-openapi',
                  'fast-check',
                  'feedsmith',
                  'htmlparser2',
                  'isbot',
                  'stemmer',
                  'entities',
                  '@hono/zod-validator',
                  'hono',
                  'hono/cors',
                  'hono/etag',
                  'hono/html',
                  'hono/jsx',
                  'hono/jsx/jsx-runtime',
                  'hono/jsx/jsx-dev-runtime',
                  'hono/http-exception',
                  'hono/route',
                  'hono/method-not-allowed',
                  'hono/dev',
                ],
              },
            },
          },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'node', include: IN_NODE, testTimeout: 30_000 } },
    ],
  },
});
