import type { Rules } from './answers.ts';
import { Partner } from './partner.ts';
import { Site, type Size } from './site.ts';
import { median } from './techniques/growth.ts';
import { TECHNIQUES, type Technique } from './techniques/index.ts';

export interface Result {
  technique: Technique;
  rules: Rules;
  clicks: number;
  questions: number;
  hours: number;
  /** Number of claimed counts. `exact` is the number of claims that equal the true count. */
  claims: number;
  exact: number;
  /**
   * Largest count that was found exactly. `error` is the median relative error of the claims (1: as large as the
   * count).
   */
  largest: number;
  error: number;
}

/** Runs every technique on a separate site, under the current rules and, for old endpoints, under the earlier rules. */
export function attack(seed: number, size: Size, chosen = TECHNIQUES): Result[] {
  return chosen.flatMap((technique) =>
    (technique.isOld ? (['before', 'now'] as const) : (['now'] as const)).map((rules) => {
      const partner = new Partner(new Site(seed, size), rules);
      technique.run(partner);
      const { found, clicks, questions, hours } = partner;
      const exact = found.filter(({ guess, truth }) => guess === truth).map(({ truth }) => truth);
      return {
        technique,
        rules,
        clicks,
        questions,
        hours,
        claims: found.length,
        exact: exact.length,
        largest: Math.max(0, ...exact),
        error: median(found.map(({ guess, truth }) => Math.abs(guess - truth) / Math.max(1, truth))),
      };
    }),
  );
}

export interface Total extends Result {
  sites: number;
}

/** The error is the median of the medians of all sites. */
export function totals(runs: readonly Result[][]): Total[] {
  const first = runs[0] ?? [];
  return first.map((result, i) => {
    const all = runs.flatMap((run) => run[i] ?? []);
    const sum = (of: (result: Result) => number) => all.reduce((total, each) => total + of(each), 0);
    const errors = all
      .map(({ error }) => error)
      .filter(Number.isFinite)
      .toSorted((a, b) => a - b);
    return {
      ...result,
      sites: runs.length,
      clicks: sum((each) => each.clicks),
      questions: sum((each) => each.questions),
      hours: sum((each) => each.hours),
      claims: sum((each) => each.claims),
      exact: sum((each) => each.exact),
      largest: Math.max(...all.map(({ largest }) => largest)),
      error: errors[Math.floor(errors.length / 2)] ?? Number.NaN,
    };
  });
}
