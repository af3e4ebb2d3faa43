import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrowsUp, crowded } from '../../scripts/structure.ts';

const ROOT = join(import.meta.dirname, '../..');
const { ROOMS } = (await import(join(ROOT, '.dependency-cruiser.mjs'))) as { ROOMS: string[][] };

/** While a command runs, declarations after its `await run(` do not exist yet. */
const COMMANDS = globSync('{src,scripts,test}/**/*.ts', { cwd: ROOT }).filter((file) =>
  /^await run\(/m.test(readFileSync(join(ROOT, file), 'utf8')),
);

test('a command uses no constant declared after it starts', () => {
  expect(COMMANDS.length).toBeGreaterThan(30);
  const late = COMMANDS.filter((file) => {
    const [, ...after] = readFileSync(join(ROOT, file), 'utf8').split(/^await run\(/m);
    return after.some((text) => /^(const|let|class) /m.test(text));
  });
  expect(late).toEqual([]);
});

/** Files that break a rule, with the rule that must reject them. */
const PLANTED = [
  ['no-import-up-from-lib-client', 'src/lib/planted.ts', `import { openDb } from '../db/client.ts';\nopenDb;`],
  [
    'no-import-up-from-content',
    'src/content/planted.ts',
    `import type { Feed } from '../delivery/feed.ts';\nlet a: Feed;`,
  ],
  ['no-import-up-from-http', 'src/http/planted.ts', `export * from '../routes.ts';`],
  ['no-import-up-from-clicks', 'src/clicks/planted.ts', `export const later = () => import('../operations/jobs.ts');`],
  ['no-import-up-from-keys', 'src/keys/planted.ts', `export type { AuthEnv } from '../admission/auth.ts';`],
  ['no-circle', 'src/search/planted-a.ts', `import { b } from './planted-b.ts';\nexport const a = () => b;`],
  ['no-circle', 'src/rankings/planted-c.ts', `import type { D } from './planted-d.ts';\nexport type C = D[];`],
  ['no-hono', 'src/operations/planted.ts', `import { HTTPException } from 'hono/http-exception';\nHTTPException;`],
  ['no-hono', 'src/syndication/planted.ts', `import type { Context } from 'hono';\nlet c: Context;`],
  ['no-hono', 'src/demo/planted.ts', `import { zValidator } from '@hono/zod-validator';\nzValidator;`],
  ['no-hono-in-delivery-but-jsx', 'src/delivery/planted.ts', `import { Hono } from 'hono';\nnew Hono();`],
  ['tagging-is-pure', 'src/tagging/planted.ts', `import { tagRules } from '../db/schema.ts';\ntagRules;`],
  ['tagging-is-pure', 'src/tagging/planted-sql.ts', `import { sql } from 'drizzle-orm';\nsql;`],
  ['every-file-in-a-room', 'src/helpers/planted.ts', `import { openDb } from '../db/client.ts';\nopenDb;`],
  ['no-unresolved-import', 'src/db/planted.ts', `import { gone } from '../lib/gone.ts';\ngone;`],
] as const;

const SECOND_HALVES = [
  ['src/search/planted-b.ts', `import { a } from './planted-a.ts';\nexport const b = () => a;`],
  ['src/rankings/planted-d.ts', `import type { C } from './planted-c.ts';\nexport type D = { c: C };`],
] as const;

const IMPORTED = [
  'db/client.ts',
  'db/schema.ts',
  'delivery/feed.ts',
  'admission/auth.ts',
  'operations/jobs.ts',
  'routes.ts',
];

interface Violation {
  from: string;
  rule: { name: string };
}

let folder = '';
let violations: Violation[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'newsgauge-structure-'));
  for (const name of ['package.json', '.dependency-cruiser.mjs']) cpSync(join(ROOT, name), join(folder, name));
  for (const name of IMPORTED) write(`src/${name}`, 'export {};');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [, path, text] of PLANTED) write(path, text);
  for (const [path, text] of SECOND_HALVES) write(path, text);
  violations = await violationsIn(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function violationsIn(cwd: string): Promise<Violation[]> {
  const bin = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [bin, 'src', '--config', '--output-type', 'json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      if (!stdout) reject(error ?? new Error(stderr));
      else
        resolve(
          JSON.parse(stdout).summary.violations.filter(
            (each: Violation & { rule: { severity: string } }) => each.rule.severity === 'error',
          ),
        );
    });
  });
}

describe('npm run check:structure', () => {
  test.each(PLANTED)('the rule %s rejects %s', (rule, path) => {
    expect(violations.filter(({ from }) => from === path).map(({ rule }) => rule.name)).toContain(rule);
  });

  test('the structure check rejects only the planted files', () => {
    expect(violations.map(({ from }) => from).filter((from) => !from.includes('planted'))).toEqual([]);
  });
});

describe('imports within a layer', () => {
  const arrow = (from: string, to: string) => ({ from, to });

  test('arrowsUp() returns imports that form a cycle between a folder and its parent', () => {
    const down = [
      arrow('src/a/b/c.ts', 'src/a/d.ts'),
      arrow('src/a/e.ts', 'src/a/b/c.ts'),
      arrow('src/a/e.ts', 'src/a/d.ts'),
    ];
    expect(arrowsUp(down)).toEqual([]);
    const up = arrow('src/a/d.ts', 'src/a/b/f.ts');
    expect(arrowsUp([...down, up])).toEqual([down[0], up]);
  });

  test('arrowsUp() finds cycles through other files at any depth', () => {
    const circle = [
      arrow('src/a/b/x/1.ts', 'src/a/b/y/1.ts'),
      arrow('src/a/b/y/2.ts', 'src/a/b/z.ts'),
      arrow('src/a/b/z.ts', 'src/a/b/x/2.ts'),
    ];
    expect(arrowsUp(circle)).toEqual(circle);
    expect(arrowsUp(circle.slice(0, 2))).toEqual([]);
  });

  test('crowded() returns folders with more than 15 files', () => {
    const files = Array.from({ length: 15 }, (_, i) => `src/a/${i}.ts`);
    expect(crowded([...files, 'src/a/b/1.ts'])).toEqual(new Map());
    expect(crowded([...files, 'src/a/15.ts'])).toEqual(new Map([['src/a', 16]]));
  });

  test('the structure check reports cycles and crowded folders', async () => {
    const tree = mkdtempSync(join(tmpdir(), 'newsgauge-structure-'));
    try {
      mkdirSync(join(tree, 'src/a/b'), { recursive: true });
      for (let i = 0; i < 16; i++) writeFileSync(join(tree, `src/a/${i}.ts`), '');
      writeFileSync(join(tree, 'src/a/0.ts'), `export * from './b/c.ts';`);
      writeFileSync(join(tree, 'src/a/b/c.ts'), `import type { A } from '../0.ts';\nlet a: A;`);
      const said = await new Promise<string>((resolve) => {
        execFile(process.execPath, [join(ROOT, 'scripts/check/structure.ts'), tree], (_, __, stderr) =>
          resolve(stderr),
        );
      });
      expect(said.trim().split('\n')).toEqual([
        expect.stringContaining('src/a has 16 flat files'),
        'src/a/0.ts imports src/a/b/c.ts, which runs up: what it imports depends on it.',
        'src/a/b/c.ts imports src/a/0.ts, which runs up: what it imports depends on it.',
      ]);
    } finally {
      rmSync(tree, { recursive: true, force: true });
    }
  });
});

// dependency-cruiser recognises only import statements and calls.
test('no file uses inline import() types', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const hidden = files
    .filter((name) => /(?<![.]d)[.]tsx?$/.test(name))
    .filter((name) => /(typeof |: |<|[|] )import\('/.test(readFileSync(join(ROOT, 'src', name), 'utf8')));
  expect(hidden).toEqual([]);
});

test('the guide for contributors lists the layers in the order that the check uses', () => {
  const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [, list = ''] = /<!-- rooms -->\n(.*?)<!-- \/rooms -->/s.exec(page) ?? [];
  const shown = list.split('\n').filter((line) => /^\| `/.test(line));
  const rooms = shown.map((line) => Array.from((line.split('|')[1] ?? '').matchAll(/`(\w+)/g), ([, name]) => name));
  expect(rooms).toEqual(ROOMS);
});

test('each file declares the names that the guide for contributors lists for it', () => {
  const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const named = [...page.matchAll(/\]\(([^)]+\.tsx?)\) \(((?:`\w+`(?:, )?)+)\)/g)];
  expect(named.length).toBeGreaterThan(5);
  const missing = named.flatMap(([, file = '', list = '']) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const names = Array.from(list.matchAll(/\w+/g), ([name]) => name);
    return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)).map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('only one version of miniflare and of workerd is installed, namely the one that wrangler requires', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
  };
  const named = packages['node_modules/wrangler']?.dependencies ?? {};
  for (const name of ['miniflare', 'workerd']) {
    const found = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
    expect(found.map(([, { version }]) => version)).toEqual([named[name]]);
  }
});

describe('npm run lint', () => {
  const cases = [
    ['const value = { ...{ a: 1 }, b: 2 };', 'A spread of a literal'],
    ["const value = [...['a'], 'b'];", 'A spread of a literal'],
    ["const value = [...(['a'] as const), 'b'] as const;", 'A spread of a literal'],
    ['const [, , value] = [1, 2, 3];', 'A result past others'],
    ['const [value, , last] = [1, 2, 3];', 'A result past others'],
    ['const [, value] = [1, 2];', null],
    ["const value = [...(['a', 'b'] as const).map(String)];", null],
  ] as const;
  const fileOf = (code: string) => `src/lib/planted-${cases.findIndex(([own]) => own === code)}.ts`;
  let findings: string[] = [];

  beforeAll(async () => {
    const tree = mkdtempSync(join(tmpdir(), 'newsgauge-lint-'));
    try {
      for (const name of ['biome.json', 'scripts/check/literals.grit', 'scripts/check/positions.grit'])
        cpSync(join(ROOT, name), join(tree, name), { recursive: true });
      mkdirSync(join(tree, 'src/lib'), { recursive: true });
      for (const [code] of cases) writeFileSync(join(tree, fileOf(code)), `${code}\nexport const all = [value];\n`);
      findings = await new Promise((resolve) => {
        const biome = [join(ROOT, 'node_modules/@biomejs/biome/bin/biome'), 'lint', '--reporter=github', 'src'];
        execFile(process.execPath, biome, { cwd: tree }, (_, stdout) => resolve(stdout.split('\n')));
      });
    } finally {
      rmSync(tree, { recursive: true, force: true });
    }
  });

  test.each(cases)('the linter applies the project’s rules to %s', (code, refusal) => {
    const own = findings.filter((line) => line.includes(`/${fileOf(code)},`));
    if (refusal) expect(own).toContainEqual(expect.stringContaining(refusal));
    else expect(own.filter((line) => line.includes('plugin'))).toEqual([]);
  });
});
