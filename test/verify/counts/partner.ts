import type { Period } from '../../../src/rankings/math/ranking-rows.ts';
import * as answers from './answers.ts';
import { sum } from './clicks.ts';
import type { Site } from './site.ts';

export const CLICKS_AN_HOUR = 200;

export interface Guess {
  guess: number;
  truth: number;
}

/** Partner with a secret key. Its clicks are not discounted, because it has a signing secret. */
export class Partner {
  readonly rules: answers.Rules;
  readonly found: Guess[] = [];
  clicks = 0;
  questions = 0;
  hours = 0;
  readonly #site: Site;
  #left = CLICKS_AN_HOUR;

  constructor(site: Site, rules: answers.Rules) {
    this.#site = site;
    this.rules = rules;
  }

  /** Articles and topics are public, because the feed lists them. */
  get topicsOf() {
    return this.#site.clicks.layout.topicsOf;
  }
  get topics(): number[] {
    return this.#site.clicks.topic.map((_, topic) => topic);
  }
  get left(): number {
    return this.#left;
  }
  get spentThisHour(): number {
    return CLICKS_AN_HOUR - this.#left;
  }
  get hour(): number {
    return this.#site.hour;
  }

  click(article: number, times = 1, company: number | null = null): number {
    const count = Math.min(times, this.#left);
    for (let i = 0; i < count; i++) this.#site.click(article, company);
    this.clicks += count;
    this.#left -= count;
    return count;
  }

  open(article: number, times = 1): void {
    const count = Math.min(times, this.#left);
    for (let i = 0; i < count; i++) this.#site.read(article, false);
    this.clicks += count;
    this.#left -= count;
  }

  wait = (part: number): void => this.#site.readers(part);

  next(): void {
    this.#site.next();
    this.#began();
  }

  /** Starts the next hour. The partner has already waited for all readers of this one. */
  pass(): void {
    this.#site.pass();
    this.#began();
  }

  #began(): void {
    this.hours++;
    this.#left = CLICKS_AN_HOUR;
  }

  growth = (minItems = 1) => this.#asked(() => answers.growth(this.#site.clicks, this.hour, this.rules, minItems));
  contentGrowth = (article: number) => this.#asked(() => answers.contentGrowth(this.#site.clicks, this.hour, article));
  readThroughRate = (article: number) =>
    this.#asked(() => answers.readThroughRateAt(this.#site.clicks, this.hour, article, this.rules));
  contentRows = (article: number) =>
    this.#asked(() => answers.contentRows(this.#site.clicks, this.hour, article, this.rules));
  popular = (period: Period, topic: number | null = null) =>
    this.#asked(() => answers.popular(this.#site.clicks, this.hour, period, topic));
  everyPopular(period: Period): number[][] {
    this.questions += this.topics.length;
    return this.#asked(() => answers.everyPopular(this.#site.clicks, this.hour, period));
  }
  popularOf = (days: answers.Days, topic: number | null = null) =>
    this.#asked(() => answers.popularOver(this.#site.clicks, answers.hoursOf(days), topic));
  growthOf = (days: answers.Days) => this.#asked(() => answers.growthOfDays(this.#site.clicks, days));
  trending = (period: Period) => this.#asked(() => answers.trending(this.#site.clicks, this.hour, period));
  rising = (topic: number) => this.#asked(() => answers.rising(this.#site.clicks, this.hour, topic));
  regions = () => this.#asked(() => answers.regions(this.#site.clicks, this.hour, this.rules));
  audience = (topic: number, period: Period) =>
    this.#asked(() => answers.audience(this.#site.clicks, this.hour, period, topic));
  topicHours = (topic: number, hours: number) =>
    this.#asked(() => answers.hours(this.#site.clicks.topic[topic] ?? [], this.hour, hours));
  topicHistory = (topic: number, days: number) =>
    this.#asked(() => answers.history(this.#site.clicks.topic[topic] ?? [], this.hour, days));
  contentHistory = (article: number, days: number) =>
    this.#asked(() => answers.history(this.#site.clicks.article[article] ?? [], this.hour, days));

  /** Claims the count of an article, topic or audience over a range of hours, and records the true count. */
  claim(guess: number, of: { article: number } | { topic: number; company?: number }, from: number, to: number): void {
    if (!Number.isFinite(guess)) return;
    const { clicks } = this.#site;
    const truth =
      'article' in of
        ? sum(clicks.article[of.article], from, to)
        : of.company === undefined
          ? sum(clicks.topic[of.topic], from, to)
          : clicks.companies(of.topic, from, to)[of.company];
    this.found.push({ guess: Math.round(guess), truth: truth ?? 0 });
  }

  claimOpened(guess: number, article: number, { from, to }: answers.Hours): void {
    this.found.push({ guess, truth: sum(this.#site.clicks.opened[article], from, to) });
  }

  claimItems(guess: number, topic: number, from: number, to: number): void {
    const { article, layout } = this.#site.clicks;
    const read = article.filter((series, i) => layout.topicsOf[i]?.includes(topic) && sum(series, from, to) > 0);
    this.found.push({ guess, truth: read.length });
  }

  claimPart(
    guess: number,
    { article, continent }: { article: number; continent: number },
    from: number,
    to: number,
  ): void {
    this.found.push({ guess, truth: this.#site.clicks.continentsOf(article, from, to)[continent] ?? 0 });
  }

  #asked<T>(answer: () => T): T {
    this.questions++;
    return answer();
  }
}
