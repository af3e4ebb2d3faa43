import type { Followed } from '../db/values.ts';

/** Where all that is followed is to be seen, by what it is. Pure. */
export const PAGES: Record<Followed, (ref: string) => string> = {
  topic: (ref) => `/insights?topic=${ref}`,
  story: (ref) => `/insights?story=${ref}`,
  author: (ref) => `/insights?author=${encodeURIComponent(ref)}`,
  week: () => '/insights/week',
  alarms: () => '/insights/today',
};
