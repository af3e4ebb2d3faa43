import type { Suites } from './suites.ts';

/** Checks that are not part of `npm test`. */
export const CHECKS = {
  start: { help: 'A first start on an empty state', command: 'node scripts/check/start.ts' },
  deploy: { help: 'A deployment, as far as it needs no account', command: 'node scripts/check/deploy.ts' },
  runtime: {
    help: 'Commands and processes: stops, kills, full disks',
    command:
      "node --import ./test/support/runner/drizzle-modules.ts --test --test-concurrency=3 --test-global-setup=test/support/built.ts 'test/runtime/**/*.test.ts'",
  },
  client: { help: 'The packed client in an empty project', command: 'node scripts/check/client.ts' },
  package: { help: 'The packed server in empty folders', command: 'node scripts/check/package.ts' },
  licences: { help: 'Licences of all packages', command: 'node scripts/check/licences.ts' },
  packages: {
    help: 'start, client, package and licences side by side',
    command: "node scripts/check/all.ts 'check -- start' 'check -- client' 'check -- package' 'check -- licences'",
  },
  dev: { help: 'Time until `dev` serves a change', command: 'node scripts/check/dev.ts' },
  alarms: {
    help: "The guide's rules in a real Prometheus (--quick)",
    command: 'node test/verify/alarms/prometheus.ts',
  },
  wordpress: {
    help: "The plugin in Debian's WordPress, in Chromium",
    command: 'node --test --test-global-setup=test/support/built.ts test/verify/wordpress/verify.ts',
  },
} satisfies Suites;
