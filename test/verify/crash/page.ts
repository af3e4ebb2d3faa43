import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { ROOT } from '../../../src/cli/database/runtime.ts';

/** What `click.js` asks of a browser. */
const GLOBALS = ['document', 'window', 'addEventListener', 'navigator', 'screen', 'Request', 'fetch'];

let script: ReturnType<typeof compileFunction> | undefined;

/**
 * A page of a publisher with the `click.js` that is served, and one link that its reader follows. `post`: sends a body to the service;
 * resolves to the status of the answer, null where there is none. The page lives on until nobody asks any more.
 */
export function clickOnPage(key: string, contentId: number, post: (body: string) => Promise<number | null>): void {
  script ??= compileFunction(readFileSync(join(ROOT, 'public/click.js'), 'utf8'), GLOBALS);
  const listeners = new Map<string, (event: object) => void>();
  const listen = (type: string, listener: (event: object) => void) => listeners.set(type, listener);
  const fetch = async (_: string, { body }: { body: string }) => {
    const status = await post(body);
    if (status === null) throw new TypeError('Failed to fetch');
    return { status };
  };
  const document = { currentScript: { src: 'http://newsgauge.test/click.js', dataset: { key } } };
  script(document, { addEventListener: listen }, listen, {}, { width: 1920, height: 1080 }, Request, fetch);
  const link = { matches: () => true, dataset: { contentId: String(contentId) } };
  listeners.get('click')?.({ type: 'click', composedPath: () => [link] });
}
