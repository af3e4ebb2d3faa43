import { headline } from '../../../rankings/math/figures/cause.ts';
import type { Earning, SelectedDay, Standing } from '../insights/stories/verdict.ts';
import { ApiError, request } from '../lib/request.ts';
import { showToast } from '../ui/actions.tsx';
import { followAdvice } from './selection-advice.ts';

/**
 * Publishes the loaded selection with other articles, unless another editor has changed it. Undo restores it, unless
 * another editor has changed it since.
 * Pages load this module only when an editor follows advice outside the desk.
 */
export async function publishSelection(
  { date, articles, version }: Pick<SelectedDay, 'date' | 'articles' | 'version'>,
  next: readonly Earning[],
  text: string,
  reload: () => void,
): Promise<void> {
  // The day of the loaded selection, because its version says nothing about the day that begins at midnight.
  const path = `/manage/recommended/${date}`;
  const put = (of: readonly Earning[], version: number) =>
    request<{ version: number }>(path, {
      method: 'PUT',
      body: { articles: of.map(({ contentId }) => contentId), version },
    });
  let stored: { version: number };
  try {
    stored = await put(next, version);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'conflict') throw error;
    reload();
    showToast('Someone else has changed today’s selection. Check the new advice.');
    return;
  }
  reload();
  // The pressed button disappears with its advice.
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  showToast(text, async () => {
    await put(articles, stored.version);
    reload();
  });
}

interface PositionAdvice {
  wasted: Standing | undefined;
  better: Standing;
}

/** Publishes today’s selection after a change of positions that was advised for it. */
export function publishAdvice(day: SelectedDay, { wasted, better }: PositionAdvice, reload: () => void): Promise<void> {
  const title = `“${headline(better.item)}”`;
  const text =
    wasted && !better.number ? `${title} replaces “${headline(wasted.item)}”.` : `${title} has the better position.`;
  return publishSelection(
    day,
    followAdvice<Earning>(day.articles, { wasted, better }, better.item),
    `Published: ${text}`,
    reload,
  );
}
