import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { build } from 'esbuild';
import { parse } from 'smol-toml';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { CONTRACT_CONSUMER } from './test/node/contract/worker/consumer-settings.ts';
import { useMemory } from './test/support/processes.ts';
import { type Parse, sourceBundle } from './test/support/runner/source-bundle.ts';
import { emptyDatabase } from './test/support/setup/empty-database.ts';

useMemory();

// The Worker imports its inline scripts, so they are built first. Vitest reads this file twice, and `npm test` has
// already built them.
if (!process.env.IS_BUILT) {
  const { buildBrowserCode } = await import('./scripts/build.ts');
  await buildBrowserCode();
  process.env.IS_BUILT = '1';
}

/** Tests of code that runs under Node: commands, rules of the project, and contents of files. */
const IN_NODE = [
  'test/cli/**/*.test.ts',
  'test/node/*.test.ts',
  'test/node/http/*.test.ts',
  'test/node/upgrade/*.test.ts',
  'test/node/d1/*.test.ts',
  'test/selfhost/**/*.test.ts',
  'test/syndication/page/pages.test.ts',
  'test/tagging/precision.test.ts',
];

/** Tests that run under workerd and also against the adapters in `src/node`. */
const IN_BOTH = ['test/node/contract/*.test.ts'];

/** Tests of code that needs nothing of the platform. They run under Node, and their modules are not reset. */
const PURE = [
  'test/admission/overload.test.ts',
  'test/alerts/detect.test.ts',
  'test/alerts/suspects.test.ts',
  'test/clicks/accept/reader.test.ts',
  'test/client/retry.test.ts',
  'test/content/bigrams.test.ts',
  'test/content/facets.test.ts',
  'test/content/language-words.test.ts',
  'test/content/reference.test.ts',
  'test/content/stories/labelled.test.ts',
  'test/content/story-evidence.test.ts',
  'test/delivery/html.test.ts',
  'test/delivery/rss.test.ts',
  'test/demo/clicks.test.ts',
  'test/demo/demo.test.ts',
  'test/demo/views.test.ts',
  'test/engagement/bounds.test.ts',
  'test/engagement/weight.test.ts',
  'test/http/origin.test.ts',
  'test/http/parsed-query.test.ts',
  'test/keys/ecdsa-signature.test.ts',
  'test/keys/key.test.ts',
  'test/lib/lib.test.ts',
  'test/operations/alarms.test.ts',
  'test/operations/clock.test.ts',
  'test/project/*.test.ts',
  'test/rankings/learning/*.test.ts',
  'test/rankings/math/*.test.ts',
  'test/rankings/ranking.test.ts',
  'test/routes/api/feed-defaults.test.ts',
  'test/routes/share/changes.test.ts',
  'test/search/cursor.test.ts',
  'test/search/match.test.ts',
  'test/syndication/fetch/cookies.test.ts',
  'test/syndication/fetch/public-url.test.ts',
  'test/syndication/item-rules.test.ts',
  'test/syndication/read/bases-and-prefixes.test.ts',
  'test/syndication/read/documents.test.ts',
  'test/syndication/read/hostile-sizes.test.ts',
  'test/syndication/read/names-and-addresses.test.ts',
  'test/syndication/robots.test.ts',
  'test/tagging/false-friends.test.ts',
  'test/tagging/oracle.test.ts',
  'test/tagging/signs/company-names.test.ts',
  'test/tagging/signs/places.test.ts',
  'test/tagging/tagger.test.ts',
  'test/tagging/words.test.ts',
  'test/verify/counts/counts.test.ts',
  'test/web/calendar.test.ts',
  'test/web/channel.test.ts',
  'test/web/curve.test.ts',
  'test/web/insights-charts.test.ts',
  'test/web/operate-findings.test.ts',
  'test/web/operate-level.test.ts',
  'test/web/views.test.ts',
];

/** Small files that take longest. Vitest would start small files last, and the run would wait for them. */
const LONGEST = [
  'test/node/full-disk.test.ts',
  'test/node/framing.test.ts',
  'test/node/contract/queue.test.ts',
  'test/rankings/read/zones.test.ts',
  'test/verify/abuse/attacks.test.ts',
  'test/routes/share/limits.test.ts',
  'test/operations/watch.test.ts',
  'test/admission/rate-limit.test.ts',
  'test/http/simultaneous.test.ts',
  'test/routes/reference/fuzz.test.ts',
  'test/syndication/poll/stored-articles.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Projects run one after the other.
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => {
      const longest = own.filter(({ moduleId }) => LONGEST.some((file) => moduleId.endsWith(file)));
      return [...longest, ...own.filter((file) => !longest.includes(file))];
    });
  }
}

/** Limits for machines several times slower. They only end tests that hang. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };

const STEMMERS =
  'danish dutch finnish french german greek italian norwegian portuguese russian spanish swedish turkish ukrainian'.split(
    ' ',
  );

const deps = {
  optimizer: {
    ssr: {
      enabled: true,
      include: [
        'drizzle-orm',
        'drizzle-orm/d1',
        'drizzle-orm/sqlite-core',
        'zod',
        'zod-openapi',
        'fast-check',
        'feedsmith',
        'htmlparser2',
        'isbot',
        'stemmer',
        'tldts',
        'jose',
        'robots-parser',
        'entities',
        '@modelcontextprotocol/server',
        '@hono/zod-validator',
        'hono',
        'hono/cors',
        'hono/etag',
        'hono/html',
        'hono/jsx',
        'hono/jsx/jsx-runtime',
        'hono/jsx/jsx-dev-runtime',
        'hono/http-exception',
        'hono/route',
        'hono/method-not-allowed',
        'hono/dev',
        'hono/accepts',
        'hono/cookie',
        'hono/utils/url',
        'hono/jsx/dom',
        'hono/jsx/dom/client',
        'ipaddr.js',
        ...STEMMERS.map((name) => `@orama/stemmers/${name}`),
      ],
    },
  },
};

/** Coverage instruments modules that Vite has transformed. */
const isCovering = process.argv.includes('--coverage');
/** Settings with which Node itself loads the modules of tests that need nothing of workerd, and caches their code. */
const native = isCovering
  ? {}
  : {
      experimental: { viteModuleRunner: false, nodeLoader: false },
      execArgv: ['--import', resolve('test/support/runner/native-modules.ts')],
      env: { NODE_COMPILE_CACHE: resolve('node_modules/.cache/tests') },
    };

interface Declaration {
  type: string;
  kind: string;
  start: number;
  declarations: { id: { type: string; name: string }; init: { type: string; start: number; end: number } | null }[];
}

/**
 * Test files share the modules of `src`, which take long to evaluate. Module state is reset before each file:
 * `test/support/setup/setup.ts` calls the functions that modules store in `globalThis.forgetting`.
 */
function withForgetting(code: string, parse: Parse): string {
  const made: string[] = [];
  let changed = code;
  for (const statement of parse(code).body as (Declaration & { declaration?: Declaration })[]) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    const { kind, start } = declared;
    for (const { id: name, init } of declared.declarations) {
      const value = init ? code.slice(init.start, init.end) : 'undefined';
      const holds = init?.type === 'NewExpression' || init?.type === 'ObjectExpression' ? value : '';
      const remembers = Array.from(holds.matchAll(/\bnew ([A-Z]\w*)\(/g)).some(
        ([, type = '']) => !(type in globalThis),
      );
      if (name.type !== 'Identifier' || (kind === 'const' && !remembers)) continue;
      made.push(`${name.name} = ${value};`);
      if (kind === 'const') changed = `${changed.slice(0, start)}let  ${changed.slice(start + 5)}`;
    }
  }
  if (made.length === 0) return code;
  return `${changed}\n(globalThis.forgetting ??= []).push(() => { ${made.join(' ')} });`;
}

/**
 * Modules that `src` imports on demand are loaded at the start. If two requests import a module at the same time, the
 * test runner gives both the same promise. The runtime treats a request that waits for another request's promise as
 * hung.
 */
function withEagerImports(code: string): string {
  const imports: string[] = [];
  const changed = code.replace(/\bawait import\(('[^']+')\)/g, (_, path) => {
    imports.push(`import * as loaded${imports.length} from ${path};`);
    return `loaded${imports.length - 1}`;
  });
  return imports.join(' ') + changed;
}

const forgetting: Plugin = {
  name: 'forgetting',
  enforce: 'post',
  transform(code, id) {
    if (!/\/src\/[^?]*\.tsx?$/.test(id)) return null;
    return { code: withForgetting(code, (text) => this.parse(text)), map: null };
  },
};

const eager: Plugin = {
  name: 'eager',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/(?!cli|command|selfhost)[^?]*\.tsx?$/.test(id)) return null;
    return { code: withEagerImports(code), map: null };
  },
};

/** Coverage is measured per module, and a watching runner loads modules again when they change. */
const bundled =
  process.argv.includes('run') && !isCovering ? [sourceBundle({ load: withEagerImports, forget: withForgetting })] : [];

/**
 * Returns a click log as JSON pairs `[day, article]`, once per reader, day and article. The columns of the file are
 * epoch seconds, article and reader.
 */
function clickLog(path: string | undefined): string {
  if (!path) return '';
  const file = readFileSync(path);
  const [, ...lines] = (path.endsWith('.gz') ? gunzipSync(file) : file).toString().trim().split('\n');
  const days = lines.map((line) => {
    const [at, article, reader] = line.split(',').map(Number);
    return `${Math.floor((at ?? 0) / 86_400)},${article},${reader}`;
  });
  const pairs = [...new Set(days)].map((line) => line.split(',').slice(0, 2).map(Number));
  const first = Math.min(...pairs.map(([day = 0]) => day));
  return JSON.stringify(pairs.map(([day = 0, article]) => [day - first, article]));
}

interface Consumer {
  queue: string;
  max_batch_size: number;
  max_retries: number;
  dead_letter_queue?: string;
}
const { queues } = parse(readFileSync('wrangler.toml', 'utf8')) as unknown as { queues: { consumers: Consumer[] } };
/** Settings of wrangler.toml, but with a shorter wait for further messages, because tests wait for each batch. */
const queueConsumers = Object.fromEntries(
  queues.consumers.map(({ queue, max_batch_size, max_retries, dead_letter_queue }) => [
    queue,
    {
      maxBatchSize: max_batch_size,
      maxBatchTimeout: 0.1,
      maxRetries: max_retries,
      ...(dead_letter_queue ? { deadLetterQueue: dead_letter_queue } : {}),
    },
  ]),
);
/** Returns the code of a Worker that runs next to the Worker under test. */
async function codeOf(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    external: ['cloudflare:*'],
  });
  return outputFiles[0]?.text ?? '';
}

const workerOf = async (name: string, entry: string) => ({
  name,
  modules: [{ type: 'ESModule' as const, path: `${name}.js`, contents: await codeOf(entry) }],
  compatibilityDate: '2026-10-20',
});
async function prepare() {
  const migrations = await readD1Migrations('drizzle');
  return {
    bindings: { MIGRATIONS: migrations, EMPTY_DATABASE: emptyDatabase(migrations) },
    /** Worker with the objects and the consumer of `test/node/contract`. */
    contract: await workerOf('contract', 'test/node/contract/worker/contract-worker.ts'),
    database: await workerOf('database', 'test/support/workerd/database-worker.ts'),
  };
}
/** Vitest evaluates this file several times in one process. */
const evaluations = globalThis as { prepared?: ReturnType<typeof prepare> };
evaluations.prepared ??= prepare();
const { bindings, contract, database } = await evaluations.prepared;

const neighbours = {
  TEST_DATABASE: { className: 'TestDatabase', scriptName: 'database', useSQLite: true },
  CONTRACT: { className: 'ContractObject', scriptName: 'contract', useSQLite: true },
};
const contractQueues = { CONTRACT_QUEUE: { queueName: 'contract' } };
const runtime = () =>
  cloudflareTest({
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      // Database for the test of a newsroom that is spread over several databases.
      d1Databases: ['SHARD_0', 'SHARD_1', 'SHARD_2'],
      queueConsumers,
      durableObjects: neighbours,
      queueProducers: contractQueues,
      workers: [
        { ...database, durableObjects: { TEST_DATABASE: { className: 'TestDatabase', useSQLite: true } } },
        {
          ...contract,
          durableObjects: { CONTRACT: { className: 'ContractObject', useSQLite: true } },
          queueConsumers: { contract: CONTRACT_CONSUMER, 'contract-dead': { maxBatchTimeout: 0.1 } },
        },
      ],
      bindings: {
        LOG_LEVEL: 'warn',
        CLICK_WAIT_MS: '0',
        ...bindings,
        RUNS: process.env.RUNS ?? '',
        REPLAY: process.env.REPLAY ?? '',
        CLICK_LOG: clickLog(process.env.CLICK_LOG),
      },
    },
  });

export default defineConfig({
  test: {
    provide: { SEED: process.env.SEED ?? '', RUNS: process.env.RUNS ?? '', WHOLE: process.env.WHOLE ?? '' },
    // There are more workers than cores, because some tests only wait.
    maxWorkers: 3,
    // The sequencer is omitted if the command shuffles the tests, because it would replace the shuffle.
    sequence: process.argv.some((given) => given.startsWith('--sequence.shuffle')) ? {} : { sequencer: LongestFirst },
    // The service logs faults that tests cause. They are printed only if a test fails. Long runs print their progress.
    silent: process.env.RUNS || process.env.WHOLE ? false : 'passed-only',
    coverage: {
      // V8 coverage is not available in workerd.
      provider: 'istanbul',
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/client/**', 'src/**/*.generated.ts'],
      reporter: [['text', { skipFull: true, maxCols: 140 }], 'json-summary'],
      // The folder is one that no check of the project's files reads.
      reportsDirectory: 'node_modules/.coverage',
      reportOnFailure: true,
    },
    projects: [
      {
        plugins: [runtime(), ...bundled, eager, forgetting],
        resolve: { alias: { 'newsgauge-client': resolve('src/client/index.ts') } },
        test: {
          name: 'worker',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: [
            ...IN_NODE,
            ...PURE,
            'test/bench/**',
            'test/browser/**',
            'test/runtime/**',
            'test/verify/faults/**',
            'test/verify/**/command/**',
          ],
          globalSetup: ['test/support/servers/feed-server.ts'],
          setupFiles: ['test/support/setup/setup.ts'],
          isolate: false,
          deps,
          ...patience,
        },
      },
      { test: { name: 'pure', include: PURE, isolate: false, ...native, ...patience } },
      {
        resolve: { alias: { 'cloudflare:workers': resolve('src/node/modules/workers.ts') } },
        test: { name: 'node', include: [...IN_NODE, ...IN_BOTH], ...native, ...patience },
      },
    ],
  },
});
