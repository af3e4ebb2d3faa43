import { env } from 'cloudflare:test';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../search/seed.ts';
import { sized } from '../support/size.ts';
import { KINDS, type Kind, Model } from './managed/model.ts';
import { empty, indexFaults, stored, storyFaults } from './managed/stored.ts';
import { apply, type Op, run } from './managed/world.ts';

/** Number of random histories of publishing, polls, clicks, deletions, merges and restores, some concurrent. */

const RUNS = Number(env.RUNS ?? 0) || sized(2, 4);
const LENGTH = 24;

const kind = fc.constantFrom(...KINDS);
const refOf = (kind: Kind) => fc.constantFrom(...(kind === 'geoGroup' ? ['group-1', 'group-2'] : ['1', '2', '3']));
const ofThing = kind.chain((kind) =>
  fc.record({ kind: fc.constant(kind), ref: refOf(kind), name: fc.constantFrom('A', 'B', 'C') }),
);
const host = fc.constantFrom('a.example', 'b.example', 'c.example');
const hosts = fc.uniqueArray(host, { maxLength: 2 });
const id = fc.integer({ min: 1, max: 5 });
const refs = (kind: Kind) => fc.uniqueArray(refOf(kind), { maxLength: 3 });
const tags = fc.record({ topic: refs('topic'), company: refs('company'), geoGroup: refs('geoGroup') });
const ofSource = fc.record({ domain: host, name: fc.constantFrom('Ledger', 'Paper') });

const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 3, arbitrary: ofThing.map((thing): Op => ({ op: 'save', ...thing })) },
  { weight: 1, arbitrary: ofThing.map((thing): Op => ({ op: 'rule', ...thing })) },
  { weight: 2, arbitrary: ofThing.map((thing): Op => ({ op: 'remove', ...thing })) },
  { weight: 2, arbitrary: ofThing.map((thing): Op => ({ op: 'restore', ...thing })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('topic' as const, 'company' as const)
      .chain((kind) =>
        fc.record({ op: fc.constant('merge' as const), kind: fc.constant(kind), ref: refOf(kind), into: refOf(kind) }),
      ),
  },
  { weight: 5, arbitrary: fc.record({ op: fc.constant('publish' as const), id, host, tags }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constantFrom('deleteStory' as const, 'restoreStory' as const, 'split' as const),
      id,
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('join' as const), id, into: id }) },
  { weight: 1, arbitrary: ofSource.map((source): Op => ({ op: 'saveSource', ...source })) },
  {
    weight: 1,
    arbitrary: fc.tuple(ofSource, hosts).map(([source, aliases]): Op => ({ op: 'nameHosts', ...source, aliases })),
  },
  { weight: 1, arbitrary: ofSource.map((source): Op => ({ op: 'removeSource', ...source })) },
  { weight: 1, arbitrary: ofSource.map((source): Op => ({ op: 'restoreSource', ...source })) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('mergeSource' as const), domain: host, into: host }) },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('select' as const),
      day: fc.constantFrom('2026-01-01', '2026-01-02'),
      ids: fc.uniqueArray(id),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('addFeed' as const), host }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('poll' as const), host, version: fc.constantFrom(1, 2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constantFrom('deleteBrought' as const, 'restoreBrought' as const), host }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ op: fc.constant('click' as const), id, reader: fc.integer({ min: 1, max: 3 }) }),
  },
);

/** The first steps of every history create resources to delete. */
const BEGINNING: Op[] = [
  ...KINDS.flatMap((kind) =>
    ['1', '2'].map((n): Op => ({ op: 'save', kind, ref: kind === 'geoGroup' ? `group-${n}` : n, name: 'A' })),
  ),
  { op: 'rule', kind: 'topic', ref: '1', name: 'A' },
  { op: 'addFeed', host: 'a.example' },
  { op: 'publish', id: 1, host: 'a.example', tags: { topic: ['2', '1'], company: ['1'], geoGroup: ['group-1'] } },
  { op: 'publish', id: 2, host: 'b.example', tags: { topic: ['1'], company: ['1', '2'], geoGroup: [] } },
];

const step = fc.oneof({ weight: 5, arbitrary: op.map((one) => [one]) }, { weight: 1, arbitrary: fc.tuple(op, op) });

const failed = (model: Model, actual: unknown): boolean => JSON.stringify(model.snapshot()) !== JSON.stringify(actual);

/** A concurrent change may have won, so this change may be missing. */
function outcomes(model: Model, ops: readonly Op[]): Model[] {
  const [first, second] = ops;
  const orders = second && first ? [[first, second], [second, first], [first], [second]] : [ops];
  return orders.map((order) => {
    const copy = model.copy();
    for (const one of order) apply(copy, one);
    return copy;
  });
}

/**
 * Two orders of the same changes may lead to the same visible state, but a restore may bring back different content.
 */
const distinct = (models: readonly Model[]): Model[] =>
  [...new Map(models.map((model) => [model.identity(), model])).values()].slice(0, MOST_MODELS);
const MOST_MODELS = 50;

test(`after ${RUNS} random histories, rows and index entries equal those of the reference model`, async () => {
  console.log(`SEED=${seed}`);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: LENGTH, maxLength: LENGTH }), async (steps) => {
      await empty();
      let models = [new Model()];
      for (const one of BEGINNING) {
        await run(one);
        for (const model of models) apply(model, one);
      }
      for (const ops of steps) {
        await Promise.all(ops.map(run));
        expect(await storyFaults()).toEqual([]);
        const actual = await stored();
        const candidates = models.flatMap((model) => outcomes(model, ops));
        models = distinct(candidates.filter((candidate) => !failed(candidate, actual)));
        if (models.length === 0) expect({ ops, stored: actual }).toEqual({ ops, stored: candidates[0]?.snapshot() });
      }
      expect(await indexFaults()).toEqual([]);
    }),
    { numRuns: RUNS, seed, ...(env.REPLAY ? { path: env.REPLAY } : {}), endOnFailure: true },
  );
}, 3_600_000);
