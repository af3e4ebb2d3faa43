import { Z_90 } from '../../../lib/percent.ts';
/** Finds articles or a source that made a topic grow or shrink (docs/explanation/causes.md). Also runs in browsers. */

export interface Part {
  id: number;
  source: string;
  current: number;
  previous: number;
}

export interface Cause<Article> {
  kind: 'articles' | 'source' | 'many';
  /** Articles that caused the change, largest part first. For `many`: at most two that certainly contributed most. */
  articles: Article[];
  source: string | null;
  /** Part of all gains or losses that is due to the cause, in steps of 10% or 20%. `null` if engagement is too low. */
  share: number | null;
}

export interface Caused<Article> {
  growthPercent: number | null;
  confidence: 'high' | 'low';
  cause: Cause<Article> | null;
}

const HALF_PERCENT = 50;

const SHARE_STEPS = [
  { from: 50, step: 10 },
  { from: 15, step: 20 },
];

/** Returns the cause of a gain or loss. `null` if nothing changed or the largest contribution may be chance. */
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
    sum(list, gainOf) > Z_90 * Math.sqrt(sum(list, ({ current, previous }) => current + previous));
  const step = SHARE_STEPS.find(({ from }) => total >= from)?.step;
  const percentOf = (list: readonly Part[]) => (100 * sum(list, gainOf)) / total;
  const shareOf = (list: readonly Part[]) => (step === undefined ? null : step * Math.round(percentOf(list) / step));
  const causeWith = (kind: 'articles' | 'many', list: readonly Part[]) => ({
    kind,
    articles: list.map(({ id }) => id),
    source: null,
    share: list.length > 0 ? shareOf(list) : null,
  });
  // The rounded share must also exceed 50%. Otherwise, “about 50%” could mean one source or many articles.
  const carrying = candidates.find((list) => percentOf(list) > HALF_PERCENT && (shareOf(list) ?? 100) > HALF_PERCENT);
  if (!carrying) return causeWith('many', [pair, first].find((list) => isSure(list) && shareOf(list) !== 0) ?? []);
  if (!isSure(carrying)) return null;
  if (candidates.indexOf(carrying) < 2) return causeWith('articles', carrying);
  return { kind: 'source', articles: [], source: carrying[0]?.source ?? null, share: shareOf(carrying) };
}

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

export const isCertain = ({ growthPercent, confidence }: Pick<Caused<unknown>, 'growthPercent' | 'confidence'>) =>
  growthPercent === null || (growthPercent !== 0 && confidence === 'high');

/** Returns the parts of a phrase about the cause, or `null` if the change is uncertain or has no cause. */
export function causeWording<Article>({ growthPercent, confidence, cause }: Caused<Article>) {
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

export const headline = ({ title }: { title: string | null }): string => title ?? 'an article without a title';

/** Returns a phrase about the cause. It is empty if the change is uncertain or has no cause. */
export function causeInWords(change: Caused<{ title: string | null }>): string {
  const wording = causeWording(change);
  if (!wording) return '';
  return wording.before + wording.articles.map((article) => `“${headline(article)}”`).join(' and ') + wording.after;
}
