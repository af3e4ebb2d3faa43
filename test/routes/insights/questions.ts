import type { Question } from './oracle.ts';

export interface Choices {
  topicIds: readonly number[];
  contentIds?: readonly number[];
  limits: readonly (number | undefined)[];
  minContentItems: readonly (number | undefined)[];
  lists: readonly { includeTopics?: number[]; excludeTopics?: number[] }[];
}

const BREAKDOWNS = [
  'content-type',
  'source-type',
  'specialty-line',
  'interest-area',
  'audience-region',
  'seniority',
  'channel',
  'company',
  'source',
  'country',
];

export function everyQuestion({ topicIds, contentIds = [], limits, minContentItems, lists }: Choices): Question[] {
  const riskManagement = [false, true];
  const common = [{}, ...combinations({ period: ['24h', '7d'] as const, limit: limits, riskManagement })];
  const trending = combinations({
    period: ['now', 'week'] as const,
    companyType: [undefined, 'broker', 'carrier'] as const,
    limit: limits,
    list: lists,
  });
  const growth = combinations({
    limit: limits,
    minContentItems,
    riskManagement,
    direction: [undefined, 'up', 'down'] as const,
  });
  const rising = combinations({ limit: limits, riskManagement, topics: [undefined, topicIds.slice(0, 2)] });
  const breakdowns = combinations({ breakdown: BREAKDOWNS, limit: limits, riskManagement });
  return [
    { ask: 'trending' },
    ...trending.map(({ list, ...rest }): Question => ({ ask: 'trending', ...rest, ...list })),
    ...common.map((rest): Question => ({ ask: 'popular', ...rest })),
    // A breakdown ignores the period.
    ...breakdowns.map((rest, i): Question => ({ ask: 'popular', ...(i % 2 ? { period: '24h' } : {}), ...rest })),
    ...common.map((rest): Question => ({ ask: 'trending-topics', ...rest })),
    { ask: 'growth' },
    ...rising.map((rest): Question => ({ ask: 'rising', ...rest })),
    ...[undefined, ...topicIds].flatMap((topic) =>
      [undefined, '24h' as const].map(
        (period): Question => ({ ask: 'audience', ...(topic ? { topic } : {}), ...(period ? { period } : {}) }),
      ),
    ),
    ...topicIds.map((id, i): Question => ({ ask: 'topic-history', id, ...(i % 2 ? { riskManagement: true } : {}) })),
    ...contentIds.map((id, i): Question => ({ ask: 'content-history', id, ...(i % 2 ? { days: 7 } : {}) })),
    ...contentIds.flatMap((id) =>
      combinations({ days: [undefined, 7], riskManagement: [undefined, true] }).map(
        (rest): Question => ({ ask: 'content-insights', id, ...rest }),
      ),
    ),
    ...growth.map((rest): Question => ({ ask: 'growth', ...rest })),
    ...topicIds.flatMap((topicId) =>
      (['content', 'co-topics'] as const).flatMap((ask) => common.map((rest): Question => ({ ask, topicId, ...rest }))),
    ),
  ];
}

export function pathOf(question: Question): string {
  const parameters = Object.entries(question).filter(([name]) => name !== 'ask' && name !== 'topicId' && name !== 'id');
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
  return `/api/v2/${place(question)}/?${query}`;
}

function place(question: Question): string {
  if (question.ask === 'trending') return 'topics/trending';
  if (question.ask === 'popular') return 'insights/popular-content';
  if (question.ask === 'trending-topics') return 'insights/trending-topics';
  if (question.ask === 'growth') return 'insights/trending-topics/growth';
  if (question.ask === 'rising') return 'insights/rising-content';
  if (question.ask === 'audience') return 'insights/audience';
  if (question.ask === 'topic-history') return `insights/topics/${question.id}/history`;
  if (question.ask === 'content-history') return `insights/content/${question.id}/history`;
  if (question.ask === 'content-insights') return `insights/content/${question.id}`;
  return `insights/topics/${question.topicId}/${question.ask}`;
}

function combinations<T extends Record<string, readonly unknown[]>>(
  lists: T,
): { [K in keyof T]?: Exclude<T[K][number], undefined> }[] {
  let all: Record<string, unknown>[] = [{}];
  for (const [name, values] of Object.entries(lists))
    all = all.flatMap((parts) => values.map((value) => (value === undefined ? parts : { ...parts, [name]: value })));
  return all as never;
}
