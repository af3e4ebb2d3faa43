import type { Child } from 'hono/jsx/dom';

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
