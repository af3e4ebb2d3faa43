import type { Followed } from '../db/values.ts';

/** Path of the page for each kind of subscription. */
export const FOLLOWED_PAGES: Record<Followed, (ref: string) => string> = {
  topic: (ref) => `/insights?topic=${ref}`,
  story: (ref) => `/insights?story=${ref}`,
  author: (ref) => `/insights?author=${encodeURIComponent(ref)}`,
  week: () => '/insights/week',
  alerts: () => '/insights/today',
};
