import { KIND_NAMES } from '../../../src/db/click-columns.ts';
import { NO_CELLS } from '../../../src/engagement/cells.ts';
import { FIRST } from '../../../src/engagement/columns.ts';
import type { Shares } from '../../../src/engagement/weight.ts';
import { RisingList } from '../../../src/rankings/math/rising-list.ts';
import type { Engagement } from '../../../src/rankings/math/scores.ts';
import { RankingWindow } from '../../../src/rankings/object/window.ts';
import type { Cell } from './click-log.ts';

/** A site as its object keeps it, that takes clicks one after the other and can be asked for its rankings at any moment. */
export class LiveSite {
  readonly #window: RankingWindow;
  /** Counts of an article's hour so far. */
  readonly #counts = new Map<string, Map<number, number>>();
  #hour = 0;

  constructor(cells: readonly Cell[]) {
    const ids = new Set(cells.map(({ contentId }) => contentId));
    const what = { publishedAt: 0, topics: [], contentType: 'article', sourceType: null, source: '', domain: '' };
    const facts = Array.from(ids, (id) => ({ id, ...what, companies: [], countries: [], authors: [], section: null }));
    this.#window = new RankingWindow(NO_CELLS, facts, 'hourly');
  }

  /** Begins an hour: it is the running one from now on. */
  begin(hour: number, shares: Shares): void {
    this.#hour = hour;
    this.#window.roll(hour, shares);
    if (hour % 24 === 0) this.#window.pack();
  }

  /** Takes clicks of the running hour. */
  take({ contentId, hour, clicks, ...classes }: Cell): void {
    const key = `${contentId} ${hour}`;
    const counts = this.#counts.get(key) ?? new Map<number, number>();
    this.#counts.set(key, counts);
    for (const place of [FIRST.unsigned, ...KIND_NAMES.map((kind) => FIRST[kind] + classes[kind])])
      counts.set(place, (counts.get(place) ?? 0) + clicks);
    this.#window.note({ contentId, hour, counts: [...counts].sort(([a], [b]) => a - b).flat() });
  }

  /** Every article that was clicked. */
  articles(): readonly Engagement[] {
    return this.#window.engagement(this.#hour * 3600);
  }

  /** Ids of those that rise. */
  rising(): number[] {
    const list = new RisingList(this.#hour);
    const articles = this.articles();
    for (const article of articles) list.change(null, article);
    return list.list(articles).map(([id]) => id);
  }
}
