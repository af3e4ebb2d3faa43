import { type Earning, type Verdict, verdictOf } from '../insights/stories/verdict.ts';
import { containsArticle, moveEntry } from './article-order.ts';

export interface DeskAdvice extends Verdict {
  /** Whether the position of any selected article could be measured. */
  isKnown: boolean;
  /** Article that gains readers but is not selected. Only set if there is no advice on positions. */
  missed: Earning | undefined;
}

/** Returns the advice on a day's selection. The desk and the home page show the same advice. */
export function selectionAdvice(
  chosen: readonly Earning[],
  others: readonly Earning[],
  rising: readonly Earning[],
): DeskAdvice {
  const verdict = verdictOf(chosen, others);
  const isAdvised = verdict.wasted !== undefined || verdict.better !== undefined;
  const missed = rising.find(({ contentId }) => !containsArticle(chosen, contentId));
  return { ...verdict, missed: isAdvised ? undefined : missed };
}

/** Returns all advice on a day's selection, the strongest first. No article occurs in two pieces of advice. */
export function rankedAdvice(
  chosen: readonly Earning[],
  others: readonly Earning[],
  rising: readonly Earning[],
): DeskAdvice[] {
  const advice = selectionAdvice(chosen, others, rising);
  const advised = [advice.wasted?.item, advice.better?.item, advice.missed].flatMap((item) => item?.contentId ?? []);
  if (advised.length === 0) return [];
  const isFree = ({ contentId }: Earning) => !advised.includes(contentId);
  // Articles of the list keep their positions, but count as not measured.
  const rest = chosen.map((item) => (isFree(item) ? item : { ...item, placement: null }));
  return [advice, ...rankedAdvice(rest, others.filter(isFree), rising.filter(isFree))];
}

/** Returns the selection after the advised change. `article`: the better or missed article. */
export function followAdvice<E extends Earning>(
  chosen: readonly E[],
  advice: Verdict & Partial<Pick<DeskAdvice, 'missed'>>,
  article: E,
): E[] {
  const { wasted, better, missed } = advice;
  if (missed) return [...chosen, article];
  const [to, from] = [(wasted?.number ?? 1) - 1, (better?.number ?? 0) - 1];
  const replaced = chosen[to];
  if (!wasted || !replaced) return moveEntry(chosen, from, 0);
  return from < 0 ? chosen.with(to, article) : chosen.with(to, article).with(from, replaced);
}

/** Names the change of positions that an advice means: `Swap No. 2 and No. 6`. Empty if there is no better article. */
export function moveInWords({ wasted, better }: Verdict): string {
  if (!better) return '';
  if (!wasted) return `Move No. ${better.number} to the top`;
  return better.number ? `Swap No. ${wasted.number} and No. ${better.number}` : `Replace No. ${wasted.number}`;
}
