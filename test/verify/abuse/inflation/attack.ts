import type { Population } from './population.ts';
import type { Sender } from './sender.ts';
import type { Stage } from './stage.ts';

/** What an attack works with. */
export interface Scene {
  stage: Stage;
  sender: Sender;
  people: Population;
  /** The silent articles it is about. */
  articles: readonly number[];
  keys: InflationKeys;
  /** How much of the whole attack is made: `npm test` makes a part of it, which is more than all limits. */
  scale: number;
}

export interface InflationKeys {
  /** Publishable, of any page; and one for pages of `PARTNER` only. */
  open: string;
  bound: string;
  /** Publishable with a signing secret. */
  signing: string;
  signingSecret: string;
  /** The signing secret of another key. */
  otherSecret: string;
  operator: string;
}

export interface Inflation {
  /** What the attacker does. */
  name: string;
  /** Days that it takes; left out: it is over at once. */
  days?: number;
  /** Silent articles that it clicks; left out: one. */
  articles?: number;
  /** Its articles are published after it. */
  isEarly?: true;
  run(scene: Scene): Promise<void>;
  /** Clicks that may be counted at most for one of its articles, as the attack is made on this scale. */
  counted(scale: number): number;
  /** Engagement that one of its articles may reach at most. */
  weighs: number;
  /** Ranked only by what it says of itself: a class above the share for which anything is promised. */
  isBeyond?: true;
  /** Between a share of 0.157 and 0.17 a fleet weighs what rising content asks for. */
  mayRise?: true;
}

/** `whole` scaled, and at least `least`: the usual one is more than an address counts. */
export const times = (whole: number, scale: number, least = 24): number => Math.max(least, Math.round(whole * scale));

/** The i-th address of a fleet: each in a network of its own as subscribers have them. */
export const addressOf = (i: number): string => `100.${64 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}`;

/** Does something `count` times, some at once. */
export async function repeat(count: number, work: (i: number) => Promise<unknown>, atOnce = 8): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
