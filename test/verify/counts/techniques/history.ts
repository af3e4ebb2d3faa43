import type { Partner } from '../partner.ts';

/** The partner knows how often it clicked on one day. This gives the scale for the days before it. */

const DAY = 24;
const DAYS = 7;
const OWN = 150;
/** Clicks per hour by the partner: the minimum for which steps are five percent. */
const OWN_AN_HOUR = 50;

/** Clicks a target at the end of a day or hour, and then reads the relative value of the previous day or hour. */
function measure(
  partner: Partner,
  { length, own }: { length: number; own: number },
  click: (times: number) => void,
  read: () => (number | null)[],
  claim: (n: number, from: number) => void,
): void {
  const before = read();
  while (partner.hour % length !== length - 1) partner.next();
  click(own);
  partner.next();
  const after = read();
  const from = (Math.floor(partner.hour / length) - 2) * length;
  const shown = after.at(-2);
  if (shown === null || shown === undefined || shown <= 0 || shown >= 100 || before.at(-1) === null) return;
  claim((shown * own) / (100 - shown), from);
}

export function measureTopicDays(partner: Partner): void {
  for (const topic of partner.topics.slice(-DAYS)) {
    const article = partner.topicsOf.findIndex((topics) => topics[0] === topic);
    if (article < 0) continue;
    measure(
      partner,
      { length: DAY, own: OWN },
      (times) => partner.click(article, times),
      () => partner.topicHistory(topic, DAYS),
      (n, from) => partner.claim(n, { topic }, from, from + DAY),
    );
  }
}

export function measureArticleDays(partner: Partner): void {
  const targets = partner
    .popular('7d')
    .filter((_, i) => i % 8 === 4)
    .slice(0, DAYS);
  for (const article of targets) {
    measure(
      partner,
      { length: DAY, own: OWN },
      (times) => partner.click(article, times),
      () => partner.contentHistory(article, DAYS),
      (n, from) => partner.claim(n, { article }, from, from + DAY),
    );
  }
}

export function measureTopicHours(partner: Partner): void {
  for (const topic of partner.topics) {
    const article = partner.topicsOf.findIndex((topics) => topics[0] === topic);
    if (article < 0) continue;
    measure(
      partner,
      { length: 1, own: OWN_AN_HOUR },
      (times) => partner.click(article, times),
      () => partner.topicHours(topic, DAY),
      (n, from) => partner.claim(n, { topic }, from, from + 1),
    );
  }
}
