import type { StoryState } from './match.ts';
import type { WordIndex } from './word-store.ts';

/** Terms and stories in the state after the latest placement. */
interface CachedStories {
  /** Texts of the stored rows of terms, oldest first. */
  rows: readonly string[];
  index: WordIndex;
  states: Map<number, StoryState>;
  /** Loaded rows of `story_terms`. */
  portions: Set<number>;
}

/** Stories after the latest placement. Each placement adds a row, so equal rows mean that no placement followed. */
export class StoryCache {
  #latest: CachedStories | undefined;

  /** Returns the stories if the rows are unchanged. It empties the cache, because a placement modifies the stories. */
  take(rows: readonly string[]): CachedStories | undefined {
    const latest = this.#latest;
    this.#latest = undefined;
    return latest?.rows.length === rows.length && latest.rows.every((text, i) => text === rows[i]) ? latest : undefined;
  }

  put(latest: CachedStories): void {
    this.#latest = latest;
  }
}
