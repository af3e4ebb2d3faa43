/** This module prints progress, pages and keys for the person who starts a server. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../../command/paths.ts';
import { NAVIGATION } from '../../web/shells/base/site-pages.ts';
import type { FirstKeys } from '../first-start/first-start.ts';
import { FIRST_KEYS } from '../state/files.ts';

const LINE_MS = 5000;
const CLEAR_LINE = '\r\u001b[2K';
const KEY_COMMAND = commandLine('keys');

export class ProgressLine {
  #isOpen = false;
  #printedAt = Number.NEGATIVE_INFINITY;

  show(text: string): void {
    if (process.stdout.isTTY) {
      process.stdout.write(CLEAR_LINE + text);
      this.#isOpen = true;
    } else if (performance.now() - this.#printedAt > LINE_MS) {
      console.log(text);
      this.#printedAt = performance.now();
    }
  }

  print(text: string): void {
    this.clear();
    console.log(text);
  }

  clear(): void {
    if (this.#isOpen) process.stdout.write(CLEAR_LINE);
    this.#isOpen = false;
  }
}

/** Prints page URLs and first keys. Without a terminal, writes the keys to a file, because others may read the log. */
export function showTour(folder: string, url: string, keys: FirstKeys | null): void {
  let words = WITHOUT_KEYS;
  if (keys && process.stdout.isTTY) words = withKeys(url, keys);
  if (keys && !process.stdout.isTTY) {
    const file = join(folder, FIRST_KEYS);
    // A file mode applies only to new files, so an existing file is removed first.
    rmSync(file, { force: true });
    writeFileSync(file, withKeys(url, keys), { mode: 0o600 });
    words = `\nThe first keys, valid for 7 days, are in ${file}.\n`;
  }
  console.log(tour(url, words));
}

const tour = (base: string, keys: string): string => `\n${pagesAt(base)}\n${keys}`;

const pagesAt = (base: string): string =>
  ['Pages', ...NAVIGATION.map(({ name, path }) => `  ${name.padEnd(13)}${base}${path}`)].join('\n');

const WITHOUT_KEYS = `
Create keys with \`${KEY_COMMAND} create --kind secret|publishable|operator --name NAME\`, and list them with \`${KEY_COMMAND} list\`.
`;

const withKeys = (base: string, { secret, publishable, operator }: FirstKeys): string => `
Sign in with the operator key. These keys of this newsroom are valid for 7 days (create more with \`${KEY_COMMAND} create\`):
  secret       ${secret}
  publishable  ${publishable}
  operator     ${operator}

The feed           ${base}/api/v2/feed/?apiKey=${publishable}
  as RSS           ${base}/api/v2/feed/?output=rss&apiKey=${publishable}
  as HTML          ${base}/api/v2/feed/?output=html&apiKey=${publishable}
  filtered         ${base}/api/v2/feed/?articleTypes=article,report&searchTerms=claims,cyber&includeCountries=GB&apiKey=${publishable}
Recommended today  ${base}/api/v2/feed-recommended/?apiKey=${publishable}
Geography          ${base}/api/v2/geography/list/?apiKey=${publishable}
Publishing         curl -X PUT ${base}/manage/topics -H 'Authorization: Bearer ${operator}' -d '[…]'
`;
