import type { Earning } from '../insights/stories/verdict.ts';
import { type DataOf, request } from '../lib/request.ts';
import { showToast } from '../ui/actions.tsx';
import { pathOfToday } from './alternatives.ts';

/** Loaded only when an editor follows advice outside the desk. */

type SelectedDay = DataOf<'/manage/recommended/{date}'>;

/** Publishes today’s selection. Undo restores the one before, unless another editor has changed it since. */
export async function publishSelection(
  { articles, version }: Pick<SelectedDay, 'articles' | 'version'>,
  next: readonly Earning[],
  text: string,
  reload: () => void,
): Promise<void> {
  const path = pathOfToday();
  const put = (of: readonly Earning[], version: number) =>
    request<{ version: number }>(path, {
      method: 'PUT',
      body: { articles: of.map(({ contentId }) => contentId), version },
    });
  const stored = await put(next, version);
  reload();
  showToast(text, async () => {
    await put(articles, stored.version);
    reload();
  });
}
