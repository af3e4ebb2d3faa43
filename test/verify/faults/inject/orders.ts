/** Orders that the test sends to the faulty Worker. Both import this module. */

/** Kinds of faults. `after`: the call has succeeded, but its result is lost. */
export const KINDS = [
  'D1 call fails before',
  'D1 call fails after',
  'D1 call slow',
  'D1 call during the outage',
  'object call fails before',
  'object call fails after',
  'object call slow',
  'refresh of a ranking fails before',
  'refresh of a ranking fails after',
  'refresh of a ranking slow',
  'object reset',
  'send fails before',
  'send fails after',
  'send slow',
  'queue full',
  'batch fails before',
  'batch fails after',
  'batch delivered twice',
  'batch reordered',
  'message delayed',
  'message refused until it is dead',
  'message delivered again later',
] as const;

export type Kind = (typeof KINDS)[number];

export interface Orders {
  rates: Partial<Record<Kind, number>>;
  /** Maximum number of messages in the queue, or 0 if unlimited. */
  bound: number;
  poison: boolean;
  /** Whether the consumer is paused, which makes the queue grow. */
  held: boolean;
  outage: boolean;
}

export const PEACE: Orders = { rates: {}, bound: 0, poison: false, held: false, outage: false };

export interface FaultyVars {
  /** Offset of the Worker's clock, in milliseconds. */
  FAULTS_AHEAD: string;
  FAULTS_SEED: string;
  /** Initial `Orders` as JSON, because the local queue delivers from the start. */
  FAULTS_ORDERS: string;
  FAULTS_LOGBOOK: string;
}
