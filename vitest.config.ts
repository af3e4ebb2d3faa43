import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        bindings: {
          MIGRATIONS: await readD1Migrations('drizzle'),
          SEED: process.env.SEED ?? '',
          RUNS: process.env.RUNS ?? '',
        },
      },
    }),
  ],
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/bench/**', 'test/browser/**', 'test/faults/**'],
    setupFiles: ['test/setup.ts'],
    // Vitest leaves one core to itself, and of two that is half.
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
