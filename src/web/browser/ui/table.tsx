import type { Child } from 'hono/jsx/dom';

interface Props {
  /** Headings of its columns, each with its class where it has one; `quiet`: it is only read aloud. */
  head: readonly (string | readonly [heading: Child, look: string])[];
  /** Where it may be wider than the page: what scrolls must be reached by keyboard, under a name. */
  label?: string;
  class?: string;
  foot?: Child;
  /** Its rows. */
  children: Child;
}

export function Table({ head, label, class: look, foot, children }: Props) {
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
