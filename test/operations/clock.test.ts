import { describe, expect, test } from 'vitest';
import { clockAfterCheck, faultOf, PROBATION_MINUTES, type StoredClock } from '../../src/operations/clock/clock.ts';
import { isAgreed, ownedDomainOf } from '../../src/operations/clock/witnesses.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2031, 4, 12, 9, 30);

/** Machine whose clock is checked every minute. If `uptime` is `null`, it is unknown. */
class Machine {
  stored: StoredClock | null = null;
  now = NOW;
  uptime: number | null;

  constructor(uptime: number | null = 1000) {
    this.uptime = uptime;
  }

  run(minutes: number): string | null {
    for (let i = 0; i < minutes; i++) {
      this.now += MINUTE;
      if (this.uptime !== null) this.uptime += 60;
      const look = { now: this.now, uptime: this.uptime ?? undefined, isMinutely: true };
      this.stored = clockAfterCheck(this.stored, look);
    }
    return this.stored && faultOf(this.stored, this.now);
  }

  step(by: number): void {
    this.now += by;
  }

  get isTrusted(): boolean {
    return this.stored?.newest !== undefined && Math.abs(this.stored.newest - this.now) <= DAY;
  }
}

describe('clock changes on a running machine', () => {
  test.each([
    [-400 * DAY, false, 'the clock is 400 days behind'],
    [-DAY, true, 'the clock was set back by 24 hours'],
    [-3 * HOUR, true, 'the clock was set back by 3 hours'],
    [-100_000, true, 'the clock was set back by 100 seconds'],
    [3 * HOUR, true, 'the clock was set forward by 3 hours'],
    [3 * DAY, false, 'the clock is 3 days ahead of'],
    [400 * DAY, false, 'the clock is 400 days ahead of'],
  ])('a change of %i ms is reported, and the clock is trusted: %s', (by, isTrusted, words) => {
    const machine = new Machine();
    expect(machine.run(5)).toBeNull();
    machine.step(by);
    expect(machine.run(1)).toContain(words);
    expect(machine.isTrusted).toBe(isTrusted);
    machine.step(-by);
    const back = machine.run(1);
    expect(back).toContain(by > 0 ? 'set back' : 'set forward');
    expect(machine.isTrusted).toBe(true);
    expect(machine.run(15)).toBeNull();
  });
});

test('if the uptime is unknown, only a clock that is set back is detected', () => {
  const machine = new Machine(null);
  machine.run(5);
  machine.step(3 * HOUR);
  expect(machine.run(1)).toBeNull();
  machine.step(-3 * HOUR);
  expect(machine.run(1)).toContain('the clock was set back by 3 hours');
});

test('an untrusted clock is trusted after 24 hours of running time, even across restarts', () => {
  const machine = new Machine(null);
  machine.run(5);
  machine.step(3 * DAY);
  machine.run(PROBATION_MINUTES / 2);
  machine.step(9 * HOUR);
  machine.run(PROBATION_MINUTES / 2 - 1);
  expect(machine.isTrusted).toBe(false);
  machine.run(1);
  expect(machine.isTrusted).toBe(true);
});

test('the probation of a clock restarts if it jumps by days again', () => {
  const machine = new Machine();
  machine.run(5);
  machine.step(3 * DAY);
  machine.run(PROBATION_MINUTES - 1);
  machine.step(400 * DAY);
  machine.run(2);
  expect(machine.isTrusted).toBe(false);
});

test('a clock that was trusted while it was fast is trusted again after its correction', () => {
  const machine = new Machine();
  machine.run(5);
  machine.step(400 * DAY);
  machine.run(PROBATION_MINUTES + 5);
  expect(machine.isTrusted).toBe(true);
  machine.step(-400 * DAY);
  expect(machine.run(1)).toContain('behind the newest stored time');
  machine.run(PROBATION_MINUTES);
  expect(machine.isTrusted).toBe(true);
});

test('several clock checks within a minute count as one', () => {
  let stored = clockAfterCheck(null, { now: NOW, isMinutely: true });
  for (let i = 0; i < 10; i++) stored = clockAfterCheck(stored, { now: NOW + 3 * DAY + i * 1000, isMinutely: true });
  expect(stored.minutes).toBe(1);
});

test.each([
  ['news.example.com', 'example.com'],
  ['example.com', 'example.com'],
  ['feeds.bbc.co.uk', 'bbc.co.uk'],
  ['a.b.com.au', 'b.com.au'],
  ['127.0.0.1:8080', '127.0.0.1:8080'],
  ['localhost', 'localhost'],
])('ownedDomainOf of %s is %s', (host, site) => expect(ownedDomainOf(host)).toBe(site));

test('isAgreed requires agreeing witnesses from two sites that outnumber the disagreeing ones', () => {
  const says = (site: string, off: number) => ({ sites: [site], date: NOW + off, at: NOW });
  expect(isAgreed([says('a', 0), says('b', 10 * MINUTE)])).toBe(true);
  expect(isAgreed([says('a', 0), says('b', 10 * MINUTE + 1000)])).toBe(false);
  expect(isAgreed([says('a', 0), says('a', 0)])).toBe(false);
  expect(isAgreed([says('a', 0), says('b', 0), says('c', DAY), says('d', DAY)])).toBe(false);
});
