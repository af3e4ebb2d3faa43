/** Why clicks are left out, in words and in kinds that a chart can show. Pure. */

/** Kinds in the order of a chart, from the bottom up. */
export const CLICK_OUTCOMES = ['counted', 'waiting', 'ignored', 'refused', 'lost'] as const;
export type ClickOutcome = (typeof CLICK_OUTCOMES)[number];

export const OUTCOME_NAMES: Record<ClickOutcome, string> = {
  counted: 'Counted',
  waiting: 'Waiting to be counted',
  ignored: 'Nobody’s click, or a repetition',
  refused: 'Refused',
  lost: 'Could not be counted',
};

const REASONS: Record<string, [kind: ClickOutcome, words: string]> = {
  repeated: ['ignored', 'The reader had clicked on the article that day'],
  bot: ['ignored', 'Bots and other programs'],
  prefetch: ['ignored', 'Pages that a browser loads ahead'],
  embedded: ['ignored', 'Links loaded as frames, pictures or by scripts'],
  noGesture: ['ignored', 'Links opened without a click'],
  burst: ['ignored', 'Mail gateways that follow every link'],
  head: ['ignored', 'Prefetched links'],
  unknownArticle: ['ignored', 'There is no such article'],
  notFound: ['ignored', 'There is no such article, for a followed link'],
  rateLimited: ['refused', 'Too many from one address'],
  keyRateLimited: ['refused', 'Too many with one key'],
  keyEnded: ['refused', 'The key of the link has ended'],
  forbidden: ['refused', 'The key belongs to another site'],
  apiKeyMissing: ['refused', 'No key'],
  apiKeyInvalid: ['refused', 'An unknown or revoked key'],
  parameterInvalid: ['refused', 'Malformed requests'],
  methodNotAllowed: ['refused', 'Requests by another method'],
  unavailable: ['lost', 'The queue was unavailable'],
  failed: ['lost', 'Counting failed'],
  malformed: ['lost', 'Malformed messages'],
  tooOld: ['lost', 'Too old to be counted'],
};

export const kindOf = (reason: string): ClickOutcome => REASONS[reason]?.[0] ?? 'refused';
export const reasonText = (reason: string): string => REASONS[reason]?.[1] ?? reason;

/** What came in some time, as `GET /manage/filtered` tells it. */
export interface Fate {
  counted: number;
  waiting: number;
  leftOut: Record<string, number>;
}

/** Clicks by kind, in the order of `CLICK_OUTCOMES`; they add up to all that came. */
export function byOutcome({ counted, waiting, leftOut }: Fate): number[] {
  const of = (kind: ClickOutcome) =>
    Object.entries(leftOut).reduce((sum, [reason, clicks]) => (kindOf(reason) === kind ? sum + clicks : sum), 0);
  return CLICK_OUTCOMES.map((kind) => (kind === 'counted' ? counted : kind === 'waiting' ? waiting : of(kind)));
}
