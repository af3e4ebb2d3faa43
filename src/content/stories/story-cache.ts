import type { StoryState } from './match.ts';
import type { MarkedRow, WordIndex } from './word-store.ts';

/** Terms and stories after articles were last placed in stories. */
interface CachedStories {
  /** Stored rows of terms, oldest first. */
  rows: readonly MarkedRow[];
  index: WordIndex;
  states: Map<number, StoryState>;
  /** Loaded rows of `story_terms`. */
  portions: Set<number>;
}

/** Caches stories after articles were placed. Each placement stores a row, so unchanged rows mean a current cache. */
export class StoryCache {
  #latest: CachedStories | undefined;

  /** Stored rows of terms whose text is known. */
  get rows(): readonly MarkedRow[] {
    return this.#latest?.rows ?? [];
  }

  /** Returns the cached stories if the rows are unchanged. Empties the cache, because callers modify the stories. */
  take(rows: readonly MarkedRow[]): CachedStories | undefined {
    const latest = this.#latest;
    this.#latest = undefined;
    const isSame = latest?.rows.length === rows.length && latest.rows.every(({ words }, i) => words === rows[i]?.words);
    return isSame ? latest : undefined;
  }

  put(latest: CachedStories): void {
    this.#latest = latest;
  }
}
