import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { buildServer } from '../../scripts/build/node-server.ts';
import { workerParts } from '../../scripts/build/worker-parts.ts';
import { ROOT } from '../../src/command/paths.ts';

const { modules, metafile } = await workerParts({ minify: true, legalComments: 'none' });

function evaluatedIn({ outputs }: Metafile, ...entries: string[]): string[] {
  const found = new Set<string>();
  const visit = (output: string) => {
    if (found.has(output)) return;
    found.add(output);
    for (const { path, kind } of outputs[output]?.imports ?? [])
      if (kind === 'import-statement' && outputs[path]) visit(path);
  };
  for (const entry of entries) {
    const [output] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
    expect(output, entry).toBeDefined();
    visit(output ?? '');
  }
  return [...found];
}

const evaluated = (...entries: string[]) => evaluatedIn(metafile, ...entries);
const sources = (outputs: string[]) => outputs.flatMap((output) => Object.keys(metafile.outputs[output]?.inputs ?? {}));
const bytes = (outputs: string[]) => outputs.reduce((sum, output) => sum + (modules[basename(output)]?.length ?? 0), 0);

describe('startup of an isolate', () => {
  const start = evaluated('src/index.ts');

  test('startup evaluates less than 367 KB and no route, page, feed or tagger', () => {
    expect(
      sources(start).filter((file) => /^src\/(routes|web|syndication|tagging|delivery|search)\//.test(file)),
    ).toEqual([]);
    expect(bytes(start)).toBeLessThan(367_000);
  });

  test('a health check evaluates less than 450 KB and no collection or language detection', () => {
    const all = evaluated('src/index.ts', 'src/routes/health.ts');
    expect(sources(all).filter((file) => /^src\/(collections|tagging)\/|language|detector/.test(file))).toEqual([]);
    expect(bytes(all)).toBeLessThan(450_000);
  });

  test.each([
    ['the feed', 'src/routes/api/feed.ts'],
    ['popular content', 'src/routes/api/insights/insight-routes.ts'],
  ])('loading %s evaluates less than 710 KB and no page or tagger', (_, entry) => {
    const all = evaluated('src/index.ts', entry);
    expect(sources(all).filter((file) => /^src\/(web|syndication|tagging\/(?!reference\/))/.test(file))).toEqual([]);
    expect(bytes(all)).toBeLessThan(710_000);
  });

  test('data is loaded as binary modules instead of scripts', () => {
    const data = Object.keys(modules).filter((name) => name.endsWith('.bin'));
    expect(data).toEqual(
      expect.arrayContaining(['detector-data.bin', 'common-words.bin', 'countries.bin', 'suffixes.bin']),
    );
    expect(
      start.flatMap((output) => metafile.outputs[output]?.imports ?? []).filter(({ path }) => path.endsWith('.bin')),
    ).toEqual([]);
    const [longest] = Object.entries(modules)
      .filter(([name]) => name.endsWith('.js'))
      .map(([, text]) => text.length)
      .sort((a, b) => b - a);
    expect(longest).toBeLessThan(350_000);
  });

  test('the bundle contains no library for device certificates', () => {
    const inputs = sources(Object.keys(metafile.outputs));
    expect(inputs).toContain('src/keys/ecdsa-signature.ts');
    expect(inputs.filter((file) => /@peculiar|asn1js|reflect-metadata|tsyringe/.test(file))).toEqual([]);
  });

  test.each([
    ['clicks', ['src/clicks/consume/consumer.ts', 'src/clicks/consume/retry.ts']],
    ['webhooks', ['src/webhooks/consumer.ts']],
  ])('the consumer of %s loads no route or page', (_, entries) => {
    expect(sources(evaluated('src/index.ts', ...entries)).filter((file) => /^src\/(routes|web)\//.test(file))).toEqual(
      [],
    );
  });
});

describe('startup of a self-hosted server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-start-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const server = await buildServer(join(folder, 'lib/node'));

  test.each([
    ['the worker with its first health check', 750_000, ['src/node/main.ts', 'src/routes/health.ts']],
    ['the supervisor', 400_000, ['src/cli/program.ts', 'src/node/supervisor/launch.ts']],
  ])('%s evaluates less than %i bytes and neither undici nor other commands', (_, limit, entries) => {
    const outputs = evaluatedIn(server, ...entries);
    const inputs = outputs.flatMap((output) => Object.keys(server.outputs[output]?.inputs ?? {}));
    expect(
      inputs.filter((file) => /node_modules\/undici|^src\/(cli\/manage|collections|tagging)\//.test(file)),
    ).toEqual([]);
    expect(outputs.reduce((sum, output) => sum + (server.outputs[output]?.bytes ?? 0), 0)).toBeLessThan(limit);
  });
});

function imported(file: string, found = new Set<string>()): Set<string> {
  if (!file.startsWith('src/') || found.has(file)) return found;
  found.add(file);
  for (const { path } of metafile.inputs[file]?.imports ?? []) imported(path, found);
  return found;
}

/** Calls that keep an object in memory, for which the platform charges: timers, connections and listeners. */
const AWAKE =
  /\b(setTimeout|setInterval|scheduler\.wait|fetch|connect|WebSocket|WebSocketPair|EventSource|acceptWebSocket|addEventListener|AbortSignal\.timeout)\s*\(/;

test.each(['topic-window', 'site-coordinator'])(
  'the object of %s.ts has no open connections or listeners, and its only timer is the pause before a retried read',
  (name) => {
    const files = [...imported(`src/rankings/object/${name}.ts`)];
    expect(files.length).toBeGreaterThan(30);
    const found = files.flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\*|\/[/*])/.test(line) && AWAKE.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual(['src/db/client.ts: await new Promise((resolve) => setTimeout(resolve, pause));']);
  },
);
