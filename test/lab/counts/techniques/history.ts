import type { Partner } from '../partner.ts';

/** Histories: a day with known own clicks is the measure of the days before it. */

const DAY = 24;
const DAYS = 7;
const OWN = 150;

/** Clicks a target at the end of a day, and reads next day how high the day before is against it. */
function measureDays(
  partner: Partner,
  click: (times: number) => void,
  read: () => (number | null)[],
  claim: (n: number, day: number) => void,
): void {
  const before = read();
  while (partner.hour % DAY !== DAY - 1) partner.next();
  click(OWN);
  partner.next();
  const after = read();
  const day = Math.floor(partner.hour / DAY) - 2;
  const shown = after.at(-2);
  // Yesterday without own clicks is taken to be like the day before it, by what they were against each other until then.
  if (shown === null || shown === undefined || shown <= 0 || shown >= 100 || before.at(-1) === null) return;
  claim((shown * OWN) / (100 - shown), day);
}

export function measureTopicDays(partner: Partner): void {
  for (const topic of partner.topics.slice(-DAYS)) {
    const article = partner.topicsOf.findIndex((topics) => topics[0] === topic);
    if (article < 0) continue;
    measureDays(
      partner,
      (times) => partner.click(article, times),
      () => partner.topicHistory(topic, DAYS),
      (n, day) => partner.claim(n, { topic }, day * DAY, (day + 1) * DAY),
    );
  }
}

export function measureArticleDays(partner: Partner): void {
  const targets = partner
    .popular('7d')
    .filter((_, i) => i % 8 === 4)
    .slice(0, DAYS);
  for (const article of targets) {
    measureDays(
      partner,
      (times) => partner.click(article, times),
      () => partner.contentHistory(article, DAYS),
      (n, day) => partner.claim(n, { article }, day * DAY, (day + 1) * DAY),
    );
  }
}
