/** What a run orders of the faulty Worker: read by both. */

/** What can go wrong on purpose. `after`: the other side has done its work, and its answer is lost. */
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

/** What the run wants to happen from now on. */
export interface Orders {
  /** Probabilities, 0 where left out. */
  rates: Partial<Record<Kind, number>>;
  /** Messages waiting in the queue from which on it takes no more; 0: no bound. */
  bound: number;
  /** Some messages are refused by the consumer until the queue gives them up. */
  poison: boolean;
  /** The consumer waits, and the queue grows. */
  held: boolean;
  /** The database fails every call. */
  outage: boolean;
}

export const PEACE: Orders = { rates: {}, bound: 0, poison: false, held: false, outage: false };

/** Variables of the faulty Worker beside those of wrangler.toml. */
export interface FaultyVars {
  /** Milliseconds by which its clock is ahead. */
  FAULTS_AHEAD: string;
  FAULTS_SEED: string;
  /** JSON of `Orders`: the local queue delivers from its first moment on. */
  FAULTS_ORDERS: string;
  /** Where the run writes down what is sent and what is done. */
  FAULTS_LOGBOOK: string;
}
