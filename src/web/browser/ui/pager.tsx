interface Props {
  /** Cursors; null: there is no such page. */
  previous: string | null;
  next: string | null;
  session: { view: { cursor: string }; href: (part: { cursor: string }) => string };
}

/** To the pages before and after; links, so that Back and new tabs work. */
export const Pager = ({ previous, next, session: { view, href } }: Props) =>
  previous || next || view.cursor ? (
    <nav class="row pager" aria-label="Pages of the list">
      <span class="row">
        {view.cursor ? <a href={href({ cursor: '' })}>First page</a> : null}
        {previous ? (
          <a class="button" rel="prev" href={href({ cursor: previous })}>
            ← Previous
          </a>
        ) : null}
      </span>
      {next ? (
        <a class="button" rel="next" href={href({ cursor: next })}>
          Next →
        </a>
      ) : null}
    </nav>
  ) : null;
