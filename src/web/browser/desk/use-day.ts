import { useEffect, useState } from 'hono/jsx/dom';
import type { SelectedDay } from '../insights/stories/verdict.ts';
import { useData } from '../lib/query.ts';
import { ApiError, request, type Schemas } from '../lib/request.ts';
import { useAction } from '../ui/actions.tsx';
import { mergeOrders, sameOrder } from './article-order.ts';

export type DeskArticle = Schemas['DeskArticle'];
export type DeskCandidate = Schemas['Candidate'];

export interface DeskDraft {
  base: Pick<SelectedDay, 'version' | 'articles'>;
  articles: DeskArticle[];
}

/** Drafts by day. They are stored outside the sign-in component, so that no work is lost when a session ends. */
export interface Drafts {
  of: Record<string, DeskDraft>;
  put: (date: string, next: DeskDraft | null | ((draft: DeskDraft | undefined) => DeskDraft | null)) => void;
}

export interface EditedDay {
  stored: SelectedDay | null;
  /** Selection that the service publishes at a set time. */
  planned: SelectedDay['planned'];
  /** Whether the list of the day is the planned one, because the day has no selection yet. */
  isPlan: boolean;
  articles: DeskArticle[];
  isChanged: boolean;
  theirs: SelectedDay | null;
  shared: string | null;
  isSaving: boolean;
  error: ApiError | null;
  /** Time of the next attempt to load the day. */
  retryAt?: number | null | undefined;
  edit: (articles: DeskArticle[]) => void;
  editFrom: (base: DeskDraft['base'], articles: DeskArticle[]) => void;
  /** Stores the day's selection unless it conflicts with another editor's changes. `over`: version to overwrite. */
  save: (over?: SelectedDay) => Promise<boolean>;
  /** Discards the draft, unless it has changed since `saved` was sent. */
  drop: (saved?: DeskArticle[]) => void;
  reload: () => void;
}

const POLL_INTERVAL_MS = 8_000;
const MAX_TRIES = 4;

/** Returns the stored list with the edits that were made while `sent` was on its way. */
function withLaterEdits(draft: DeskDraft | undefined, sent: DeskArticle[], stored: DeskArticle[]): DeskArticle[] {
  if (!draft || sameOrder(draft.articles, sent)) return stored;
  return mergeOrders(sent, draft.articles, stored) ?? draft.articles;
}

export function useDay(date: string, drafts: Drafts): EditedDay {
  const path = `/manage/recommended/${date}`;
  const polled = useData('/manage/recommended/{date}', { at: { date }, interval: POLL_INTERVAL_MS });
  const [isSaving, run] = useAction((error) => {
    if (error.kind !== 'key' && error.kind !== 'conflict') setRefused({ date, error });
  });
  const [shared, setShared] = useState<{ date: string; at: string | null } | null>(null);
  const [refused, setRefused] = useState<{ date: string; error: ApiError } | null>(null);
  const planned = polled.value?.planned ?? null;
  const isPlanned = planned !== null && polled.value?.version === 0;
  const stored = polled.value && isPlanned ? { ...polled.value, articles: planned.articles } : polled.value;
  const draft = drafts.of[date];
  const isChanged = Boolean(draft && stored && !sameOrder(draft.articles, draft.base.articles));
  // The version saved in this tab may be newer than the last response. Plans have no version.
  const isOwn = draft && stored && draft.base.version >= stored.version && (isChanged || !isPlanned);
  const latest = isOwn ? draft.base : stored;
  const isSettled = Boolean(isChanged && !isPlanned && draft && stored && sameOrder(draft.articles, stored.articles));
  useEffect(() => {
    if (isSettled) drafts.put(date, null);
  }, [isSettled]);
  const articles = (isChanged ? draft?.articles : latest?.articles) ?? [];
  const base = isChanged ? draft?.base : latest;
  const newer = isChanged && !isSettled && stored && base && stored.version > base.version ? stored : null;
  const together = newer && base && !isSaving ? mergeOrders(base.articles, articles, newer.articles) : null;
  const theirs = together || isSaving ? null : newer;
  const share = (from: SelectedDay, next: DeskArticle[]) => {
    drafts.put(date, { base: from, articles: next });
    setShared({ date, at: from.modifiedAt });
  };
  useEffect(() => {
    if (newer && together) share(newer, together);
  }, [newer?.version, together !== null]);

  const edit = (next: DeskArticle[]) => {
    if (base) drafts.put(date, { base, articles: next });
  };
  const editFrom = (from: DeskDraft['base'], next: DeskArticle[]) => drafts.put(date, { base: from, articles: next });
  const store = async (
    from: DeskDraft['base'] | null | undefined,
    mine: DeskArticle[],
    tries = MAX_TRIES,
  ): Promise<void> => {
    const body = { articles: mine.map(({ contentId }) => contentId), version: from?.version };
    try {
      const { version } = await request<{ version: number }>(path, { method: 'PUT', body });
      drafts.put(date, (draft) => ({ base: { version, articles: mine }, articles: withLaterEdits(draft, mine, mine) }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'conflict' || !from || tries === 0) throw error;
      const now = await request<SelectedDay>(path, {});
      const both = mergeOrders(from.articles, mine, now.articles);
      if (!both) throw error;
      drafts.put(date, (draft) => ({ base: now, articles: withLaterEdits(draft, mine, both) }));
      setShared({ date, at: now.modifiedAt });
      await store(now, both, tries - 1);
    }
  };
  const save = async (over?: SelectedDay) => {
    setRefused(null);
    setShared(null);
    let isSaved = false;
    await run(async () => {
      await store(over ?? base, articles);
      isSaved = true;
    });
    polled.reload();
    return isSaved;
  };
  return {
    stored: latest ? { planned: null, ...latest, date, modifiedAt: stored?.modifiedAt ?? null } : null,
    planned,
    isPlan: isPlanned && latest?.version === 0,
    articles,
    isChanged,
    theirs,
    shared: shared?.date === date ? (shared.at ?? '') : null,
    isSaving,
    error: (refused?.date === date ? refused.error : null) ?? (stored ? null : polled.error),
    retryAt: polled.retryAt,
    edit,
    editFrom,
    save,
    drop: (saved) => drafts.put(date, (draft) => (saved && draft && !sameOrder(draft.articles, saved) ? draft : null)),
    reload: polled.reload,
  };
}
