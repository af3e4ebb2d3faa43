/** What drives the growth or loss of a topic. Pure. */

export interface Contribution {
  /** Name of the article's source. */
  source: string;
  current: number;
  previous: number;
}

export type DrivenBy = 'article' | 'source' | 'many';

export interface Driver {
  drivenBy: DrivenBy;
  /** Name of the source that more than half of the change comes from, be it by one article; null: there is none. */
  carrier: string | null;
}

/**
 * `article` if one article has more than half of all gains, `source` if the articles of one source have; otherwise
 * `many`. For a shrinking topic, losses count instead of gains.
 */
export function driverOf(articles: readonly Contribution[]): Driver {
  const change = articles.reduce((sum, { current, previous }) => sum + current - previous, 0);
  const sign = change < 0 ? -1 : 1;
  const bySource = new Map<string, number>();
  let [total, largest] = [0, 0];
  for (const { source, current, previous } of articles) {
    const gain = sign * (current - previous);
    if (gain <= 0) continue;
    total += gain;
    largest = Math.max(largest, gain);
    bySource.set(source, (bySource.get(source) ?? 0) + gain);
  }
  const [carrier] = [...bySource].find(([, gain]) => 2 * gain > total) ?? [null];
  if (2 * largest > total) return { drivenBy: 'article', carrier };
  return { drivenBy: carrier === null ? 'many' : 'source', carrier };
}
