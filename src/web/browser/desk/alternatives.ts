import { type DataOf, request } from '../lib/request.ts';
import { timeZone, today } from '../lib/time.ts';

/** Requests that pages other than the desk send, too. It imports no components, which these pages do not show. */

const MAX_UNDERPLAYED = 20;
const MAX_RISING = 4;

export const pathOfToday = (): string => `/manage/recommended/${today(Date.now(), timeZone())}`;

/**
 * Loads the articles that could be selected: those that deserve a higher position and those that gain readers. The
 * caller must not use the fields `omit`.
 */
export async function loadAlternatives(signal: AbortSignal, omit: readonly string[] = []) {
  type Underplayed = DataOf<'/api/v2/insights/underplayed-content/'>;
  type Rising = DataOf<'/api/v2/insights/rising-content/'>;
  const [{ items: underplayed }, { items: rising }] = await Promise.all([
    request<Underplayed>('/api/v2/insights/underplayed-content/', { query: { limit: MAX_UNDERPLAYED }, signal, omit }),
    request<Rising>('/api/v2/insights/rising-content/', { query: { limit: MAX_RISING, stories: true }, signal, omit }),
  ]);
  return { underplayed, rising };
}
