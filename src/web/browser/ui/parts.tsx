import { type Child, useState } from 'hono/jsx/dom';
import { spoken } from '../../../delivery/spoken.ts';
import { followLinks, type View } from '../lib/page.ts';
import type { Query } from '../lib/query.ts';
import type { ApiError } from '../lib/request.ts';
import { timeOf } from '../lib/time.ts';
import { Button } from './actions.tsx';

/** The deliberate states of everything that is loaded: skeleton, empty, refused, shown. */

/** Grey bars of about the size of what is to come. */
export const Skeleton = ({ lines = 6 }: { lines?: number }) => (
  <div class="skeleton" aria-hidden="true">
    {Array.from({ length: lines }, () => (
      <i />
    ))}
  </div>
);

export const Empty = ({ title, children }: { title: string; children?: Child }) => (
  <div class="state">
    <strong>{title}</strong>
    {children ? <p>{children}</p> : null}
  </div>
);

/** Whether each was answered or refused: what belongs together is shown at once, so that nothing jumps. */
export const areLoaded = (...queries: Query<unknown>[]): boolean => queries.every(({ value, error }) => value ?? error);

interface OutsideProps {
  href: string;
  /** Of the text; where nobody says, its letters may show it. */
  language?: string | null;
  children: Child;
}

/** A link to a page of another site, in a tab of its own. */
export const Outside = ({ href, language, children }: OutsideProps) => (
  <a href={href} target="_blank" rel="noopener noreferrer" {...spoken(String(children), language)}>
    {children}
  </a>
);

/** What helps with a field, or what is wrong with it. */
export const Hint = ({ id, fault, children }: { id?: string; fault?: Child; children?: Child }) => (
  <p id={id} class={fault ? 'fault' : 'hint'}>
    {fault || children}
  </p>
);

/** Why something was not done, read aloud at once; nothing without a text. */
export const Fault = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p class="fault" role="alert">
      {text}
    </p>
  ) : null;

export const Failure = ({ error, reload }: { error: ApiError; reload?: () => void }) => (
  <div class="state failed" role="alert">
    <strong>{error.kind === 'missing' ? 'Not found' : 'Couldn’t load this'}</strong>
    <p>{error.message}</p>
    {reload ? <Button text="Try again" press={reload} /> : null}
  </div>
);

/** Shows a polled answer, or whichever state it is in. An error beside an older answer is a line below it, so that what is read stays in its place. */
export function Loaded<T>({ of, lines, children }: { of: Query<T>; lines?: number; children: (value: T) => Child }) {
  if (of.value === null) {
    return of.error ? <Failure error={of.error} reload={of.reload} /> : <Skeleton lines={lines ?? 6} />;
  }
  return (
    <>
      {children(of.value)}
      {of.error ? <Stale error={of.error} at={of.at} /> : null}
    </>
  );
}

const Stale = ({ error, at }: { error: ApiError; at: number | null }) => (
  <p class="notice stale" role="status">
    {error.message} {at ? `Showing data from ${timeOf(at)}.` : ''}
  </p>
);

interface SectionProps {
  /** Of the section; that of its heading is made of it. */
  id: string;
  title: Child;
  /** In smaller letters after the title. */
  note?: Child;
  /** What can be done with it, at the other end of the heading's line. */
  end?: Child;
  class?: string;
  /** It is a part of another section. */
  isInner?: boolean;
  children: Child;
}

/** A part of a page under its heading. */
export function Section({ id, title, note, end, class: look, isInner = false, children }: SectionProps) {
  const Heading = isInner ? 'h3' : 'h2';
  const heading = (
    <Heading id={`${id}-title`}>
      {title}
      {note ? <small> {note}</small> : null}
    </Heading>
  );
  return (
    <section id={id} class={look} aria-labelledby={`${id}-title`}>
      {end ? (
        <div class="row list-head">
          {heading}
          <span class="row aside-end">{end}</span>
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}

interface TableProps {
  /** Headings of its columns, each with its class where it has one; `quiet`: it is only read aloud. */
  head: readonly (string | readonly [heading: Child, look: string])[];
  /** Where it may be wider than the page: what scrolls must be reached by keyboard, under a name. */
  label?: string;
  class?: string;
  foot?: Child;
  /** Its rows. */
  children: Child;
}

export function Table({ head, label, class: look, foot, children }: TableProps) {
  const table = (
    <table class={look}>
      <thead>
        <tr>
          {head.map((one, place) => {
            const [heading, look] = typeof one === 'string' ? [one] : one;
            const isQuiet = look === 'quiet';
            return (
              <th key={place} scope="col" class={isQuiet ? undefined : look}>
                {isQuiet ? <span class="quiet">{heading}</span> : heading}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot ? <tfoot>{foot}</tfoot> : null}
    </table>
  );
  return label ? (
    <section class="scroll" tabindex={0} aria-label={label}>
      {table}
    </section>
  ) : (
    <div class="scroll">{table}</div>
  );
}
/** What is said of each thing, under its name; null: nothing, so that it is left out. */
export const Facts = ({ of, look = '' }: { of: Record<string, Child | null>; look?: string }) => (
  <dl class={`facts ${look}`}>
    {Object.entries(of).map(([name, fact]) =>
      fact === null ? null : (
        <>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </>
      ),
    )}
  </dl>
);

interface ViewsProps<V extends View> {
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
export const Views = <V extends View>({
  label,
  tabs,
  current,
  href,
  defaults,
  change,
  more,
  children,
}: ViewsProps<V>) => (
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
    <nav class="row between before-4 pager" aria-label="Pages of the list">
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

interface ThumbnailProps {
  /** Address of the picture; null: there is none. */
  image: string | null;
  /** In its place where there is none that loads. */
  initial: string;
}

/** A small picture of an article. It tells nobody more than its title, so it is not read aloud. */
export function Thumbnail({ image, initial }: ThumbnailProps) {
  const [isBroken, setBroken] = useState(false);
  return image && !isBroken ? (
    <img
      class="thumb"
      src={image}
      alt=""
      width="80"
      height="56"
      loading="lazy"
      referrerpolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  ) : (
    <span class="thumb" aria-hidden="true">
      {initial}
    </span>
  );
}
