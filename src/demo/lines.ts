import lines from './lines.json' with { type: 'json' };

/**
 * The words in which general stories speak of one line of business. `line` precedes a noun ("cargo rates"), `cover` is
 * singular; the others are plural, so that verbs agree whichever is drawn.
 */
export interface LineWords {
  line: string;
  cover: readonly string[];
  insureds: readonly string[];
  risks: readonly string[];
  losses: readonly string[];
}

/** By topic slug. Topics that are missing have stories of their own only. */
export const LINES: Readonly<Record<string, LineWords>> = lines;
