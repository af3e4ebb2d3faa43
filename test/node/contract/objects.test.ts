import { describe, expect, test } from 'vitest';
import { runtime, until } from './runtime.ts';

const object = (name: string) => runtime.objects.get(runtime.objects.idFromName(name));

describe('a Durable Object', () => {
  test('the same name always leads to the same object', async () => {
    const [a, b, c] = await Promise.all([
      object('one').instance(),
      runtime.objects.getByName('one').instance(),
      object('two').instance(),
    ]);
    expect(a).toBe(b);
    expect(a).not.toBe(c);
    expect(await object('one').ownName()).toBe('one');
  });

  test('an object receives and returns copies', async () => {
    const value = { list: [1], map: new Map([[1, new Set(['a'])]]), bytes: new Uint32Array([1, 2]), at: new Date(0) };
    const returned = (await object('copies').roundTrip(value)) as typeof value;
    expect(returned).toEqual(value);
    expect(returned.bytes).toBeInstanceOf(Uint32Array);
    expect(returned.map.get(1)).toEqual(new Set(['a']));
    expect(await object('copies').change(value)).toEqual([1, 99]);
    expect(value.list).toEqual([1]);
    expect(await object('copies').roundTrip(undefined)).toBeUndefined();
  });

  test.each([
    ['type', 'TypeError', 'of the wrong type'],
    ['own', 'OwnError', 'of a class of its own'],
    ['plain', 'Error', 'of no special kind'],
  ])('an object propagates an error (%s) with its name and message', async (kind, name, message) => {
    const stub = object('errors') as unknown as { fail(kind: string): Promise<never> };
    const thrown = await stub.fail(kind).catch((error: Error) => error);
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).toMatchObject({ name, message });
  });

  test('an object exposes only the methods of its class', async () => {
    const stub = object('methods') as unknown as Record<string, () => Promise<unknown>>;
    const thrownBy = (name: string) => stub[name]?.().catch((error: unknown) => error);
    const message = 'The RPC receiver does not implement the method "missing".';
    expect(await thrownBy('missing')).toMatchObject({ name: 'TypeError', message });
    expect(await thrownBy('secret')).toBeInstanceOf(TypeError);
  });

  test('an object can call another one', async () => {
    expect(await object('caller').callOther('callee')).toBe('callee answered caller');
  });
});

describe('storage of a Durable Object', () => {
  test('the storage keeps structured values, and delete reports whether a value existed', async () => {
    const value = { cells: new Uint8Array([1, 2]), names: ['a'], at: new Date(5), none: undefined };
    await object('storage').put('value', value);
    expect(await object('storage').read('value')).toEqual(value);
    expect(await object('storage').read('other')).toBeNull();
    expect(await object('storage').remove('value')).toBe(true);
    expect(await object('storage').remove('value')).toBe(false);
    expect(await object('storage 2').read('value')).toBeNull();
  });

  test('the storage keeps copies of values', async () => {
    expect(await object('storage').aliased()).toBe(false);
  });

  test('the storage replaces a value of any size', async () => {
    await object('storage').put('large', new Uint8Array(1_500_000).fill(7));
    await object('storage').put('large', 'small');
    expect(await object('storage').read('large')).toBe('small');
  });
});

describe('events of a Durable Object', () => {
  const order = async (name: string, way: 'timer' | 'alarm' | 'block') => {
    await Promise.all([object(name).between('a', way), object(name).between('b', way)]);
    return object(name).events();
  };

  test('events run while another event waits for a timer', async () => {
    expect(await order('timers', 'timer')).toEqual(['a begins', 'b begins', 'a ends', 'b ends']);
  });

  test('events wait while another event uses the storage', async () => {
    expect(await order('storage first', 'alarm')).toEqual([
      'a begins',
      'a goes on',
      'a ends',
      'b begins',
      'b goes on',
      'b ends',
    ]);
  });

  test('events wait during blockConcurrencyWhile', async () => {
    const events = await order('blocked', 'block');
    expect(events.slice(0, 2)).toEqual(['a begins', 'a ends']);
    expect(events).toHaveLength(4);
  });
});

describe('alarms of a Durable Object', () => {
  const rungOf = (name: string, count: number) =>
    until(
      () => object(name).read('rung') as Promise<{ during: number | null }[] | null>,
      (rung) => (rung?.length ?? 0) >= count,
    );

  test('an alarm fires once and is unset while it runs', async () => {
    const at = await object('alarm').setAlarm(60);
    expect(at).toBeGreaterThan(Date.now() - 1000);
    expect(await rungOf('alarm', 1)).toEqual([{ during: null, isRetry: false, retryCount: 0 }]);
    expect(await object('alarm').getAlarm()).toBeNull();
  });

  test('an alarm in the past fires at once', async () => {
    await object('past').setAlarm(-5000);
    expect(await rungOf('past', 1)).toHaveLength(1);
  });

  test('a later setAlarm replaces an alarm', async () => {
    await object('replaced').setAlarm(80);
    const at = await object('replaced').setAlarm(3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(await object('replaced').read('rung')).toBeNull();
    expect(await object('replaced').getAlarm()).toBe(at);
    await object('replaced').deleteAlarm();
    expect(await object('replaced').getAlarm()).toBeNull();
  });

  test('an alarm that sets the next one fires again', async () => {
    await object('again').put('again', 0);
    await object('again').setAlarm(10);
    expect(await rungOf('again', 2)).toHaveLength(2);
    expect(await object('again').getAlarm()).toBeNull();
  });

  test('a failed alarm fires again', async () => {
    await object('failing').put('failing', true);
    await object('failing').setAlarm(10);
    const rung = await rungOf('failing', 2);
    expect(rung).toEqual([
      { during: null, isRetry: false, retryCount: 0 },
      { during: null, isRetry: true, retryCount: 1 },
    ]);
  });
});
