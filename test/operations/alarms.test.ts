import { expect, test } from 'vitest';
import { type AlarmMemory, CALM, follow, raisedIn, type Signs } from '../../src/operations/alarms/follow.ts';

const NOW = 1_800_000_000;

/** Looks at minutes, one after the other; what began (+) and ended (-), by the minute. */
function watch(looks: readonly (readonly [minute: number, signs: Signs])[]): string[] {
  let memory: AlarmMemory = CALM;
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
    'what holds, once',
    [
      [0, bad],
      [1, bad],
      [99, bad],
    ],
    ['0+disk'],
  ],
  [
    'its end after 150 seconds, once',
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
    'what comes and goes as one',
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
    'what is not known as it was',
    [
      [0, bad],
      [50, unknown],
      [51, unknown],
      [52, good],
    ],
    ['0+disk', '52-disk'],
  ],
  [
    'the next one an hour after the last',
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
    'nothing of the end of what was not raised',
    [
      [0, bad],
      [3, good],
      [4, bad],
      [9, good],
    ],
    ['0+disk', '3-disk'],
  ],
  [
    'each kind by itself',
    [
      [0, bad],
      [1, { ...bad, feeds: 'none' }],
      [5, { feeds: null, disk: null }],
    ],
    ['0+disk', '1+feeds', '5-feeds', '5-disk'],
  ],
  [
    'an end although the clock was set back',
    [
      [0, bad],
      [-60, good],
    ],
    ['0+disk', '-60-disk'],
  ],
])('tells %s', (_, looks, told) => {
  expect(watch(looks).toSorted()).toEqual(told.toSorted());
});

test('the key names the trouble by its beginning, so that what is recorded twice is one event', () => {
  const first = follow(CALM, bad, NOW);
  const again = follow(CALM, bad, NOW);
  expect(first.events.map(({ key }) => key)).toEqual(again.events.map(({ key }) => key));
  const ended = follow(first.memory, good, NOW + 600);
  expect(ended.events).toMatchObject([{ key: `service.recovered:disk:${NOW}`, subject: 'service:disk' }]);
});

test('the status shows what is raised, and since when', () => {
  const { memory } = follow(CALM, bad, NOW);
  expect(raisedIn(memory)).toEqual([{ alarm: 'disk', since: '2027-01-15T08:00:00Z', detail: 'the disk is full' }]);
  expect(raisedIn(follow(memory, good, NOW + 600).memory)).toEqual([]);
});
