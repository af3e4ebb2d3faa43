import * as fc from 'fast-check';
import { COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../../../src/engagement/audiences.ts';
import type { Fault } from './faults.ts';

const record = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(model, { noNullPrototype: true });

/** Histories of a small newsroom: pure values, so that a failing one can be shrunk and printed. */

export const TOPICS = [1, 2, 3, 47];
/** Hours of a whole turn of the partitions. */
export const TURN = 25 * 24;

const EDGES = [-2, -1, 1, 2, 23, 24, 25, 26, 48, 49, 50, 167, 168, 169, 170, 334, 335, 336, 337, 338, 339];

const click = record({
  article: fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, fc.nat(5)),
  reader: fc.nat(39),
  hoursAgo: fc.oneof({ weight: 7, arbitrary: fc.constant(0) }, fc.constantFrom(...EDGES), fc.nat(340)),
  origin: fc.constantFrom(
    'unsigned' as const,
    'unsigned' as const,
    'unsigned' as const,
    'signed' as const,
    'trusted' as const,
  ),
  /** Few classes, so that some are conspicuous. */
  network: fc.constantFrom(0, 0, 0, 3, 31),
  prefix: fc.constantFrom(0, 0, 1, 2, 31),
  browser: fc.constantFrom(0, 0, 7, 8, 15),
  companyType: fc.constantFrom(null, ...COMPANY_TYPES),
  seniority: fc.constantFrom(null, ...SENIORITIES),
  continent: fc.constantFrom(null, ...CONTINENTS),
  /** Which of the malformed messages it is instead, if any. */
  malformed: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, fc.nat(7)),
});
export type PlannedClick = typeof click extends fc.Arbitrary<infer T> ? T : never;

const faults: fc.Arbitrary<Fault[]> = fc.oneof(
  fc.constant<Fault[]>([]),
  fc.array(
    record({
      call: fc.oneof(fc.nat(2), fc.nat(8)),
      when: fc.constantFrom('before' as const, 'after' as const, 'late' as const),
    }),
    { minLength: 1, maxLength: 2 },
  ),
);

const topics = fc.subarray(TOPICS);
const pick = fc.nat(99);
const both = { faults, inObjects: faults };

const steps = {
  beacons: record({
    kind: fc.constant('beacons' as const),
    clicks: fc.array(click, { minLength: 1, maxLength: 24, size: 'max' }),
  }),
  /** Many readers of one article who have much in common. */
  fleet: record({
    kind: fc.constant('fleet' as const),
    size: fc.integer({ min: 7, max: 24 }),
    click: click.map((planned) => ({ ...planned, origin: 'unsigned' as const, malformed: null })),
  }),
  deliver: record({
    kind: fc.constant('deliver' as const),
    order: pick,
    size: fc.integer({ min: 1, max: 24 }),
    parts: fc.constantFrom(1, 1, 2),
    /** The same messages to every part, and once more later although they are acknowledged. */
    twice: fc.boolean(),
    /** All objects die meanwhile. */
    crash: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    ...both,
  }),
  pass: record({
    kind: fc.constant('pass' as const),
    minutes: fc.oneof(fc.nat(90), fc.constantFrom(60, 24 * 60, 100 * 60, 168 * 60, 336 * 60)),
    /** Alarms that are due come late otherwise. */
    alarms: fc.boolean(),
    watchdog: fc.boolean(),
    retention: fc.boolean(),
    ...both,
  }),
  /** Everything that waits is delivered, and then all rankings are computed again: they must be what they were. */
  rebuild: record({ kind: fc.constant('rebuild' as const) }),
  evict: record({ kind: fc.constant('evict' as const), topic: fc.constantFrom(0, ...TOPICS) }),
  crash: record({ kind: fc.constant('crash' as const) }),
  giveUp: record({ kind: fc.constant('giveUp' as const), ...both }),
  replay: record({ kind: fc.constant('replay' as const), limit: fc.integer({ min: 1, max: 20 }), ...both }),
  past: record({
    kind: fc.constant('past' as const),
    clicks: fc.array(click, { minLength: 1, maxLength: 8 }),
    ...both,
  }),
  retag: record({
    kind: fc.constant('retag' as const),
    article: fc.nat(5),
    topics,
    /** Minutes until it is published, or published long ago. */
    embargo: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom(30, 90, 3000)),
    ...both,
  }),
  remove: record({ kind: fc.constant('remove' as const), article: fc.nat(5), ...both }),
};

const WEIGHTS: Partial<Record<keyof typeof steps, number>> = { beacons: 5, fleet: 2, deliver: 9, pass: 3 };

const step = fc.oneof(
  ...Object.entries(steps).map(([kind, arbitrary]) => ({
    weight: WEIGHTS[kind as keyof typeof steps] ?? 1,
    arbitrary: arbitrary as fc.Arbitrary<Step>,
  })),
);
export type Step = {
  [K in keyof typeof steps]: (typeof steps)[K] extends fc.Arbitrary<infer T> ? T : never;
}[keyof typeof steps];
export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;

const article = record({
  topics,
  contentType: fc.constantFrom('article' as const, 'video' as const, 'podcast' as const),
  organisationType: fc.constantFrom(undefined, 'Carrier' as const, 'Broker' as const, 'Service Provider' as const),
  client: fc.constantFrom(undefined, undefined, 'Topic Article'),
  source: fc.constantFrom('a.example', 'b.example', 'c.example'),
  countries: fc.subarray(['GB', 'DE', 'US']),
});
export type PlannedArticle = typeof article extends fc.Arbitrary<infer T> ? T : never;

export const history = record({
  /** Where in a turn of the partitions it begins, in hours. */
  phase: fc.nat(TURN - 1),
  articles: fc.array(article, { minLength: 2, maxLength: 6 }),
  steps: fc.array(step, { minLength: 5, maxLength: 12, size: 'max' }),
  /** Minutes that pass before everything is looked at: at least until the objects' safety alarms are due. */
  rest: fc.constantFrom(2, 2, 62, 30 * 60, 200 * 60),
});
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
