import type { SharedView } from '../insights/bar/share.tsx';
import { fragmentString, queryString } from '../lib/request.ts';
import type { Question } from './load.ts';

/** Loaded only when a screen is shared. It imports no values from the first screen, which would split its script. */

const MAX_ITEMS = 20;
const RECENT = 'the last 7 days';

interface Described extends Question {
  /** Name of the filter’s value. */
  group: string;
  /** Chosen days in words. Undefined for the last seven days. */
  days: string | undefined;
  isOfReaders: boolean;
}

/** Returns the shareable view that shows most of a filtered first screen, or `null` if there is none. */
export function sharedOf({ filter, window, risk, group, days = RECENT, isOfReaders }: Described): SharedView | null {
  const { by, is } = filter;
  const only = risk ? ', risk management only' : '';
  const options = { ...(isOfReaders ? { period: '7d' } : window), riskManagement: risk || undefined };
  if (by === 'topic')
    return {
      view: `insights/topics/${is}/content/${queryString(options)}`,
      shows: `the topic “${group}”, its days, readers and most read articles, ${days}${only}`,
    };
  if (by === 'company-type' && is === 'other') return null;
  if (by === 'company-type')
    return {
      view: `topics/trending/${queryString({ period: 'week', companyType: is, limit: MAX_ITEMS })}`,
      shows: `the topics that “${group}” read most, ${RECENT}`,
    };
  if (by)
    return {
      view: `insights/popular-content/${queryString({ ...options, breakdown: by, limit: MAX_ITEMS })}${fragmentString({ is, group })}`,
      shows: `the most read articles of “${group}”, ${isOfReaders ? RECENT : days}${only}`,
    };
  return risk
    ? {
        view: `insights/popular-content/${queryString({ ...options, limit: MAX_ITEMS })}`,
        shows: `the most read articles, ${days}${only}`,
      }
    : {
        view: `insights/week/${'from' in window ? queryString(window) : ''}`,
        shows: `“The week”: topics that rose, fell or are new, and the most read articles, ${days}`,
      };
}
