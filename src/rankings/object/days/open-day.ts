import { RISK_MANAGEMENT_TOPIC } from '../../../content/types.ts';
import type { DaySums, StoredGroup } from '../../../db/values.ts';
import { FIRST } from '../../../engagement/columns.ts';
import { CLASSES, type TrafficBaseline } from '../../../engagement/discounting.ts';
import { Sums } from '../../../engagement/sums.ts';
import type { ArticleFacts } from '../../facts.ts';
import { SITE } from '../../site.ts';
import { inPortions } from './day-portions.ts';

export interface DayClicks {
  /** Unsigned clicks after discounting (`weight`), and signed and trusted clicks (`certain`). */
  weight: number;
  certain: number;
  columns: ArrayLike<number>;
}

/** Article of a day as a JSON string, which needs a tenth of the memory of an object. */
interface ListedArticle {
  engagement: number;
  origin: string;
  tags: string;
}

type Results = [all: number, rm: number];
type StoredGroups = [all: StoredGroup, rm?: StoredGroup];
/** Topic of a day. `results` is `null` after an article of the topic has changed. */
interface TopicGroups {
  results: Results | null;
  stored: StoredGroups | null;
  sums: { all: Sums; rm: Sums | null } | null;
}

export interface StoredDay {
  articles: readonly { portion: number; sums: string }[];
  topics: readonly { portion: number; topics: string; counts: string }[];
}

/** Day whose engagement can still change. An update processes only the clicks of the changed article. */
export class OpenDay {
  readonly #articles = new Map<number, ListedArticle>();
  readonly #topics = new Map<number, TopicGroups>();
  #stored = { articles: 0, topics: 0 };

  static of({ articles, topics }: StoredDay): OpenDay {
    const day = new OpenDay();
    for (const { sums } of articles) day.#readArticles(JSON.parse(sums));
    for (const row of topics) day.#readTopics(JSON.parse(row.topics), JSON.parse(row.counts));
    const portions = (rows: readonly { portion: number }[]) => Math.max(0, ...rows.map(({ portion }) => portion + 1));
    day.#stored = { articles: portions(articles), topics: portions(topics) };
    return day;
  }

  #readArticles({ origins, articles }: DaySums): void {
    const texts = origins.map((origin) => JSON.stringify(origin));
    for (const [id, engagement, place, ...tags] of articles)
      this.#articles.set(id, { engagement, origin: texts[place] ?? '[]', tags: JSON.stringify(tags).slice(1, -1) });
  }

  #readTopics(topics: Record<string, Results>, counts: Record<string, StoredGroups>): void {
    for (const [id, stored] of Object.entries(counts))
      this.#topics.set(Number(id), { results: topics[id] ?? null, stored, sums: null });
  }

  add(facts: ArticleFacts, clicks: DayClicks): void {
    const engagement = clicks.weight + clicks.certain;
    if (engagement === 0) return;
    this.#articles.set(facts.id, { engagement, ...textsOf(facts) });
    this.#count(facts.topics, clicks, 1);
  }

  /** Replaces the facts of an article, or removes the article if `facts` is `null`. Returns true if the day changed. */
  change(id: number, facts: ArticleFacts | null, clicks: DayClicks): boolean {
    const listed = this.#articles.get(id);
    const wanted = facts && clicks.weight + clicks.certain > 0 ? textsOf(facts) : null;
    if (listed?.origin === wanted?.origin && listed?.tags === wanted?.tags) return false;
    if (listed) {
      const [topics] = JSON.parse(`[${listed.tags}]`) as [topics: number[]];
      this.#count(topics, clicks, -1);
      this.#articles.delete(id);
    }
    if (facts) this.add(facts, clicks);
    return true;
  }

  #count(topics: readonly number[], clicks: DayClicks, sign: 1 | -1): void {
    const isRm = topics.includes(RISK_MANAGEMENT_TOPIC);
    for (const topicId of new Set([SITE, ...topics])) {
      const sums = this.#sumsOf(topicId);
      count(sums.all, clicks, sign);
      if (!isRm) continue;
      sums.rm ??= new Sums();
      count(sums.rm, clicks, sign);
    }
  }

  #sumsOf(topicId: number) {
    const topic = this.#topics.get(topicId);
    const [all, rm] = topic?.stored ?? [];
    const sums = topic?.sums ?? { all: toSums(all), rm: rm ? toSums(rm) : null };
    this.#topics.set(topicId, { results: null, stored: null, sums });
    return sums;
  }

  articleRows(): { portion: number; sums: string }[] {
    const texts = [...this.#articles]
      .sort(([a], [b]) => a - b)
      .map(([id, { engagement, origin, tags }]) => ({
        id,
        origin,
        before: `[${id},${engagement},`,
        after: `,${tags}]`,
      }));
    const origins = bytesOf([...new Set(texts.map(({ origin }) => origin))].join());
    const sized = texts.map((text) => ({ ...text, bytes: bytesOf(text.before + text.after) + 8 }));
    return inPortions(sized, { extra: origins, stored: this.#stored.articles }).map(({ portion, entries }) => {
      const places = new Map<string, number>();
      const articles = entries.map(({ origin, before, after }) => {
        const place = places.get(origin) ?? places.size;
        places.set(origin, place);
        return before + place + after;
      });
      return { portion, sums: `{"origins":[${[...places.keys()]}],"articles":[${articles}],"topics":[]}` };
    });
  }

  /** Returns rows for `open_days`. `baseline` must be the baseline with which the articles were discounted. */
  topicRows(baseline: TrafficBaseline | null): { portion: number; topics: string; counts: string }[] {
    const texts = [...this.#topics]
      .sort(([a], [b]) => a - b)
      .flatMap(([id, topic]) => {
        const stored = topic.stored ?? groupsOf(topic.sums);
        if (!stored) return [];
        const results = topic.results ?? resultsOf(topic.sums, baseline);
        const [own, counts] = [JSON.stringify(results), JSON.stringify(stored)].map((text) => `"${id}":${text}`);
        return [{ id, own, counts, bytes: `${own}${counts}`.length + 2 }];
      });
    return inPortions(texts, { extra: 0, stored: this.#stored.topics }).map(({ portion, entries }) => ({
      portion,
      topics: `{${entries.map(({ own }) => own)}}`,
      counts: `{${entries.map(({ counts }) => counts)}}`,
    }));
  }
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

function textsOf({ contentType, sourceType, source, domain, ...facts }: ArticleFacts) {
  const { topics, companies, countries, authors, section } = facts;
  const tags = [topics, [...companies], [...countries], [...authors], section];
  const origin = [contentType, sourceType, source, domain] satisfies DaySums['origins'][number];
  return { origin: JSON.stringify(origin), tags: JSON.stringify(tags).slice(1, -1) };
}

function count(sums: Sums, { weight, certain, columns }: DayClicks, sign: 1 | -1): void {
  sums.touch();
  sums.weighed[0] = (sums.weighed[0] ?? 0) + sign * weight;
  sums.certain[0] = (sums.certain[0] ?? 0) + sign * certain;
  for (let b = 0; b < CLASSES; b++) sums.counts[b] = (sums.counts[b] ?? 0) + sign * (columns[FIRST.network + b] ?? 0);
}

function toSums(stored: StoredGroup | undefined): Sums {
  const sums = new Sums();
  if (!stored) return sums;
  const [weighed, certain, ...buckets] = stored;
  sums.weighed[0] = weighed;
  sums.certain[0] = certain;
  for (let i = 0; i < buckets.length; i += 2) sums.counts[buckets[i] ?? 0] = buckets[i + 1] ?? 0;
  return sums;
}

function toStored({ weighed: [weighed = 0], certain: [certain = 0], counts }: Sums): StoredGroup | null {
  if (weighed + certain === 0) return null;
  const buckets: number[] = [];
  for (let b = 0; b < CLASSES; b++) if (counts[b]) buckets.push(b, counts[b] ?? 0);
  return [weighed, certain, ...buckets];
}

function groupsOf(sums: TopicGroups['sums']): StoredGroups | null {
  const all = sums && toStored(sums.all);
  const rm = sums?.rm && toStored(sums.rm);
  return all && (rm ? [all, rm] : [all]);
}

const resultsOf = (sums: TopicGroups['sums'], baseline: TrafficBaseline | null): Results =>
  sums ? [sums.all.engagement(baseline), sums.rm?.engagement(baseline) ?? 0] : [0, 0];
