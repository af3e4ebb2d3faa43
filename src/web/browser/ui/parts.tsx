import { type Child, useEffect, useRef, useState } from 'hono/jsx/dom';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { followLinks, useNow, type View } from '../lib/page.ts';
import type { Query } from '../lib/query.ts';
import type { ApiError } from '../lib/request.ts';
import { IS_SERVER } from '../lib/request.ts';
import { timeOf } from '../lib/time.ts';
import { Button } from './actions.tsx';

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

/** Returns true if each query has a value or an error. Showing all results together avoids layout shifts. */
export const areLoaded = (...queries: Query<unknown>[]): boolean => queries.every(({ value, error }) => value ?? error);

interface OutsideProps {
  href: string;
  /** Language of the text (BCP 47). If undefined, it is detected from the script of the text. */
  language?: string | null;
  children: Child;
}

export const Outside = ({ href, language, children }: OutsideProps) => (
  <a href={href} target="_blank" rel="noopener noreferrer" {...languageAttributes(String(children), language)}>
    {children}
  </a>
);

export const Hint = ({ id, fault, children }: { id?: string; fault?: Child; children?: Child }) => (
  <p id={id} class={fault ? 'fault' : 'hint'}>
    {fault || children}
  </p>
);

export const Fault = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p class="fault" role="alert">
      {text}
    </p>
  ) : null;

interface FailureProps {
  error: ApiError;
  /** Data that is missing, such as “the articles”. */
  what?: string | undefined;
  reload?: () => void;
  /** Time of the next attempt. */
  retryAt?: number | null | undefined;
  /** Further sentence after the message of the error. */
  children?: Child;
}

/** Counts down to the next attempt. Screen readers skip it, because it changes every second. */
function Retries({ at }: { at: number }) {
  const seconds = Math.ceil((at - useNow(1000)) / 1000);
  return <span aria-hidden="true">{seconds > 0 ? ` Retries in ${seconds} s.` : ' Retrying…'}</span>;
}

/** Other errors say when the request is repeated. */
const retriesOf = (error: ApiError, at: number | null | undefined) =>
  error.kind === 'failed' && at ? <Retries key={at} at={at} /> : null;

export const Failure = ({ error, what = 'this', reload, retryAt, children }: FailureProps) => (
  <div class="state failed" role="alert">
    <strong>{error.kind === 'missing' ? 'Not found' : `Couldn’t load ${what}`}</strong>
    <p>
      {error.message} {children}
      {retriesOf(error, retryAt)}
    </p>
    {reload && !IS_SERVER ? (
      <p class="row">
        <Button text="Try again" press={reload} />
        <a href="/operate" data-needs="operate">
          Service status
        </a>
      </p>
    ) : null}
  </div>
);

interface LoadedProps<T> extends Pick<FailureProps, 'what'> {
  of: Query<T>;
  lines?: number;
  children: (value: T) => Child;
}

/** Renders a query's value, its error or a placeholder. If a later request fails, the value remains visible. */
export function Loaded<T>({ of, what, lines, children }: LoadedProps<T>) {
  if (of.value === null) {
    return of.error ? (
      <Failure error={of.error} what={what} reload={of.reload} retryAt={of.retryAt} />
    ) : (
      <Skeleton lines={lines ?? 6} />
    );
  }
  return (
    <>
      {children(of.value)}
      <Stale of={of} />
    </>
  );
}

/** Card of a board that renders a query. */
export const Panel = <T,>(of: LoadedProps<T>) => (
  <div class="card">
    <Loaded {...of} />
  </div>
);

/** Says that the data above is old, because the last request failed. */
export const Stale = ({ of: { value, error, at, retryAt } }: { of: Query<unknown> }) =>
  value === null || error === null ? null : (
    <p class="notice stale" role="status">
      {error.message} {at ? `Showing data from ${timeOf(at)}.` : ''}
      {retriesOf(error, retryAt)}
    </p>
  );

interface SectionProps {
  id: string;
  title: Child;
  note?: Child;
  end?: Child;
  class?: string;
  /** Whether the section is below a heading other than the page's. Shared views have only the heading of the page. */
  isInner?: boolean;
  children: Child;
}

export function Section({ id, title, note, end, class: look, isInner = false, children }: SectionProps) {
  const Heading = isInner && !IS_SERVER ? 'h3' : 'h2';
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
  /** Column headings, some with a class and with the order of a sorted column. The class `quiet` shows a heading to screen readers only. */
  head: readonly (string | readonly [heading: Child, look: string, order?: 'ascending' | 'descending' | undefined])[];
  /** Accessible name. Required if the table scrolls, because it must then be reachable by keyboard. */
  label?: string;
  class?: string;
  foot?: Child;
  children: Child;
}

export function Table({ head, label, class: look, foot, children }: TableProps) {
  const table = (
    <table class={look}>
      <thead>
        <tr>
          {head.map((one, place) => {
            const [heading, look, order] = typeof one === 'string' ? [one] : one;
            const isQuiet = look === 'quiet';
            return (
              <th key={place} scope="col" class={isQuiet ? undefined : look} aria-sort={order}>
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

/** Scrolls a row of tabs that exceeds the screen to the current tab. */
function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector<HTMLElement>('[aria-current]');
  if (tabs && current) tabs.scrollLeft = current.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
}

interface ViewsProps<V extends View> {
  label: string;
  tabs: readonly (readonly [name: string, title: string])[];
  current: string;
  href: (name: string) => string;
  defaults: V;
  change: (view: V) => void;
  more?: Child;
  children: Child;
}

export function Views<V extends View>({ label, tabs, current, href, defaults, change, more, children }: ViewsProps<V>) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(nav.current), [current]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only handles clicks on links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link triggers a click
    <div onClick={followLinks(defaults, change)}>
      <nav class="tabs" aria-label={label} ref={nav}>
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
}

interface PagerProps {
  previous: string | null;
  next: string | null;
  /** Numbers of rows on this page and on a full page. Without them, the links do not count rows. */
  rows?: { here: number; perPage: number };
  session: { view: { cursor: string; offset: string }; href: (part: { cursor: string; offset: string }) => string };
}

/** Returns the number of rows on the pages before, or `null` if it is unknown. */
export const rowsBefore = ({ cursor, offset }: PagerProps['session']['view']): number | null =>
  cursor === '' ? 0 : /^\d+$/.test(offset) ? Number(offset) : null;

/** Links to the previous and next page of a list. They are not buttons, so that the Back button and new tabs work. */
export function Pager({ previous, next, rows, session: { view, href } }: PagerProps) {
  if (!previous && !next && !view.cursor) return null;
  const before = rowsBefore(view);
  const linkTo = (cursor: string, move: number) =>
    href({ cursor, offset: rows && before !== null ? String(Math.max(0, before + move)) : '' });
  return (
    <nav class="row between before-4 pager" aria-label="Pages of the list">
      <span class="row">
        {view.cursor ? <a href={href({ cursor: '', offset: '' })}>First page</a> : null}
        {previous ? (
          <a class="button" rel="prev" href={linkTo(previous, -(rows?.perPage ?? 0))}>
            ← Previous
          </a>
        ) : null}
      </span>
      {next ? (
        <a class="button" rel="next" href={linkTo(next, rows?.here ?? 0)}>
          Next →
        </a>
      ) : null}
    </nav>
  );
}

interface ThumbnailProps {
  image: string | null;
  initial: string;
}

/** Small picture that screen readers skip, because the title is next to it. */
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
