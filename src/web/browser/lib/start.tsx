import type { FC } from 'hono/jsx/dom';
import { render } from 'hono/jsx/dom';

/** Puts a page's application in the place that `AppRoot` has kept for it. */
export function start(App: FC): void {
  const root = document.getElementById('app');
  if (root) render(<App />, root);
}
