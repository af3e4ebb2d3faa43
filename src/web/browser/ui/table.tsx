import type { Child } from 'hono/jsx/dom';

interface Props {
  /** Headings of its columns: of figures, and of what is only read aloud, with that. */
  head: readonly (string | readonly [text: string, look: 'number' | 'quiet'])[];
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
          {head.map((heading) => {
            const [text, kind] = typeof heading === 'string' ? [heading] : heading;
            return (
              <th key={text} scope="col" class={kind === 'number' ? 'number' : undefined}>
                {kind === 'quiet' ? <span class="quiet">{text}</span> : text}
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
