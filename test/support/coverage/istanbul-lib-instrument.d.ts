declare module 'istanbul-lib-instrument' {
  import type { FileCoverageData } from 'istanbul-lib-coverage';

  interface Instrumenter {
    instrumentSync(code: string, path: string): string;
    /** Of the file that was instrumented last. */
    lastFileCoverage(): FileCoverageData;
  }
  export function createInstrumenter(options: Record<string, unknown>): Instrumenter;
}
