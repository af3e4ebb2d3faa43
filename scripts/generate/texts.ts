/**
 * Writes `docs/reference/texts.md`: everything that pages say, in the order of their files, so that it can be read at once.
 * With `--check` it only compares.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textsOf } from './texts/texts.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = 'docs/reference/texts.md';
/** Folders and files that hold pages, with what they are. */
const PARTS: readonly (readonly [path: string, title: string])[] = [
  ['src/web/shells', 'Headings, navigation, home'],
  ['src/web/browser/shell', 'Search and account'],
  ['src/web/browser/ui', 'Parts of all pages'],
  ['src/web/browser/lib', 'Errors and times'],
  ['src/web/browser/home', 'Home'],
  ['src/web/browser/insights.tsx', 'Insights'],
  ['src/web/browser/insights', 'Insights'],
  ['src/web/browser/today.tsx', 'Today'],
  ['src/web/browser/week.tsx', 'The week'],
  ['src/web/browser/content.tsx', 'Content'],
  ['src/web/browser/content', 'Content'],
  ['src/web/browser/desk.tsx', 'Desk'],
  ['src/web/browser/desk', 'Desk'],
  ['src/web/browser/embed-builder.tsx', 'Embed'],
  ['src/web/browser/embed-builder', 'Embed'],
  ['src/web/browser/alerts.tsx', 'Alerts'],
  ['src/web/browser/alerts', 'Alerts'],
  ['src/web/browser/keys.tsx', 'Keys'],
  ['src/web/browser/keys', 'Keys'],
  ['src/web/browser/operate.tsx', 'Operate'],
  ['src/web/browser/operate', 'Operate'],
  ['src/web/browser/docs', 'Reference'],
  ['src/web/reference', 'Reference'],
  ['src/routes/site-error-page.tsx', 'Errors'],
  ['src/routes/feed/feed-error-page.tsx', 'Errors'],
  ['src/routes/clicks/gone-page.tsx', 'Errors'],
  ['src/routes/share', 'Shared views'],
  ['src/delivery/words.ts', 'Embedded feeds'],
];

const HEAD = `# Texts of the pages

Everything that people read on a page, so that it can be read at once; \`npm run generate\` writes it. A text is changed in the file that is named above
it. \`{…}\` is what the page fills in, \`[a | b]\` are alternatives.
`;

function filesOf(path: string): string[] {
  if (/\.tsx?$/.test(path)) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.generated)\.tsx?$/.test(name))
    .sort()
    .map((name) => `${path}/${name.replaceAll('\\', '/')}`);
}

function catalogue(): string {
  const lines = [HEAD];
  let before = '';
  for (const [path, title] of PARTS) {
    if (title !== before) lines.push(`## ${title}\n`);
    before = title;
    for (const file of filesOf(path)) {
      const texts = textsOf(readFileSync(join(ROOT, file), 'utf8'), file.endsWith('x'));
      if (texts.length > 0) lines.push(`\`${file}\`\n`, `${texts.map((text) => `- ${escaped(text)}`).join('\n')}\n`);
    }
  }
  return lines.join('\n');
}

const escaped = (text: string) => text.replace(/[\\`*_<>]/g, '\\$&');

const text = catalogue();
if (!process.argv.includes('--check')) writeFileSync(join(ROOT, FILE), text);
else if (readFileSync(join(ROOT, FILE), 'utf8') !== text) {
  console.error(`${FILE} is out of date: run \`npm run generate\``);
  process.exitCode = 1;
}
