import { windowsAt } from '../../../../src/engagement/hours.ts';
import { RISING_FLOOR } from '../../../../src/rankings/math/rising.ts';
import { growthWindows } from '../answers.ts';
import { COMPANIES } from '../clicks.ts';
import type { Partner } from '../partner.ts';

/** If a click by the partner makes an item appear, the item's count was one below the threshold. */

const AUDIENCE_FLOOR = 50;
const GROWTH_FLOOR = 10;
const GROUP_FLOOR = 3;
const OWN_CONTINENT = 0;

export function waitForRising(partner: Partner): void {
  for (const topic of partner.topics) {
    const rising = new Set(partner.rising(topic));
    for (const [article, topics] of partner.topicsOf.entries()) {
      if (topics[0] !== topic || rising.has(article)) continue;
      if (partner.left < RISING_FLOOR) partner.next();
      for (let own = 1; own <= RISING_FLOOR; own++) {
        partner.click(article);
        if (!partner.rising(topic).includes(article)) continue;
        const { week } = windowsAt(partner.hour);
        // An article that appears after the first click may have had more clicks, but was not among the first fifty.
        if (own > 1) partner.claim(RISING_FLOOR, { article }, week.from, week.to);
        break;
      }
    }
  }
}

export function waitForAudiences(partner: Partner): void {
  for (const topic of partner.topics) {
    const article = partner.topicsOf.findIndex((topics) => topics[0] === topic);
    if (article < 0) continue;
    for (let company = 0; company < COMPANIES; company++) {
      if (partner.audience(topic, '24h')[company] !== null) continue;
      if (partner.left < AUDIENCE_FLOOR) partner.next();
      for (let own = 1; own <= AUDIENCE_FLOOR; own++) {
        partner.click(article, 1, company);
        if (partner.audience(topic, '24h')[company] === null) continue;
        const { day } = windowsAt(partner.hour);
        partner.claim(AUDIENCE_FLOOR, { topic, company }, day.from, day.to);
        break;
      }
    }
  }
}

export function waitForGrowth(partner: Partner): void {
  let missing = new Set(partner.topics);
  for (const { topic } of partner.growth()) missing.delete(topic);
  for (let hour = 0; hour < GROWTH_FLOOR && missing.size > 0; hour++) {
    for (const topic of missing) partner.click(partner.topicsOf.findIndex((topics) => topics[0] === topic));
    partner.next();
    const listed = new Set(partner.growth().map(({ topic }) => topic));
    const { current } = growthWindows(partner.hour, partner.rules);
    for (const topic of missing)
      if (listed.has(topic)) partner.claim(GROWTH_FLOOR, { topic }, current.from, current.to);
    missing = new Set([...missing].filter((topic) => !listed.has(topic)));
  }
}

export function waitForContentGrowth(partner: Partner): void {
  const isShown = (article: number) => partner.contentGrowth(article) !== null;
  let missing = partner.topicsOf.flatMap((_, article) => (isShown(article) ? [] : [article])).slice(0, partner.left);
  for (let hour = 0; hour < GROWTH_FLOOR && missing.length > 0; hour++) {
    for (const article of missing) partner.click(article);
    partner.next();
    const { growth } = windowsAt(partner.hour);
    const shown = new Set(missing.filter(isShown));
    for (const article of shown) partner.claim(GROWTH_FLOOR, { article }, growth.from, growth.to);
    missing = missing.filter((article) => !shown.has(article));
  }
}

export function waitForGroups(partner: Partner): void {
  // Most rising articles have enough engagement for a group, but too few readers from the region.
  const rising = new Set(partner.topics.flatMap((topic) => partner.rising(topic)));
  for (const article of rising) {
    const isListed = () => partner.regions()[OWN_CONTINENT]?.includes(article) ?? false;
    if (isListed()) continue;
    if (partner.left < GROUP_FLOOR) partner.next();
    for (let own = 1; own <= GROUP_FLOOR; own++) {
      partner.click(article);
      if (!isListed()) continue;
      const { week } = windowsAt(partner.hour);
      partner.claimPart(GROUP_FLOOR, { article, continent: OWN_CONTINENT }, week.from, week.to);
      break;
    }
  }
}

/** Increases `minContentItems` until a topic disappears. This reveals its number of articles, but no reads. */
export function countItems(partner: Partner): void {
  const { current } = growthWindows(partner.hour, partner.rules);
  let listed = new Set(partner.growth(1).map(({ topic }) => topic));
  for (let least = 2; listed.size > 0 && least <= 1000; least++) {
    const still = new Set(partner.growth(least).map(({ topic }) => topic));
    for (const topic of listed) if (!still.has(topic)) partner.claimItems(least - 1, topic, current.from, current.to);
    listed = still;
  }
}

/**
 * Lists the articles in the group of a region or seniority. Under the earlier rules, one reader was enough for this.
 */
export function readGroups(partner: Partner): void {
  const { week } = windowsAt(partner.hour);
  for (const [continent, list] of partner.regions().entries())
    for (const article of list.slice(-5)) partner.claimPart(1, { article, continent }, week.from, week.to);
}
