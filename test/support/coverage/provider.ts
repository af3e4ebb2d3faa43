import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import coverage, { type CoverageMap, type CoverageMapData } from 'istanbul-lib-coverage';
import report from 'istanbul-lib-report';
import reports from 'istanbul-reports';
import type { CoverageProvider, ResolvedCoverageOptions, Vitest } from 'vitest/node';
import { instrument, isSource, SOURCES } from './instrument.ts';
import { summary } from './summary.ts';

/** Where the detailed report goes: out of sight, and out of the way of everything that looks through the project. */
const FOLDER = join(SOURCES, '../node_modules/.coverage');
const DOCUMENT = join(SOURCES, '../docs/reliability.md');

/** Coverage of `src` under workerd, where V8's own is not to be had: every test file hands its counters over when it is done. */
export class CoverageInWorkers implements CoverageProvider {
  name = 'workers';
  #vitest: Vitest | undefined;
  #map: CoverageMap = coverage.createCoverageMap();

  initialize(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  resolveOptions(): ResolvedCoverageOptions {
    return { ...this.#vitest?.config.coverage, provider: 'custom', reporter: [], cleanOnRerun: false } as never;
  }

  clean(): void {
    this.#map = coverage.createCoverageMap();
  }

  onAfterSuiteRun({ coverage: counters }: Parameters<CoverageProvider['onAfterSuiteRun']>[0]): void {
    if (counters) this.#map.merge(counters as CoverageMapData);
  }

  /** Sources that no test has loaded count as not covered at all. */
  generateCoverage(): CoverageMap {
    for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
      const path = join(SOURCES, file);
      if (!isSource(path) || this.#map.data[path]) continue;
      this.#map.addFileCoverage(instrument(readFileSync(path, 'utf8'), path).counters);
    }
    return this.#map;
  }

  reportCoverage(map: unknown, { allTestsRun }: { allTestsRun?: boolean }): void {
    const context = report.createContext({
      coverageMap: map as CoverageMap,
      dir: FOLDER,
    });
    reports.create('text', { skipFull: true, maxCols: 140 }).execute(context);
    reports.create('json').execute(context);
    const figures = summary(map as CoverageMap, (path) => relative(SOURCES, path));
    console.log(figures);
    if (allTestsRun) writeFigures(figures);
  }
}

/** Puts the table in the place of its last version in docs/reliability.md; what is said of it stays. */
function writeFigures(figures: string): void {
  const old = readFileSync(DOCUMENT, 'utf8');
  const place = /(<!-- coverage-figures -->).*(<!-- \/coverage-figures -->)/s;
  writeFileSync(
    DOCUMENT,
    old.replace(place, (_, begin, end) => `${begin}\n${figures}\n${end}`),
  );
}
