/** Why a topic changes, as every page, feed, message and tool tells it (docs/explanation/causes.md). Pure, and free of the database: browsers run it, too. */

/** An article of the topic, with its engagement in both windows. */
export interface Part {
  id: number;
  /** Name of its source. */
  source: string;
  current: number;
  previous: number;
}

/** What more than half of the gains come from, as their share is told, or of the losses: one or two articles, one source, or neither. */
export interface Cause<Article> {
  kind: 'articles' | 'source' | 'many';
  /** Of `articles`, the largest change first; of `many` the one or two that surely have the largest part; else none. */
  articles: Article[];
  /** Name, of `source`; else null. */
  source: string | null;
  /** Their share of the gains or losses in percent, in steps of 10 or 20; null: they are too few to say, or none is named. */
  share: number | null;
}

/** A change of a topic and its cause; `growthPercent` null: nobody read it before. */
export interface Caused<Article> {
  growthPercent: number | null;
  confidence: 'high' | 'low';
  cause: Cause<Article> | null;
}

/** 95th percentile of the normal distribution: a range of 90 percent. */
const Z = 1.645;

/** Percent. */
const HALF_PERCENT = 50;

/** Step width of a share in percent, by the least of all gains. */
const SHARE_STEPS = [
  { from: 50, step: 10 },
  { from: 15, step: 20 },
];

/** Takes a change apart; `isLoss`: losses count instead of gains. Null: there is none, or what carries it may be chance. */
export function causeOf(parts: readonly Part[], isLoss: boolean): Cause<number> | null {
  const gainOf = ({ current, previous }: Part) => (isLoss ? previous - current : current - previous);
  const gainers = parts.filter((part) => gainOf(part) > 0);
  const sum = (list: readonly Part[], of: (part: Part) => number) => list.reduce((total, part) => total + of(part), 0);
  const total = sum(gainers, gainOf);
  if (total === 0) return null;
  const [first, second] = largestTwo(gainers, gainOf);
  const pair = [...first, ...second];
  const sources = Map.groupBy(gainers, ({ source }) => source);
  const candidates = [first, pair, ...sources.values()];
  const isSure = (list: readonly Part[]) =>
    sum(list, gainOf) > Z * Math.sqrt(sum(list, ({ current, previous }) => current + previous));
  const step = SHARE_STEPS.find(({ from }) => total >= from)?.step;
  const percentOf = (list: readonly Part[]) => (100 * sum(list, gainOf)) / total;
  const shareOf = (list: readonly Part[]) => (step === undefined ? null : step * Math.round(percentOf(list) / step));
  const told = (kind: 'articles' | 'many', list: readonly Part[]) => ({
    kind,
    articles: list.map(({ id }) => id),
    source: null,
    share: list.length > 0 ? shareOf(list) : null,
  });
  // More than half, also as the share is told: about half of a change is never led in one place and spread in another.
  const carrying = candidates.find((list) => percentOf(list) > HALF_PERCENT && (shareOf(list) ?? 100) > HALF_PERCENT);
  if (!carrying) return told('many', [pair, first].find((list) => isSure(list) && shareOf(list) !== 0) ?? []);
  if (!isSure(carrying)) return null;
  if (candidates.indexOf(carrying) < 2) return told('articles', carrying);
  return { kind: 'source', articles: [], source: carrying[0]?.source ?? null, share: shareOf(carrying) };
}

/** The largest gain and the one after it, ties by ascending id. */
function largestTwo(gainers: readonly Part[], gainOf: (part: Part) => number): [Part[], Part[]] {
  let [first, second]: [Part | null, Part | null] = [null, null];
  const isBefore = (part: Part, other: Part | null) =>
    other === null || gainOf(part) > gainOf(other) || (gainOf(part) === gainOf(other) && part.id < other.id);
  for (const part of gainers) {
    if (isBefore(part, first)) [first, second] = [part, first];
    else if (isBefore(part, second)) second = part;
  }
  return [first ? [first] : [], second ? [second] : []];
}

/** Whether a change is certain enough for a cause: of high confidence, or of a topic without engagement before. */
export const isCertain = ({ growthPercent, confidence }: Pick<Caused<unknown>, 'growthPercent' | 'confidence'>) =>
  growthPercent === null || (growthPercent !== 0 && confidence === 'high');

/** The only words for why a topic changes; null if the change is uncertain or has no cause. */
export function toldCause<Article>({ growthPercent, confidence, cause }: Caused<Article>) {
  if (cause === null || !isCertain({ growthPercent, confidence })) return null;
  const { kind, articles, source, share } = cause;
  const isLoss = growthPercent !== null && growthPercent < 0;
  const part = share === null ? '' : ` (about ${share}% of the ${isLoss ? 'losses' : 'gains'})`;
  if (kind === 'many') {
    const before = isLoss ? 'fewer readers of many articles' : 'spread over many articles';
    return { before: articles.length > 0 ? `${before}, most of all ` : before, articles, after: part };
  }
  return { before: isLoss ? 'fewer readers of ' : 'led by ', articles, after: (source ?? '') + part };
}

/** A headline as causes name it. */
export const headline = ({ title }: { title: string | null }): string => title ?? 'an article without a title';

/** The cause that is told, to be joined to a sentence about the change; empty where there is none. */
export function causeInWords(change: Caused<{ title: string | null }>): string {
  const told = toldCause(change);
  if (!told) return '';
  return told.before + told.articles.map((article) => `“${headline(article)}”`).join(' and ') + told.after;
}
