import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { buildBrowserCode } from './scripts/build.ts';
import { instrumented } from './test/support/coverage/instrument.ts';

// The Worker imports its inline scripts.
await buildBrowserCode();

const measured = process.env.COVERAGE === '1';

/** Tests of what runs under Node: commands, and the project's own rules. */
const IN_NODE = ['test/cli/**/*.test.ts', 'test/project/**/*.test.ts'];

export default defineConfig({
  test: {
    // Vitest leaves one core to itself, and of two that is half.
    maxWorkers: 2,
    coverage: {
      enabled: measured,
      provider: 'custom',
      reportOnFailure: true,
      customProviderModule: './test/support/coverage/module.ts',
    },
    projects: [
      {
        plugins: [
          ...(measured ? [instrumented()] : []),
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
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'node', include: IN_NODE, testTimeout: 30_000 } },
    ],
  },
});
