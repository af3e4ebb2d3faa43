import type { Followed } from '../db/values.ts';

export const FOLLOWED_PAGES: Record<Followed, (ref: string) => string> = {
  topic: (ref) => `/insights?topic=${ref}`,
  story: (ref) => `/insights?story=${ref}`,
  author: (ref) => `/insights?author=${encodeURIComponent(ref)}`,
  week: () => '/insights/week',
  alerts: () => '/insights/today',
};
