import { expect, test } from 'vitest';
import { type AlarmMemory, follow, NO_TROUBLES, raisedIn, type Signs } from '../../src/operations/alarms/follow.ts';

const NOW = 1_800_000_000;

/** Returns the raised (+) and ended (-) alarms with their minutes, given the check results of some minutes. */
function watch(looks: readonly (readonly [minute: number, signs: Signs])[]): string[] {
  let memory: AlarmMemory = NO_TROUBLES;
  return looks.flatMap(([minute, signs]) => {
    const seen = follow(memory, signs, NOW + 60 * minute);
    memory = JSON.parse(JSON.stringify(seen.memory));
    return seen.events.map(({ type, data }) => `${minute}${type === 'service.alarm' ? '+' : '-'}${data.alarm}`);
  });
}

const bad: Signs = { disk: 'the disk is full' };
const good: Signs = { disk: null };
const unknown: Signs = {};

test.each<[string, [number, Signs][], string[]]>([
  ['nothing', [[0, good]], []],
  [
    'a lasting problem once',
    [
      [0, bad],
      [1, bad],
      [99, bad],
    ],
    ['0+disk'],
  ],
  [
    'the end of a problem once, after 150 seconds without it',
    [
      [0, bad],
      [1, good],
      [2, good],
      [3, good],
      [4, good],
    ],
    ['0+disk', '3-disk'],
  ],
  [
    'a problem that comes and goes as one alarm',
    [
      [0, bad],
      [1, good],
      [2, bad],
      [3, good],
      [4, bad],
    ],
    ['0+disk'],
  ],
  [
    'an unchanged state for an unknown sign',
    [
      [0, bad],
      [50, unknown],
      [51, unknown],
      [52, good],
    ],
    ['0+disk', '52-disk'],
  ],
  [
    'the next alarm at least an hour after the last one',
    [
      [0, bad],
      [3, good],
      [4, bad],
      [59, bad],
      [60, bad],
      [64, good],
    ],
    ['0+disk', '3-disk', '60+disk', '64-disk'],
  ],
  [
    'no end of an alarm that was not raised',
    [
      [0, bad],
      [3, good],
      [4, bad],
      [9, good],
    ],
    ['0+disk', '3-disk'],
  ],
  [
    'each kind of alarm separately',
    [
      [0, bad],
      [1, { ...bad, feeds: 'none' }],
      [5, { feeds: null, disk: null }],
    ],
    ['0+disk', '1+feeds', '5-feeds', '5-disk'],
  ],
  [
    'an end even if the clock was set back',
    [
      [0, bad],
      [-60, good],
    ],
    ['0+disk', '-60-disk'],
  ],
])('follow raises and ends alarms: %s', (_, looks, told) => {
  expect(watch(looks).toSorted()).toEqual(told.toSorted());
});

test('the key of an event depends on when its alarm was raised, so recording it twice creates one event', () => {
  const first = follow(NO_TROUBLES, bad, NOW);
  const again = follow(NO_TROUBLES, bad, NOW);
  expect(first.events.map(({ key }) => key)).toEqual(again.events.map(({ key }) => key));
  const ended = follow(first.memory, good, NOW + 600);
  expect(ended.events).toMatchObject([{ key: `service.recovered:disk:${NOW}`, subject: 'service:disk' }]);
});

test('raisedIn lists the raised alarms with their start times', () => {
  const { memory } = follow(NO_TROUBLES, bad, NOW);
  expect(raisedIn(memory)).toEqual([{ alarm: 'disk', since: '2027-01-15T08:00:00Z', detail: 'the disk is full' }]);
  expect(raisedIn(follow(memory, good, NOW + 600).memory)).toEqual([]);
});
