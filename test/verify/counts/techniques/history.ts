import type { Partner } from '../partner.ts';

/** Histories: a day with known own clicks is the measure of the days before it. */

const DAY = 24;
const DAYS = 7;
const OWN = 150;
/** In an hour: the fewest for steps of five. */
const OWN_AN_HOUR = 50;

/** Clicks a target at the end of a day, or of an hour, and reads after it how high the one before is against it. */
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
  // What was clicked, without own clicks, is taken to be like what was before it, by what they were against each other until then.
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
