import type { StoryState } from './match.ts';
import type { WordIndex } from './word-store.ts';

/** Terms and stories after articles were last placed in stories. */
interface CachedStories {
  /** Stored rows of terms as JSON strings, oldest first. */
  rows: readonly string[];
  index: WordIndex;
  states: Map<number, StoryState>;
  /** Loaded rows of `story_terms`. */
  portions: Set<number>;
}

/** Caches stories after articles were placed. Each placement stores a row, so unchanged rows mean a current cache. */
export class StoryCache {
  #latest: CachedStories | undefined;

  /** Returns the cached stories if the rows are unchanged. Empties the cache, because callers modify the stories. */
  take(rows: readonly string[]): CachedStories | undefined {
    const latest = this.#latest;
    this.#latest = undefined;
    return latest?.rows.length === rows.length && latest.rows.every((text, i) => text === rows[i]) ? latest : undefined;
  }

  put(latest: CachedStories): void {
    this.#latest = latest;
  }
}
