import type { Child } from 'hono/jsx/dom';

interface Props {
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
export function Section({ id, title, note, end, class: look, isInner = false, children }: Props) {
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
          <span class="row end">{end}</span>
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}
