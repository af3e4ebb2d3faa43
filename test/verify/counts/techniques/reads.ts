import { type ReadThroughRate, readThroughRateOf } from '../../../../src/engagement/reads.ts';
import { readHours } from '../answers.ts';
import type { Partner } from '../partner.ts';

/** Each reader changes the read-through rate. Below fifty readers, the rate is hidden. */

const FLOOR = 50;
const TARGETS = 24;
const OWN = 60;
const MAX_READERS = 2000;

const shownOf = (partner: Partner, article: number): string | null => {
  const share = partner.readThroughRate(article);
  return share && JSON.stringify(share);
};
const hoursOf = (partner: Partner) => readHours(partner.hour, partner.rules);
const articlesOf = (partner: Partner): number[] => partner.topicsOf.map((_, article) => article);

/**
 * Alternates between opening an article and requesting its rate. Only the true number of readers fits every response.
 */
export function askShareWhileReading(partner: Partner): void {
  const told = articlesOf(partner).filter((article) => partner.readThroughRate(article) !== null);
  for (const article of told.slice(0, TARGETS)) {
    if (partner.left < OWN) partner.next();
    const seen: (string | null)[] = [];
    for (let own = 0; own < OWN; own++) {
      seen.push(shownOf(partner, article));
      partner.open(article);
    }
    const isMoving = new Set(seen).size > 1;
    const fitting = new Set(isMoving ? fittingOf(seen) : []);
    const [opened] = fitting;
    if (opened !== undefined && fitting.size === 1) partner.claimOpened(opened + OWN, article, hoursOf(partner));
  }
}

function fittingOf(seen: readonly (string | null)[]): number[] {
  const fits = (opened: number, half: number) =>
    seen.every((shown, own) => JSON.stringify(readThroughRateOf({ opened: opened + own, half })) === shown);
  const { percent } = JSON.parse(seen[0] ?? 'null') as { percent: number };
  return Array.from({ length: MAX_READERS - FLOOR }, (_, i) => FLOOR + i).filter((opened) => {
    for (let half = Math.floor(((percent - 1) * opened) / 100); half <= ((percent + 1) * opened) / 100; half++)
      if (fits(opened, half)) return true;
    return false;
  });
}

/** Opens articles without a rate until the rate appears. They then have fifty readers, including the partner. */
export function waitForShares(partner: Partner): void {
  const opens = new Map(
    articlesOf(partner)
      .filter((article) => partner.readThroughRate(article) === null)
      .map((article) => [article, 0]),
  );
  // The rate changes once per hour under the current rules, and with every read under the earlier rules.
  if (partner.rules === 'now') {
    for (let hour = 0; hour < FLOOR && opens.size > 0; hour++) {
      for (const article of opens.keys()) partner.open(article);
      partner.next();
      claimNew(partner, [...opens.keys()], opens);
    }
    return;
  }
  for (const article of [...opens.keys()].slice(0, TARGETS)) {
    if (partner.left < FLOOR) partner.next();
    for (let own = 0; own < FLOOR && opens.has(article); own++) {
      partner.open(article);
      claimNew(partner, [article], opens);
    }
  }
}

/** A rate that appears between two requests means that the article has just reached fifty readers. */
export function watchShares(partner: Partner): void {
  const missing = new Map(
    articlesOf(partner)
      .filter((article) => partner.readThroughRate(article) === null)
      .map((article) => [article, 0]),
  );
  for (let hour = 0; hour < 48; hour++) {
    for (let part = 0; part < 60; part++) {
      partner.wait(1 / 60);
      if (partner.rules === 'before') claimNew(partner, [...missing.keys()], missing);
    }
    partner.pass();
    claimNew(partner, [...missing.keys()], missing);
  }
}

function claimNew(partner: Partner, articles: readonly number[], missing: Map<number, number>): void {
  for (const article of articles) {
    if (partner.readThroughRate(article) === null) continue;
    missing.delete(article);
    partner.claimOpened(FLOOR, article, hoursOf(partner));
  }
}

/** If the interval of a rate becomes narrower, the count has just reached the next rounding step. */
export function watchSteps(partner: Partner): void {
  const last = new Map<number, ReadThroughRate>();
  const look = () => {
    for (const article of articlesOf(partner)) {
      const after = partner.readThroughRate(article);
      const before = last.get(article);
      if (after) last.set(article, after);
      if (!after || !before || widthOf(after) >= widthOf(before)) continue;
      const reached = LADDERS[partner.rules].filter((opened) => isStep(opened, partner.rules, before, after));
      const middle = reached[reached.length >> 1];
      if (middle !== undefined) partner.claimOpened(middle, article, hoursOf(partner));
    }
  };
  look();
  for (let hour = 0; hour < 24; hour++) {
    for (let part = 0; part < 60; part++) {
      partner.wait(1 / 60);
      if (partner.rules === 'before') look();
    }
    partner.pass();
    look();
  }
}

const LADDER = 1.25;
const LADDERS = {
  before: Array.from({ length: 12 }, (_, i) => Math.ceil(FLOOR * LADDER ** (i + 1) - 1e-9)),
  now: Array.from({ length: 1000 }, (_, i) => FLOOR + 1 + i),
};
const LOWERS = [0, 0.25, 0.5, 0.75, 1];
const widthOf = ({ interval: [low, high] }: ReadThroughRate): number => high - low;

/** Whether the change means that one more reader has reached the next rounding step. */
function isStep(opened: number, rules: Partner['rules'], before: ReadThroughRate, after: ReadThroughRate): boolean {
  const places = Math.log(opened / FLOOR) / Math.log(LADDER);
  const steps = rules === 'before' ? 0 : Math.ceil(places) - places;
  const shows = (reads: { opened: number; half: number }, lower: number, share: ReadThroughRate) =>
    JSON.stringify(readThroughRateOf(reads, { steps, lower })) === JSON.stringify(share);
  const lowers = rules === 'before' ? [0] : LOWERS;
  for (
    let half = Math.floor(((before.percent - 1) * opened) / 100);
    half <= ((before.percent + 1) * opened) / 100;
    half++
  )
    for (const lower of lowers)
      if (shows({ opened: opened - 1, half }, lower, before))
        for (const more of [0, 1]) if (shows({ opened, half: half + more }, lower, after)) return true;
  return false;
}
