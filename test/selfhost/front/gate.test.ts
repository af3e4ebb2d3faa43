import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Gate, type Slot, Slots } from '../../../src/selfhost/front/gate.ts';

/** As in the gate. */
const ACTIVE = 32;
const MIN_WAITING = 16;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const enter = (gate: Gate, count: number) => Array.from({ length: count }, () => gate.enter());

test('as many as may work are let in, some wait, all others are refused at once', async () => {
  const gate = new Gate();
  const inside = await Promise.all(enter(gate, ACTIVE));
  expect(inside.every((slot) => slot !== null)).toBe(true);
  const waiting = enter(gate, MIN_WAITING);
  expect(await gate.enter()).toBeNull();
  inside[0]?.leave();
  expect(await waiting[0]).not.toBeNull();
});

test('who waits is let in in turn, and refused after 300 ms', async () => {
  const gate = new Gate();
  const inside = await Promise.all(enter(gate, ACTIVE));
  const order: number[] = [];
  const waiting = enter(gate, 3).map((slot, i) => slot.then((found) => found && order.push(i)));
  inside[0]?.leave();
  inside[1]?.leave();
  await vi.advanceTimersByTimeAsync(299);
  expect(order).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(waiting);
  expect(order).toEqual([0, 1]);
});

test('a fast server lets more wait than a slow one', async () => {
  const gate = new Gate();
  for (let n = 0; n < 1000; n++) (await gate.enter())?.leave();
  await Promise.all(enter(gate, ACTIVE));
  const refused = new Set<number>();
  enter(gate, 400).forEach((slot, i) => void slot.then((found) => found ?? refused.add(i)));
  await vi.advanceTimersByTimeAsync(0);
  // A thousand answers a second: 300 of them in 300 ms.
  expect(refused.size).toBe(100);
  expect(Math.min(...refused)).toBe(300);
});

test('a request that takes longer than a second gives its slot up, and takes none when it ends', async () => {
  const gate = new Gate();
  const slow = await Promise.all(enter(gate, ACTIVE));
  await vi.advanceTimersByTimeAsync(1000);
  const next = await Promise.all(enter(gate, ACTIVE));
  expect(next.every((slot) => slot !== null)).toBe(true);
  for (const slot of slow) slot?.leave();
  const one = gate.enter();
  await vi.advanceTimersByTimeAsync(300);
  expect(await one).toBeNull();
});

/** As many as a gate lets in at once; each is answered after so many milliseconds. */
async function letIn(gate: Gate, milliseconds: number): Promise<number> {
  const inside: Slot[] = [];
  for (const slot of enter(gate, ACTIVE)) void slot.then((found) => found && inside.push(found));
  await vi.advanceTimersByTimeAsync(0);
  const count = inside.length;
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (const slot of inside) slot.leave();
  return count;
}

test('where answers take long fewer are let in at once, and more again when they do not', async () => {
  const gate = new Gate();
  const counts: number[] = [];
  for (let i = 0; i < 20; i++) counts.push(await letIn(gate, 500));
  expect(counts.slice(0, 3)).toEqual([ACTIVE, 29, 26]);
  expect(counts.at(-1)).toBe(8);
  for (let i = 0; i < 20; i++) counts.push(await letIn(gate, 390));
  expect(counts.at(-1)).toBe(ACTIVE);
});

test('leaving twice frees one slot', async () => {
  const gate = new Gate();
  const inside = await Promise.all(enter(gate, ACTIVE));
  inside[0]?.leave();
  inside[0]?.leave();
  const entered: (Slot | null)[] = [];
  for (const slot of enter(gate, 2)) void slot.then((found) => entered.push(found));
  await vi.advanceTimersByTimeAsync(300);
  expect(entered.map((slot) => slot !== null)).toEqual([true, false]);
});

test('slots without a queue', async () => {
  const slots = new Slots(2);
  const [first] = [await slots.enter(), await slots.enter()];
  expect(await slots.enter()).toBeNull();
  first?.leave();
  first?.leave();
  expect(await slots.enter()).not.toBeNull();
  expect(await slots.enter()).toBeNull();
});
