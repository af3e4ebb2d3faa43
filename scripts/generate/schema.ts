/**
 * Writes what is derived from the schema, `drizzle/`: one migration that makes the tables of `src/db/`, what `src/db/by-hand.sql` adds and
 * the first rows, with drizzle-kit's snapshot of it. The migration's name
 * holds a hash of its text, so that a database of another version is known by its book of migrations. With `--check` it only compares. (docs/decisions.md#B12)
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import config from '../../drizzle.config.ts';
import { INDEX_FORMAT } from '../../src/content/index/facets.ts';
import { COUNTRIES } from '../../src/content/reference/countries.ts';
import { GEO_GROUPS } from '../../src/content/reference/geo-groups.ts';
import { COUNTERS, counterOf, ORIGINS } from '../../src/db/click-columns.ts';

const MIGRATIONS = 'drizzle';
const META = join(MIGRATIONS, 'meta');
const BY_HAND = 'src/db/by-hand.sql';
const BREAK = '--> statement-breakpoint\n';

/** Tables without rowids: with one each of their rows would be written twice. */
const ROWLESS = [
  ...['annotations', 'click_days', 'click_outcomes', 'feed_items', 'key_days', 'name_lists', 'saved_searches'],
  ...['source_aliases', 'tag_rules', 'topic_days', 'trash_links', 'webhook_deliveries'],
  ...[0, 1, 2, 3, 4].flatMap((n) => [`click_hours_${n}`, `click_ids_${n}`]),
];

interface Drizzled {
  sql: string;
  snapshot: { id: string; prevId: string; tables: Record<string, unknown> };
}

/** What drizzle-kit makes of the declared tables. */
function drizzled(): Drizzled {
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-'));
  const schemas = [config.schema ?? []].flat().flatMap((schema) => ['--schema', schema]);
  try {
    const made = ['generate', '--dialect', 'sqlite', ...schemas, '--out', folder, '--name', 'schema'];
    execFileSync('drizzle-kit', made, { stdio: 'pipe' });
    const snapshot = JSON.parse(readFileSync(join(folder, 'meta/0000_snapshot.json'), 'utf8'));
    return { sql: readFileSync(join(folder, '0000_schema.sql'), 'utf8'), snapshot };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withoutRowids(sql: string): string {
  return ROWLESS.reduce((text, table) => {
    const changed = text.replace(new RegExp(`(CREATE TABLE \`${table}\` \\([^;]*\\n\\));`), '$1 WITHOUT ROWID;');
    if (changed === text) throw new Error(`scripts/generate/schema.ts names a table that the schema lacks: ${table}`);
    return changed;
  }, sql);
}

/** What was counted by audience, of all partitions, for people and tests: D1 takes 100 columns, which are too few for the classes, too. */
function clickHours(): string {
  const measures = COUNTERS.flatMap((name, place) =>
    ORIGINS.some((origin) => name.startsWith(`${origin}_`)) ? [`${counterOf(place)} AS ${name}`] : [],
  );
  const partitions = [0, 1, 2, 3, 4].map((n) => `SELECT * FROM \`click_hours_${n}\``);
  return `CREATE VIEW \`click_hours\` AS SELECT content_id, hour,\n\t${measures.join(',\n\t')}\n\tFROM (${partitions.join(' UNION ALL ')});`;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The rows of a new database. The first sequence has given no id, and the rankings have a row for the whole site. */
function firstRows(): string[] {
  const countries = COUNTRIES.map(({ code, name, continent }) => `(${[code, name, continent].map(quote).join(', ')})`);
  const groups = GEO_GROUPS.map(
    ({ slug, name, countries }, i) => `(${i + 1}, ${quote(slug)}, ${quote(name)}, ${quote(JSON.stringify(countries))})`,
  );
  return [
    `INSERT INTO \`countries\` (code, name, continent) VALUES\n${countries.join(',\n')};`,
    `INSERT INTO \`geo_groups\` (id, slug, name, countries) VALUES\n${groups.join(',\n')};`,
    `INSERT INTO \`geography\` (id, groups) SELECT 1, json_group_array(json_object('id', id, 'slug', slug, 'name', name, 'countries', json(countries)) ORDER BY name) FROM \`geo_groups\`;`,
    `INSERT INTO \`topics\` (id, name, slug, description, category) VALUES (47, 'Risk Management', 'risk-management', 'How organisations find, weigh and treat what may harm them', 2);`,
    `INSERT INTO \`topic_windows\` (topic_id, name, slug, description, category, excluded)\n\tSELECT id, name, slug, description, category, excluded_from_trending FROM \`topics\` UNION ALL SELECT 0, '', '', '', 0, 0;`,
    `INSERT INTO \`sequences\` (name, last) VALUES ('articles', 0);`,
  ];
}

/** One line a table: the file is read by drizzle-kit only. */
function compact({ tables, ...rest }: Drizzled['snapshot']): string {
  const lines = Object.entries(tables).map(([name, table]) => `${JSON.stringify(name)}:${JSON.stringify(table)}`);
  return `${JSON.stringify(rest).slice(0, -1)},"tables":{\n${lines.join(',\n')}\n}}\n`;
}

const { sql, snapshot } = drizzled();
const byHand = readFileSync(BY_HAND, 'utf8').split('\n\n').slice(1);
const statements = [...byHand.map((statement) => statement.trim()), clickHours(), ...firstRows()];
const header = `-- Generated by \`npm run generate\`; the tokens of the search index are of version ${INDEX_FORMAT}.\n`;
const migration = `${header}${[withoutRowids(sql), ...statements].join(`\n${BREAK}`)}\n`;
const hash = createHash('sha256').update(migration).digest('hex').slice(0, 8);
const tag = `0000_${hash}`;
const none = '00000000-0000-0000-0000-000000000000';
const journal = {
  version: '7',
  dialect: 'sqlite',
  entries: [{ idx: 0, version: '6', when: 0, tag, breakpoints: true }],
};
const files = new Map([
  [join(MIGRATIONS, `${tag}.sql`), migration],
  [join(META, '_journal.json'), `${JSON.stringify(journal)}\n`],
  [join(META, '0000_snapshot.json'), compact({ ...snapshot, id: none.replace(/.$/, '1'), prevId: none })],
]);
const kept = [MIGRATIONS, META].flatMap((folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((file) => (file.isFile() ? [join(folder, file.name)] : [])),
);
const stray = kept.filter((path) => !files.has(path));

if (process.argv.includes('--check')) {
  const stale = Array.from(files).filter(([path, text]) => !kept.includes(path) || readFileSync(path, 'utf8') !== text);
  for (const path of [...stale.map(([path]) => path), ...stray])
    console.error(`${path} is not what it would be generated as: run \`npm run generate\``);
  process.exitCode = stale.length + stray.length > 0 ? 1 : 0;
} else {
  for (const path of stray) rmSync(path);
  for (const [path, text] of files) writeFileSync(path, text);
}
