import type { Child } from 'hono/jsx/dom';
import type { ApiError } from '../lib/request/api-error.ts';
import type { Query } from '../lib/request/query.ts';
import { timeOf } from '../lib/time.ts';
import { Button } from './button.tsx';

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

/** Shows a polled answer, or whichever state it is in. A error beside an older answer is a line above it. */
export function Loaded<T>({ of, lines, children }: { of: Query<T>; lines?: number; children: (value: T) => Child }) {
  if (of.value === null) {
    return of.error ? <Failure error={of.error} reload={of.reload} /> : <Skeleton lines={lines ?? 6} />;
  }
  return (
    <>
      {of.error ? <Stale error={of.error} at={of.at} /> : null}
      {children(of.value)}
    </>
  );
}

const Stale = ({ error, at }: { error: ApiError; at: number | null }) => (
  <p class="notice" role="status">
    {error.message} {at ? `Showing data from ${timeOf(at)}.` : ''}
  </p>
);
