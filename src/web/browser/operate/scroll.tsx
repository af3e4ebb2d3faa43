import type { Child } from 'hono/jsx/dom';

/** Around a table that may be wider than the page: what scrolls must be reached by keyboard. */
export const Scroll = ({ label, children }: { label: string; children: Child }) => (
  <section class="scroll" tabindex={0} aria-label={label}>
    {children}
  </section>
);
