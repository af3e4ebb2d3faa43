import { join, resolve } from 'node:path';
import type { FileCoverageData } from 'istanbul-lib-coverage';
import { createInstrumenter } from 'istanbul-lib-instrument';

export const SOURCES = resolve(import.meta.dirname, '../../../src');

/** Types alone have nothing to run. */
export const isSource = (path: string): boolean => path.startsWith(join(SOURCES, '/')) && /(?<!\.d)\.tsx?$/.test(path);

const instrumenter = (parserPlugins: string[]) =>
  createInstrumenter({
    esModules: true,
    compact: false,
    parserPlugins,
    // The runtime makes no functions of text, by which istanbul would look for the global object.
    coverageGlobalScope: 'globalThis',
    coverageGlobalScopeFunc: false,
  });
const typescript = instrumenter(['typescript']);
const tsx = instrumenter(['typescript', 'jsx']);

/** A source with counters in it, and what there is to count. */
export function instrument(code: string, path: string): { code: string; counters: FileCoverageData } {
  const by = path.endsWith('x') ? tsx : typescript;
  return { code: by.instrumentSync(code, path), counters: by.lastFileCoverage() };
}

/** Instruments sources before anything else is done to them, so that lines are those of the files. */
export const instrumented = () => ({
  name: 'coverage',
  enforce: 'pre' as const,
  transform: (code: string, path: string) =>
    isSource(path) ? { code: instrument(code, path).code, map: null } : undefined,
});
