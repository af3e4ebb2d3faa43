/** Writes the tables of settings, retention, filters, pages, events, alarms and metrics into the files that repeat them. `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { SETTINGS } from '../../src/command/settings.ts';
import { RETENTION } from '../../src/db/retention-days.ts';
import { EVENT_TYPES, SERVICE_ALARMS } from '../../src/db/values.ts';
import { TRAFFIC_METRICS } from '../../src/http/traffic.ts';
import { METRICS, type MetricInfo } from '../../src/operations/metric-table.ts';
import { SITE_PAGES, type SitePage } from '../../src/web/shells/base/site-pages.ts';
import { ALARM_HELP, EVENT_HELP } from '../../src/webhooks/event-help.ts';
import { evaluate } from '../build/evaluate.ts';

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

const { FEED_FILTERS } =
  await evaluate<typeof import('../../src/search/feed-filters.ts')>('src/search/feed-filters.ts');
const filterRows = Object.entries(FEED_FILTERS).map(
  ([name, { help, example }]) => `| \`${name}\` | ${help} | \`${example}\` |\n`,
);
const { BREAKDOWNS, RATE_GROUPINGS } =
  await evaluate<typeof import('../../src/rankings/dimensions.ts')>('src/rankings/dimensions.ts');

const anyOf = (names: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);

const { EVENTS } = await evaluate<typeof import('../../src/webhooks/event.ts')>('src/webhooks/event.ts');
type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Objects within the data of events, by name, with all fields that an event has for them. */
const objects = new Map<string, Set<string>>();

/** Returns the names of the fields of an object, and adds nested objects to `objects`. */
function fieldsOf(schema: JsonSchema): string[] {
  return Object.entries(schema.properties ?? {}).map(([name, value]) => {
    addObjects(name, value as JsonSchema);
    return `\`${name}\``;
  });
}

function addObjects(name: string, { properties, items, anyOf, ...schema }: JsonSchema): void {
  for (const each of anyOf ?? []) addObjects(name, each as JsonSchema);
  if (items && !Array.isArray(items)) addObjects(singularOf(name), items as JsonSchema);
  if (!properties) return;
  const known = objects.get(name) ?? new Set();
  objects.set(name, known);
  for (const field of fieldsOf({ properties, ...schema })) known.add(field);
}

const singularOf = (name: string): string =>
  name === 'rose' || name === 'fell' ? 'rose, fell' : name.replace(/s$/, '');

const eventRows = EVENT_TYPES.map((type) => {
  const data = fieldsOf(z.toJSONSchema(EVENTS[type].data, { unrepresentable: 'any' }));
  return `| \`${type}\` | ${EVENT_HELP[type]} | ${data.join(', ')} |\n`;
});
const objectRows = Array.from(objects, ([name, fields]) => {
  const names = name.split(', ').map((each) => `\`${each}\``);
  return `| ${names.join(', ')} | ${[...fields].join(', ')} |\n`;
});

const SUFFIX = { gauge: '', counter: '_total', info: '_info', histogram: '' };
const metricRow = (name: string, labels: readonly string[], type: keyof typeof SUFFIX, help: string) =>
  `| \`${name}${SUFFIX[type]}\` | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help.replace(/\.$/, '')} |\n`;
const metricRows = [
  ...Object.entries<MetricInfo>(METRICS).map(([name, { type, label, help }]) =>
    metricRow(name, label ? [label] : [], type, help),
  ),
  ...Object.entries(TRAFFIC_METRICS).map(([name, { type, labels, help }]) => metricRow(name, labels, type, help)),
];

/** Sentences of documents that state a retention period. */
const PERIODS: readonly [name: keyof typeof RETENTION, file: string, after: string][] = [
  ['trash', 'faq.md', 'You can restore it for '],
  ['trash', 'explanation/glossary.md', 'deleted items, which can be restored for '],
  ['trash', 'explanation/privacy.md', 'you can restore a deleted article for '],
  ['trash', 'guides/feeds.md', 'remain, and show their host as the name of the source. Within '],
  ['trash', 'guides/publish.md', 'npx newsgauge topics restore 90                    # within '],
  ['trash', 'guides/publish.md', 'geo groups and rules for '],
  ['trash', 'reference/api.md', '| deleted or merged item | '],
  ['audit', 'explanation/privacy.md', 'the name for another '],
  ['audit', 'explanation/privacy.md', 'until the audit trail is deleted, after '],
  ['audit', 'explanation/privacy.md', 'The history contains the name for '],
  ['audit', 'guides/publish.md', 'To undo a change of the last '],
  ['audit', 'guides/subscriptions.md', '(publish.md#change-single-items) shows them for '],
  ['subscriptions', 'guides/subscriptions.md', 'It stores both times until '],
  ['events', 'reference/events.md', 'lists the events of the last '],
  ['outcomes', 'guides/clicks.md', 'returns hourly figures for the last '],
];

/** Generated parts of files, each between two marker texts. */
const PARTS: readonly { file: string; after: string; before: string; text: string }[] = [
  ...PERIODS.map(([name, file, after]) => ({
    file: `docs/${file}`,
    after,
    before: ' days',
    text: String(RETENTION[name].days),
  })),
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
    file: 'docs/reference/feeds.md',
    after: '<!-- filters -->\n',
    before: '<!-- /filters -->',
    text: `| Parameter | Meaning | Example |\n| --- | --- | --- |\n${filterRows.join('')}`,
  },
  {
    file: 'docs/guides/analytics.md',
    after: '`?breakdown=` groups by ',
    before: ' |',
    text: anyOf(BREAKDOWNS.map((name) => `\`${name}\``)),
  },
  { file: 'docs/guides/analytics.md', after: '`read-through-rates/?by=` ', before: ';', text: anyOf(RATE_GROUPINGS) },
  {
    file: 'docs/reference/pages.md',
    after: '<!-- pages -->\n',
    before: '<!-- /pages -->',
    text: `| Page | For | Signed in with |\n| --- | --- | --- |\n${SITE_PAGES.map(pageRow).join('')}`,
  },
  {
    file: 'docs/reference/events.md',
    after: '<!-- events -->\n',
    before: '<!-- /events -->',
    text: `| \`type\` | Sent when | \`data\` |\n| --- | --- | --- |\n${eventRows.join('')}`,
  },
  {
    file: 'docs/reference/events.md',
    after: '<!-- objects -->\n',
    before: '<!-- /objects -->',
    text: `| Field | Contains |\n| --- | --- |\n${objectRows.join('')}`,
  },
  {
    file: 'docs/guides/operate.md',
    after: '<!-- alarms -->\n',
    before: '<!-- /alarms -->',
    text: `| \`alarm\` | Raised if |\n| --- | --- |\n${SERVICE_ALARMS.map((alarm) => `| \`${alarm}\` | ${ALARM_HELP[alarm]} |\n`).join('')}`,
  },
  {
    file: 'docs/reference/metrics.md',
    after: '<!-- metrics -->\n',
    before: '<!-- /metrics -->',
    text: `| Metric | Labels | Meaning |\n| --- | --- | --- |\n${metricRows.join('')}`,
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
