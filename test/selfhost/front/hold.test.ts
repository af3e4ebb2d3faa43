import { expect, test } from 'vitest';
import { Gate } from '../../../src/selfhost/front/gate.ts';
import { Hold } from '../../../src/selfhost/front/hold.ts';

const waiter = (isClick: boolean, signal = new AbortController().signal) => ({
  isClick,
  bytes: 100,
  signal,
  since: Date.now(),
});

test('what waits goes on in turn, clicks first, and as fast as there are slots', async () => {
  const hold = new Hold(new Gate());
  const order: string[] = [];
  const enter = async (name: string, isClick: boolean) => {
    const slot = await hold.wait(waiter(isClick));
    order.push(name);
    slot?.leave();
  };
  const all = [enter('page', false), enter('click 1', true), enter('page 2', false), enter('click 2', true)];
  expect(hold.isEmpty).toBe(false);
  hold.open();
  await Promise.all(all);
  expect(order).toEqual(['click 1', 'click 2', 'page', 'page 2']);
  expect(hold.isEmpty).toBe(true);
});

test('where clicks come faster than they are answered, a page has every fourth slot', async () => {
  const hold = new Hold(new Gate());
  const order: string[] = [];
  const enter = async (isClick: boolean) => {
    const slot = await hold.wait(waiter(isClick));
    order.push(isClick ? 'click' : 'page');
    if (isClick && order.length < 20) all.push(enter(true));
    slot?.leave();
  };
  const all = [...Array.from({ length: 10 }, () => enter(true)), enter(false)];
  hold.open();
  for (const each of all) await each;
  expect(order.indexOf('page')).toBeLessThan(4);
});

test('a gate that has no room is asked again, and everything else goes on meanwhile', async () => {
  const gate = new Gate();
  const inside = await Promise.all(Array.from({ length: 32 }, () => gate.enter()));
  const before = Array.from({ length: 16 }, () => gate.enter());
  expect(await gate.enter()).toBeNull();
  const hold = new Hold(gate);
  const waits = hold.wait(waiter(false));
  hold.open();
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const slot of inside) slot?.leave();
  for (const each of before) (await each)?.leave();
  expect(await waits).not.toBeNull();
});

test('who has waited too long, or has gone, is let go', async () => {
  const hold = new Hold(new Gate(), 50);
  const gone = new AbortController();
  const waits = [hold.wait(waiter(true)), hold.wait(waiter(false, gone.signal))];
  gone.abort();
  expect(await Promise.all(waits)).toEqual([null, null]);
  hold.open();
  expect(hold.isEmpty).toBe(true);
});

test('where all room is taken a click takes that of something else, and nothing takes that of a click', async () => {
  const hold = new Hold(new Gate());
  const pages = Array.from({ length: 9999 }, () => hold.wait(waiter(false)));
  const click = hold.wait(waiter(true));
  expect(await hold.wait(waiter(false))).toBeNull();
  const second = hold.wait(waiter(true));
  expect(await pages[0]).toBeNull();
  hold.open();
  for (const each of [click, second]) (await each)?.leave();
  for (const each of pages.slice(1)) (await each)?.leave();
  expect(hold.isEmpty).toBe(true);
});
