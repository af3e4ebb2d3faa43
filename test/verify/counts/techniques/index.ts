import type { Partner } from '../partner.ts';
import {
  askEveryHour,
  askWhileClicking,
  readContentIntervals,
  readGrowthOfRanges,
  readIntervals,
  readRatios,
} from './growth.ts';
import { measureArticleDays, measureTopicDays, measureTopicHours } from './history.ts';
import { overtakeArticles, overtakeTopics } from './order.ts';
import { solveRanges } from './ranges.ts';
import { askShareWhileReading, waitForShares, watchShares, watchSteps } from './reads.ts';
import {
  countItems,
  readGroups,
  waitForAudiences,
  waitForContentGrowth,
  waitForGroups,
  waitForGrowth,
  waitForRising,
} from './thresholds.ts';
import { readRows, readTies, readTiesEveryMidnight, readTiesOfDays, watchOrders, watchRising } from './watching.ts';

export interface Technique {
  name: string;
  counts: string;
  /** Whether the endpoint of the technique existed under the previous rules. */
  isOld: boolean;
  /**
   * Documented result under the current rules. `few` means small counts without clicks by the partner, and `sums` sums
   * of them.
   */
  gets: 'nothing' | 'about' | 'few' | 'sums' | 'exact';
  /** Technique that uses fixed periods of the same length. It must reveal at least as much. */
  noMoreThan?: string;
  run(partner: Partner): void;
}

export const TECHNIQUES: readonly Technique[] = [
  {
    name: 'growth asked after each own click',
    counts: 'topics, 7d',
    isOld: true,
    gets: 'nothing',
    run: askWhileClicking,
  },
  {
    name: 'growth asked every hour, own clicks every other',
    counts: 'topics, 7d',
    isOld: true,
    gets: 'about',
    run: askEveryHour,
  },
  { name: 'width of the interval', counts: 'topics, 7d', isOld: false, gets: 'about', run: readIntervals },
  {
    name: 'width of the interval of an article',
    counts: 'articles, 7d',
    isOld: false,
    gets: 'about',
    run: readContentIntervals,
  },
  {
    name: 'growth of small numbers, with the width of its interval',
    counts: 'topics and articles, 7d',
    isOld: false,
    gets: 'few',
    run: readRatios,
  },
  { name: 'ties in the order', counts: 'articles, 24h', isOld: true, gets: 'few', run: readTies },
  {
    name: 'ties in the order of a single day',
    counts: 'articles, a day',
    isOld: false,
    gets: 'few',
    noMoreThan: 'ties in the order',
    run: readTiesOfDays(1),
  },
  {
    name: 'ties in the order of 24 hours, every midnight for a week',
    counts: 'articles, 7d',
    isOld: false,
    gets: 'sums',
    run: readTiesEveryMidnight,
  },
  {
    name: 'ties in the order of periods, watched for a week',
    counts: 'articles, seven days',
    isOld: false,
    gets: 'sums',
    run: watchOrders(1),
  },
  {
    name: 'ties in the order of periods, watched for a fortnight',
    counts: 'articles, fourteen days',
    isOld: false,
    gets: 'sums',
    run: watchOrders(2),
  },
  {
    name: 'ties in the order of every range of a week',
    counts: 'articles, seven days',
    isOld: false,
    gets: 'sums',
    noMoreThan: 'ties in the order of periods, watched for a week',
    run: readTiesOfDays(7),
  },
  {
    name: 'ties in the order of every range of a fortnight',
    counts: 'articles, fourteen days',
    isOld: false,
    gets: 'sums',
    noMoreThan: 'ties in the order of periods, watched for a fortnight',
    run: readTiesOfDays(14),
  },
  {
    name: 'ranges that grow until a topic is listed',
    counts: 'topics, 8 to 15 days',
    isOld: false,
    gets: 'few',
    run: readGrowthOfRanges,
  },
  {
    name: 'growth of all ranges, put together',
    counts: 'topics, from their first day on',
    isOld: false,
    gets: 'sums',
    run: solveRanges,
  },
  { name: 'watching what begins to rise', counts: 'articles at 2, 7d', isOld: false, gets: 'few', run: watchRising },
  {
    name: 'rows that an article’s analytics have read',
    counts: 'articles, two weeks',
    isOld: true,
    gets: 'nothing',
    run: readRows,
  },
  {
    name: 'overtaking by an article without other readers',
    counts: 'articles, 24h',
    isOld: true,
    gets: 'exact',
    run: overtakeArticles,
  },
  {
    name: 'overtaking by a topic with hardly any readers',
    counts: 'topics, 24h',
    isOld: true,
    gets: 'exact',
    run: overtakeTopics,
  },
  { name: 'threshold of growth', counts: 'topics below 10, 7d', isOld: true, gets: 'exact', run: waitForGrowth },
  {
    name: 'threshold of an article’s growth',
    counts: 'articles below 10, 7d',
    isOld: false,
    gets: 'exact',
    run: waitForContentGrowth,
  },
  {
    name: 'threshold of a region’s group',
    counts: 'readers of a region below 3, 7d',
    isOld: false,
    gets: 'exact',
    run: waitForGroups,
  },
  {
    name: 'threshold of rising content',
    counts: 'articles below 2, 7d',
    isOld: false,
    gets: 'exact',
    run: waitForRising,
  },
  {
    name: 'threshold of the audience index',
    counts: 'audiences of a topic below 50, 24h',
    isOld: false,
    gets: 'exact',
    run: waitForAudiences,
  },
  { name: '`minContentItems`', counts: 'articles read of a topic, 7d', isOld: true, gets: 'exact', run: countItems },
  { name: 'last of a region’s group', counts: 'clicks of one reader, 7d', isOld: true, gets: 'about', run: readGroups },
  {
    name: 'history of a topic against own clicks',
    counts: 'topics, a day',
    isOld: false,
    gets: 'about',
    run: measureTopicDays,
  },
  {
    name: 'history of an article against own clicks',
    counts: 'articles, a day',
    isOld: false,
    gets: 'about',
    run: measureArticleDays,
  },
  {
    name: 'hours of a topic against own clicks',
    counts: 'topics, an hour',
    isOld: false,
    gets: 'exact',
    run: measureTopicHours,
  },
  {
    name: 'read share asked after each own read',
    counts: 'readers of an article, eight days',
    isOld: true,
    gets: 'nothing',
    run: askShareWhileReading,
  },
  {
    name: 'threshold of a read share',
    counts: 'readers of an article below 50, eight days',
    isOld: true,
    gets: 'exact',
    run: waitForShares,
  },
  {
    name: 'watching what has a read share',
    counts: 'readers of an article at 50, eight days',
    isOld: true,
    gets: 'few',
    run: watchShares,
  },
  {
    name: 'watching the steps of read shares',
    counts: 'readers of an article, eight days',
    isOld: true,
    gets: 'about',
    run: watchSteps,
  },
];
