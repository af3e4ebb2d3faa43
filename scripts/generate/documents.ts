/** Writes the tables of settings, retention and pages into the files that repeat them. `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS } from '../../src/command/settings.ts';
import { RETENTION } from '../../src/db/retention-days.ts';
import { SITE_PAGES, type SitePage } from '../../src/web/shells/base/site-pages.ts';

const settings = Object.entries(SETTINGS).flatMap(([name, { help, ...rest }]) =>
  help ? [{ name, help, ...rest }] : [],
);
const variables = settings.filter((setting) => setting.default !== undefined);

const comment = (text: string) => text.replace(/(?=\S).{1,118}(?:\s|$)/g, (line) => `# ${line.trimEnd()}\n`);

const variable = ({ name, help, default: value }: (typeof settings)[number]) =>
  `${comment(help)}${name} = ${JSON.stringify(value)}\n`;

const LINE_WIDTH = 120;
function binding({ name, help }: (typeof settings)[number]): string {
  const [key, text] = [`      ${JSON.stringify(name)}: {`, `"description": ${JSON.stringify(help)}`];
  const line = `${key} ${text} },`;
  return line.length <= LINE_WIDTH ? `${line}\n` : `${key}\n        ${text}\n      },\n`;
}

const row = ({ name, help, guide, default: value }: (typeof settings)[number]) =>
  `| \`${name}\` | ${value ? `\`${value}\`` : ''} | ${help}${guide ? ` [More](../guides/${guide})` : ''} |\n`;

const ACCESS: Record<NonNullable<SitePage['needs']>, string> = {
  embed: 'anyone',
  read: 'readers, or a secret key',
  edit: 'editors',
  operate: 'operators',
};

const pageRow = ({ path, needs, views, help, access = needs ? ACCESS[needs] : 'none' }: SitePage) =>
  `| ${views ? `[\`${path}\`](http://localhost:8787${path})` : `\`${path}\``} | ${help} | ${access} |\n`;

/** Generated parts of files, each between two marker texts. */
const PARTS: readonly { file: string; after: string; before: string; text: string }[] = [
  { file: 'wrangler.toml', after: '\n[vars]\n', before: '\n[[d1_databases]]', text: variables.map(variable).join('') },
  { file: 'package.json', after: '"bindings": {\n', before: '      "DB": {', text: variables.map(binding).join('') },
  {
    file: 'docs/reference/configuration.md',
    after: '<!-- settings -->\n',
    before: '<!-- /settings -->',
    text: `| Setting | Default | Meaning |\n| --- | --- | --- |\n${settings.map(row).join('')}`,
  },
  {
    file: 'docs/explanation/privacy.md',
    after: '<!-- retention -->\n',
    before: '<!-- /retention -->',
    text: `| Days | Data |\n| --- | --- |\n${Object.values(RETENTION)
      .map(({ days, stored }) => `| ${days} | ${stored} |\n`)
      .join('')}`,
  },
  {
    file: 'docs/reference/pages.md',
    after: '<!-- pages -->\n',
    before: '<!-- /pages -->',
    text: `| Page | For | Signed in with |\n| --- | --- | --- |\n${SITE_PAGES.map(pageRow).join('')}`,
  },
];

for (const { file, after, before, text } of PARTS) {
  const found = readFileSync(file, 'utf8');
  const from = found.indexOf(after) + after.length;
  const to = found.indexOf(before, from);
  if (from < after.length || to < 0) throw new Error(`${file} has no ${after.trim()} … ${before.trim()}`);
  if (found.slice(from, to) === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${file} differs from the tables in src: run npm run generate.`);
    process.exitCode = 1;
  } else writeFileSync(file, found.slice(0, from) + text + found.slice(to));
}
