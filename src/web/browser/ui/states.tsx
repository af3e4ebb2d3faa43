import type { Child } from 'hono/jsx/dom';
import type { Polled } from '../lib/poll.ts';
import type { Refusal } from '../lib/refusal.ts';

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

export const Failure = ({ refusal, again }: { refusal: Refusal; again?: () => void }) => (
  <div class="state failed" role="alert">
    <strong>{refusal.kind === 'missing' ? 'There is nothing here' : 'This could not be loaded'}</strong>
    <p>{refusal.message}</p>
    {again ? (
      <button type="button" onClick={again}>
        Try again
      </button>
    ) : null}
  </div>
);

/** Shows a polled answer, or whichever state it is in. A refusal beside an older answer is a line above it. */
export function Loaded<T>({ of, lines, children }: { of: Polled<T>; lines?: number; children: (value: T) => Child }) {
  if (of.value === null) {
    return of.refusal ? <Failure refusal={of.refusal} again={of.again} /> : <Skeleton lines={lines ?? 6} />;
  }
  return (
    <>
      {of.refusal ? <Stale refusal={of.refusal} at={of.at} /> : null}
      {children(of.value)}
    </>
  );
}

const Stale = ({ refusal, at }: { refusal: Refusal; at: number | null }) => (
  <p class="notice" role="status">
    {refusal.message} {at ? `What is shown is of ${timeOf(at)}.` : ''}
  </p>
);

/** `14:02:11` in the reader's own time and way of writing it. */
export const timeOf = (milliseconds: number): string => new Date(milliseconds).toLocaleTimeString();
