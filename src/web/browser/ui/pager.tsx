interface Pager {
  /** Addresses; null: there is no such page. */
  previous: string | null;
  next: string | null;
  first?: string | null;
}

/** To the pages before and after; links, so that Back and new tabs work. */
export const Pager = ({ previous, next, first = null }: Pager) =>
  previous || next || first ? (
    <nav class="pager" aria-label="Pages of the list">
      <span class="row">
        {first ? <a href={first}>First page</a> : null}
        {previous ? (
          <a class="button" rel="prev" href={previous}>
            ← Previous
          </a>
        ) : null}
      </span>
      {next ? (
        <a class="button" rel="next" href={next}>
          Next →
        </a>
      ) : null}
    </nav>
  ) : null;
