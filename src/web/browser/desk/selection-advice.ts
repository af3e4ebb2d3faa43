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

/** Returns the selection after the advised change. `article`: the better or missed article. */
export function followAdvice<E extends Earning>(chosen: readonly E[], advice: DeskAdvice, article: E): E[] {
  const { wasted, better, missed } = advice;
  if (missed) return [...chosen, article];
  const [to, from] = [(wasted?.number ?? 1) - 1, (better?.number ?? 0) - 1];
  const replaced = chosen[to];
  if (!wasted || !replaced) return moveEntry(chosen, from, 0);
  return from < 0 ? chosen.with(to, article) : chosen.with(to, article).with(from, replaced);
}
