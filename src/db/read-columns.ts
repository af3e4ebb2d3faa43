import { CLICK_TRUSTS, KIND_NAMES, KINDS, packed } from './click-columns.ts';

/** Read levels in ascending order. For each article and day, a reader counts only with the highest level reached. */
export const LEVELS = ['opened', 'stayed', 'half', 'read'] as const;
export type ReadLevel = (typeof LEVELS)[number];

/** Read levels for which unsigned readers are also counted by class. Discounting needs these counts. */
const CLASSED = ['opened', 'half'] as const;

export const READ_COUNTERS: readonly string[] = [
  ...CLICK_TRUSTS.flatMap((origin) => LEVELS.map((level) => `${origin}_${level}`)),
  ...CLASSED.flatMap((level) =>
    KIND_NAMES.flatMap((kind) => Array.from({ length: KINDS[kind] }, (_, i) => `${level}_${kind}_${i}`)),
  ),
];

export const READ_COLUMNS: readonly string[] = packed(READ_COUNTERS);
