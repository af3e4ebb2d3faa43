import { HOUR, type Seconds } from '../../lib/time.ts';
import { interestAt, type Learned, priorOf } from './appeal.ts';
import { drawGamma, drawsFor } from './seeded-draws.ts';

/** Draws the order of a list for one minute: by appeal, after the rules of editors. */

/** Reasons for an article’s position. */
export const PICKS = ['engaging', 'exploring', 'pinned'] as const;
export type PickReason = (typeof PICKS)[number];

/** Wishes of editors for an article. */
export interface EditorRule {
  /** Position from 1 at which the article is pinned. */
  position?: number | undefined;
  /** First position that the article may have. */
  notAbove?: number | undefined;
  /** Whether the article keeps its place by date: a correction, a legal notice or an obituary. */
  isByDate?: boolean | undefined;
}

export interface Candidate {
  id: number;
  publishedAt: Seconds;
  topics: readonly number[];
  source: string;
  type: string;
  /** Story of the article. A list with one item per story shows only the first of its articles. */
  story?: number | undefined;
}

export interface PickedArticle {
  id: number;
  pick: PickReason;
}

/** Position that shows a new article with few impressions, so that each of them gets some. */
export const EXPLORING_POSITION = 4;
/** Maximum age of an article at the exploring position, in hours. */
export const EXPLORING_HOURS = 6;
/** Usual clicks at an article's positions until it is no longer new. */
export const EXPLORED_CLICKS = 3;
/** Number of first positions in which a topic may occur at most three times. */
const MIXED_POSITIONS = 6;
const MAX_OF_TOPIC = 3;

interface MinuteOrder {
  candidates: readonly Candidate[];
  learned: Learned;
  rules: ReadonlyMap<number, EditorRule>;
  /** Whether the list shows one article per story: its pinned article, or otherwise the first. */
  isOncePerStory?: boolean;
  /** Secret of the minute, in 32 hex digits. */
  seed: string;
  now: Seconds;
}

/** Newest first, as in feeds with the specified order. */
export const newestFirst = (a: Candidate, b: Candidate): number => b.publishedAt - a.publishedAt || b.id - a.id;

/** Returns all candidates in the order of this minute. It depends only on its arguments. */
export function orderOfMinute({ candidates, learned, seed, now, ...rest }: MinuteOrder): PickedArticle[] {
  const byDate = candidates.toSorted(newestFirst);
  const byScore = byDate
    .map((candidate) => scoreOf(candidate, learned, seed, now))
    .sort((one, other) => other.score - one.score);
  return arranged(byDate, byScore, { ...rest, isVaried: true });
}

/** Returns all candidates newest first, after the rules of editors. */
export function newestOfMinute({
  candidates,
  ...rest
}: Pick<MinuteOrder, 'candidates' | 'rules' | 'isOncePerStory'>): PickedArticle[] {
  const byDate = candidates.toSorted(newestFirst);
  const unscored = byDate.map(({ id, topics }) => ({
    id,
    topics,
    score: 0,
    turn: 0,
    isUnexplored: false,
    isNew: false,
  }));
  return arranged(byDate, unscored, { ...rest, isVaried: false });
}

interface Arrangement extends Pick<MinuteOrder, 'rules' | 'isOncePerStory'> {
  /** Whether topics are mixed, and new articles have the exploring position. */
  isVaried: boolean;
}

/** Puts articles with a fixed position there, and the others around them in their order. */
function arranged(
  byDate: readonly Candidate[],
  byScore: readonly Scored[],
  { rules, isOncePerStory = false, isVaried }: Arrangement,
): PickedArticle[] {
  const storyOf = new Map(isOncePerStory ? byDate.map(({ id, story }) => [id, story]) : []);
  const fixed = fixedPositions(byDate, rules, storyOf);
  const placed = new Set([...fixed.values()].map(({ id }) => id));
  const stories = new Set([...placed].map((id) => storyOf.get(id)));
  const isRepeat = (id: number) => storyOf.get(id) !== undefined && stories.has(storyOf.get(id));
  const isLeft = ({ id }: Scored) => !placed.has(id) && !isRepeat(id);
  const counts = new Map<number, number>();
  const count = (topics: readonly number[]) => {
    for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  };
  const topicsOf = new Map(byDate.map(({ id, topics }) => [id, topics]));
  for (const [position, { id }] of fixed) if (position <= MIXED_POSITIONS) count(topicsOf.get(id) ?? []);
  const order: PickedArticle[] = [];
  let first = 0;
  for (let position = 1; position <= byDate.length; position++) {
    for (let next = byScore[first]; next && !isLeft(next); next = byScore[first]) first++;
    const set = fixed.get(position) ?? (first === byScore.length ? nextFixed(fixed, position) : undefined);
    if (set) {
      order.push(set);
      continue;
    }
    const isAllowed = ({ id }: Scored) => (rules.get(id)?.notAbove ?? 1) <= position;
    const isMixed = ({ topics }: Scored) =>
      !isVaried || position > MIXED_POSITIONS || topics.every((topic) => (counts.get(topic) ?? 0) < MAX_OF_TOPIC);
    const fits = (own: Scored) => isLeft(own) && isAllowed(own) && isMixed(own);
    const newcomer = isVaried && position === EXPLORING_POSITION ? inTurn(byScore.filter(fits)) : undefined;
    const chosen =
      newcomer ?? byScore.find(fits) ?? byScore.find((own) => isLeft(own) && isAllowed(own)) ?? byScore[first];
    if (!chosen) break;
    placed.add(chosen.id);
    stories.add(storyOf.get(chosen.id));
    if (position <= MIXED_POSITIONS) count(chosen.topics);
    order.push({ id: chosen.id, pick: newcomer || chosen.isUnexplored ? 'exploring' : 'engaging' });
  }
  return order;
}

/** Moves the next fixed article up if the list ends before its position. */
function nextFixed(fixed: Map<number, PickedArticle>, position: number): PickedArticle | undefined {
  const later = Math.min(...[...fixed.keys()].filter((at) => at > position));
  const next = fixed.get(later);
  fixed.delete(later);
  return next;
}

/** Returns one of the new articles that few readers have seen. The seed decides whose turn it is. */
const inTurn = (left: readonly Scored[]): Scored | undefined =>
  left.filter(({ isNew }) => isNew).toSorted((one, other) => one.turn - other.turn)[0];

interface Scored extends Pick<Candidate, 'id' | 'topics'> {
  score: number;
  isUnexplored: boolean;
  isNew: boolean;
  turn: number;
}

function scoreOf(candidate: Candidate, learned: Learned, seed: string, now: Seconds): Scored {
  const { id, topics } = candidate;
  const draw = drawsFor(seed, id);
  const known = learned.appeals.get(id);
  const { mean, shape } = known ?? { mean: priorOf(learned.groups, candidate), shape: learned.priorClicks };
  const ageHours = Math.max(0, now - candidate.publishedAt) / HOUR;
  const isUnexplored = (known?.usual ?? 0) < EXPLORED_CLICKS;
  return {
    id,
    topics,
    score: interestAt(learned.interest, ageHours) * mean * drawGamma(draw, shape) ** learned.spread,
    isUnexplored,
    isNew: isUnexplored && ageHours < EXPLORING_HOURS,
    turn: draw(),
  };
}

/** Returns the articles whose position does not depend on readers. Of two for one position, the second moves down. */
function fixedPositions(
  byDate: readonly Candidate[],
  rules: MinuteOrder['rules'],
  storyOf: ReadonlyMap<number, number | undefined>,
): Map<number, PickedArticle> {
  const fixed = new Map<number, PickedArticle>();
  const stories = new Set<number>();
  const put = (id: number, from: number) => {
    const story = storyOf.get(id);
    if (story !== undefined && stories.has(story)) return;
    if (story !== undefined) stories.add(story);
    let position = from;
    while (fixed.has(position)) position++;
    fixed.set(position, { id, pick: 'pinned' });
  };
  for (const { id } of byDate) {
    const position = rules.get(id)?.position;
    if (position !== undefined) put(id, position);
  }
  const newer = new Set<number | string>();
  for (const { id } of byDate) {
    const rule = rules.get(id);
    const own = storyOf.get(id) ?? `article ${id}`;
    newer.delete(own);
    if (rule?.isByDate && rule.position === undefined) put(id, Math.max(newer.size + 1, rule.notAbove ?? 1));
    newer.add(own);
  }
  return fixed;
}
