import type { Suites } from './suites.ts';

export const VERIFICATIONS = {
  faults: { help: 'Injected faults, compared with an oracle (--quick)', command: 'node test/verify/faults/faults.ts' },
  abuse: { help: 'Keys, floods, injections, false clicks', command: 'node test/verify/abuse/verify.ts' },
  counts: { help: 'A partner who wants to learn counts', command: 'node test/verify/counts/verify.ts' },
  mutations: { help: 'Planted defects; a test must fail for each', command: 'node test/verify/mutations/verify.ts' },
  exactness: {
    help: 'Random histories of clicks and reads, with faults',
    command:
      'RUNS=5000 vitest run test/clicks/exactness-1.test.ts test/clicks/exactness-2.test.ts test/clicks/reads.test.ts test/clicks/exactness/views.test.ts',
  },
  newsroom: { help: 'An imported newsroom against a recount', command: 'node test/verify/newsroom/recount.ts' },
  ranges: {
    help: 'Ranges and changed content against a recount',
    command: 'RUNS=1000 vitest run test/rankings/read/range.test.ts test/rankings/read/changed-content.test.ts',
  },
  crash: { help: 'Kills and stops while readers click', command: 'node test/verify/crash/crash.ts' },
  standstill: { help: 'Processes and disks that fail', command: 'node test/verify/standstill/standstill.ts' },
  overload: { help: 'More requests than capacity', command: 'node test/verify/overload/overload.ts' },
  soak: { help: 'Memory over minutes of requests', command: 'node test/verify/soak/soak.ts' },
  framing: { help: 'Hidden requests, through proxies too', command: 'node test/verify/framing/verify.ts' },
  differential: {
    help: 'The same requests to workerd and to Node, or to two running servers (--servers)',
    command: 'npm run --silent build && node test/verify/differential/verify.ts',
  },
  presses: {
    help: 'Random sequences of edits, merges, reverts and undos in Chromium',
    command: 'npm run --silent build && node test/verify/presses/verify.ts',
  },
  websub: { help: 'A WebSub hub on loopback', command: 'node test/verify/websub/verify.ts' },
  mail: { help: 'A mail server that is slow or refuses', command: 'node test/verify/mail/verify.ts' },
  cloud: {
    help: 'Deployments to a simulated Cloudflare',
    command: 'node --test --test-global-setup=test/support/built.ts test/verify/cloud/verify.ts',
  },
  restore: { help: 'Backup and restore of the demo newsroom', command: 'node test/operations/backup/restore-demo.ts' },
  stranger: { help: "A stranger's first hour with the package", command: 'node test/verify/stranger/verify.ts' },
  feeds: { help: 'Feed files of folders, imported twice', command: 'node test/verify/faults/feeds-import.ts' },
  alarms: { help: 'Faults, and the alarm of each (--quick)', command: 'node test/verify/alarms/verify.ts' },
  week: { help: "A newsroom's week, and its promises (--quick)", command: 'node test/verify/week/verify.ts' },
  retention: { help: '93 days, and what is stored of each (--quick)', command: 'node test/verify/retention/verify.ts' },
  manage: {
    help: 'Random histories of management against an oracle',
    command: 'RUNS=2000 vitest run test/content/managed.test.ts test/rankings/fresh-build.test.ts',
  },
  edits: { help: 'Random double edits', command: 'RUNS=200 vitest run test/web/double-edits.test.ts' },
  writes: { help: 'Random writes', command: 'RUNS=5000 vitest run test/routes/reference/writes.test.ts' },
  numbers: {
    help: 'Equal numbers in every form of an answer',
    command: 'RUNS=16 vitest run test/routes/share/same-numbers.test.ts',
  },
  causes: { help: 'Causes of changes', command: 'RUNS=63 vitest run test/routes/insights/causes.test.ts' },
  searches: {
    help: 'Random filters while articles change',
    command: 'RUNS=5000 vitest run test/search/filters.test.ts',
  },
  random: {
    help: 'Random newsrooms and requests',
    command:
      'RUNS=3000 vitest run test/routes/insights/recount.test.ts test/routes/insights/time.test.ts test/routes/reference/fuzz.test.ts',
  },
  bounds: { help: 'Bounds of what one sender moves', command: 'RUNS=1 vitest run test/engagement/bounds.test.ts' },
  prices: { help: 'Prices of positions (--write)', command: 'node test/verify/prices/prices.ts' },
  learning: { help: 'Lists that learn, on simulated sites (--quick)', command: 'node test/verify/learning/verify.ts' },
  placement: { help: 'Attacks on underplayed and overplayed', command: 'node test/verify/prices/placement.ts' },
} satisfies Suites;
