import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BENCHES } from '../../scripts/suites/benches.ts';
import { CHECKS } from '../../scripts/suites/checks.ts';
import { VERIFICATIONS } from '../../scripts/suites/verifications.ts';
import { rows } from '../verify/abuse/routes.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Anchors of a document's headings, generated as on GitHub. */
const anchors = (text: string) =>
  Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe.each(DOCUMENTS)('%s', (file) => {
  test('the document links only to existing files and headings', () => {
    const links = Array.from(read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g), ([, link = '']) => link);
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchors(read(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

/** Files of the project, by path and base name. */
const FILES = new Set(
  globSync(['*', '.*', '{src,test,scripts,docs,drizzle}/**'], { cwd: ROOT }).flatMap((path) => [path, basename(path)]),
);
/** Files that are generated: local state, a backup, a deployment, a build. */
const WRITTEN = /^(server|manifest|copy|wrangler[.]deployment)[.]json$|[.]generated[.]ts$/;
const PATH = /`((?:src|test|scripts|docs|drizzle)\/[^\s`*{}<>…]*|[\w.-]+[.](?:tsx?|toml|json|mjs|ya?ml))`/g;

// Measurements refer to files as they were on the day of the measurement.
test.each(DOCUMENTS.filter((file) => !file.startsWith('docs/measured/')))(
  '%s refers only to existing files',
  (file) => {
    const named = Array.from(read(file).matchAll(PATH), ([, path = '']) => path.replace(/\/$/, ''));
    expect(named.filter((path) => !WRITTEN.test(path) && !FILES.has(path))).toEqual([]);
  },
);

const REQUEST = /`(GET|POST|PUT|DELETE) (\/[^\s?`…\\]*)/g;
const ROUTES = rows.map(({ name }) => new RegExp(`^${name.replace(/^ALL/, '\\w+').replaceAll(/:\w+/g, '[^/]+')}/?$`));

test.each(DOCUMENTS.filter((file) => !file.startsWith('docs/measured/')))(
  '%s refers only to existing routes',
  (file) => {
    const named = Array.from(read(file).matchAll(REQUEST), ([, method, path]) => `${method} ${path}`);
    expect(named.filter((request) => !ROUTES.some((route) => route.test(request)))).toEqual([]);
  },
);

test('the documentation index links to every document', () => {
  const index = read('docs/README.md');
  const hidden = DOCUMENTS.filter((file) => file.startsWith('docs/') && !file.startsWith('docs/measured/'))
    .map((file) => file.slice('docs/'.length))
    .filter((file) => file !== 'README.md' && !index.includes(`(${file})`));
  expect(hidden).toEqual([]);
});

test('docs/measured contains only tables that the code writes, each with its date and commit', () => {
  const code = globSync('{test,scripts}/**/*.ts', { cwd: ROOT }).map(read).join('\n');
  const files = DOCUMENTS.filter((file) => file.startsWith('docs/measured/'));
  expect(files.length).toBeGreaterThan(15);
  const written = (file: string) => code.includes(`name: '${basename(file, '.md')}'`) || code.includes(`'${file}'`);
  expect(files.filter((file) => !written(file))).toEqual([]);
  expect(
    files.filter((file) => !/\nMeasured on 20\d\d-\d\d-\d\d at commit `[0-9a-f]{9,}`\.\n$/.test(read(file))),
  ).toEqual([]);
});

test('README and docs have at most 45,000 words', () => {
  const words = ['README.md', ...DOCUMENTS.filter((file) => file.startsWith('docs/'))].map(
    (file) => read(file).trim().split(/\s+/).length,
  );
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(45_000);
});

test('the README has at most 600 words', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(600);
});

test('the changelog lists the unreleased, current and first versions', () => {
  const releases = Array.from(read('CHANGELOG.md').matchAll(/^## \[(.+?)\]/gm), ([, name]) => name);
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(releases).toEqual(expect.arrayContaining(['Unreleased', version, '1.0.0']));
});

describe('documentation of commands', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  const suites = Object.entries({ bench: BENCHES, check: CHECKS, verify: VERIFICATIONS }).flatMap(([kind, list]) =>
    Object.keys(list).map((name) => `${kind} -- ${name}`),
  );

  test('the reference and the guide for contributors contain every npm script and every suite', () => {
    const reference = read('docs/reference/commands.md') + read('CONTRIBUTING.md');
    const named = Object.keys(scripts).filter((name) => !['start', 'test'].includes(name));
    expect([...named, ...suites].filter((name) => !reference.includes(`\`${name}\``))).toEqual([]);
  });

  test('package.json has at most 35 scripts', () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(35);
  });

  test.each(DOCUMENTS)('%s refers only to existing npm scripts', (file) => {
    const named = Array.from(read(file).matchAll(/npm run (?:--silent |-s )?([a-z][\w:]*)/g), ([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const run = Array.from(read(file).matchAll(/npm run ((?:bench|check|verify) -- [a-z]+)/g), ([, name = '']) => name);
    expect(run.filter((name) => !suites.includes(name))).toEqual([]);
  });
});

test('the operator guides explain every log event and readiness obstacle', () => {
  const guide = read('docs/guides/operate.md') + read('docs/guides/troubleshooting.md');
  const named = (file: string, pattern: RegExp) => Array.from(read(file).matchAll(pattern), ([, name = '']) => name);
  const names = [
    ...named('src/lib/log.ts', /^ {2}(\w+): '(?:info|warn|error)'/gm),
    ...globSync('src/node/**/*.ts', { cwd: ROOT }).flatMap((file) => named(file, /\breport\(['`](\w+)/g)),
    'logCut',
    ...named('src/operations/ready.ts', /^export type Obstacle = (.*);$/gm).flatMap((text) => text.match(/\w+/g) ?? []),
  ];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('every decision is linked from the code, and every such link leads to a decision', () => {
  const decisions = Array.from(
    read('docs/decisions.md').matchAll(/^- <a id="(\w+)"><\/a>\*\*\1\*\* · \S/gm),
    ([, id = '']) => id,
  );
  expect(decisions.length).toBe(read('docs/decisions.md').match(/^- /gm)?.length);
  expect(decisions.length).toBeLessThanOrEqual(75);
  const code = globSync(['{src,scripts,test}/**/*.{ts,tsx}', '*.ts', '.*.mjs'], { cwd: ROOT });
  const links = code.flatMap((file) =>
    Array.from(read(file).matchAll(/docs\/decisions\.md#(\w+)/g), ([, id = '']) => id),
  );
  expect([...new Set(links)].toSorted()).toEqual(decisions.toSorted());
});
