import type { Child } from 'hono/jsx/dom';
import { followLinks, type View } from '../lib/view.ts';

interface Props<V extends View> {
  /** What the tabs are, for those who do not see them. */
  label: string;
  tabs: readonly (readonly [name: string, title: string])[];
  current: string;
  /** Address of a tab. */
  href: (name: string) => string;
  defaults: V;
  change: (view: V) => void;
  /** Behind the tabs in their line. */
  more?: Child;
  children: Child;
}

/** A page of several views, each with an address: their tabs, and what is shown, whose links lead from view to view. */
export const Views = <V extends View>({ label, tabs, current, href, defaults, change, more, children }: Props<V>) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only handles clicks on links inside it
  // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
  <div onClick={followLinks(defaults, change)}>
    <nav class="tabs" aria-label={label}>
      {tabs.map(([name, title]) => (
        <a key={name} href={href(name)} aria-current={name === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
      {more}
    </nav>
    {children}
  </div>
);

interface PagerProps {
  /** Cursors; null: there is no such page. */
  previous: string | null;
  next: string | null;
  session: { view: { cursor: string }; href: (part: { cursor: string }) => string };
}

/** To the pages before and after; links, so that Back and new tabs work. */
export const Pager = ({ previous, next, session: { view, href } }: PagerProps) =>
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
