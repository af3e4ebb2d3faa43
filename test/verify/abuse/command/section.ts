import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../../src/cli/runtime.ts';

const FILE = join(ROOT, 'docs/reliability.md');

/** Puts a text between the markers `<!-- name -->` and `<!-- /name -->` of docs/reliability.md, and leaves the rest alone. */
export function writeSection(name: string, body: string): void {
  const old = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '# Reliability\n';
  const marked = `<!-- ${name} -->\n${body.trim()}\n<!-- /${name} -->`;
  const place = new RegExp(`<!-- ${name} -->.*<!-- /${name} -->`, 's');
  writeFileSync(FILE, place.test(old) ? old.replace(place, () => marked) : `${old.trim()}\n\n${marked}\n`);
}
