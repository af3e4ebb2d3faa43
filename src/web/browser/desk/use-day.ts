import { useEffect, useState } from 'hono/jsx/dom';
import { useData } from '../lib/query.ts';
import { ApiError, type DataOf, request, type Schemas } from '../lib/request.ts';
import { useAction } from '../ui/actions.tsx';
import { merged, sameOrder } from './article-order.ts';

export type Article = Schemas['DeskArticle'];
export type Candidate = Schemas['Candidate'];
/** A day as it is stored. */
export type Day = DataOf<'/manage/recommended/{date}'>;

/** What an editor makes of a day, and the stored day that it was made from. */
export interface Draft {
  base: Pick<Day, 'version' | 'articles'>;
  articles: Article[];
}

/** Drafts by day, kept outside the sign-in, so that no work is lost when a session ends. */
export interface Drafts {
  of: Record<string, Draft>;
  put: (date: string, draft: Draft | null) => void;
}

export interface EditedDay {
  /** As it is stored, as far as known; null: not loaded yet. */
  stored: Day | null;
  articles: Article[];
  isChanged: boolean;
  /** The version that somebody else has stored while the day was edited here, where the two do not fit together. */
  theirs: Day | null;
  /** When somebody else has stored what is in the list that is edited here, too; null: nobody has. */
  shared: string | null;
  isSaving: boolean;
  error: ApiError | null;
  edit: (articles: Article[]) => void;
  /** Goes on from another stored day. */
  editFrom: (base: Day, articles: Article[]) => void;
  /** Stores the list, unless somebody else has changed the day since; with `over` in place of what they made. */
  save: (over?: Day) => Promise<boolean>;
  /** Drops the changes. */
  drop: () => void;
  reload: () => void;
}

const EVERY = 8_000;
/** Changes of others that one may run into while one stores a list. */
const TRIES = 4;

/** A day under edit: loads it, watches for other editors' changes, and stores it. */
export function useDay(date: string, drafts: Drafts): EditedDay {
  const path = `/manage/recommended/${date}`;
  const polled = useData('/manage/recommended/{date}', { at: { date }, interval: EVERY });
  const [isSaving, run] = useAction((error) => {
    if (error.kind !== 'key' && error.kind !== 'conflict') setRefused({ date, error });
  });
  const [shared, setShared] = useState<{ date: string; at: string | null } | null>(null);
  const [refused, setRefused] = useState<{ date: string; error: ApiError } | null>(null);
  const stored = polled.value;
  const draft = drafts.of[date];
  // The version stored from here is newer than the last one loaded.
  const latest = draft && stored && draft.base.version >= stored.version ? draft.base : stored;
  const isChanged = Boolean(draft && latest && !sameOrder(draft.articles, draft.base.articles));
  // Both versions are equal: there is nothing to decide.
  const isSettled = Boolean(isChanged && draft && stored && sameOrder(draft.articles, stored.articles));
  useEffect(() => {
    if (isSettled) drafts.put(date, null);
  }, [isSettled]);
  const articles = (isChanged ? draft?.articles : latest?.articles) ?? [];
  const base = isChanged ? draft?.base : latest;
  const newer = isChanged && !isSettled && stored && base && stored.version > base.version ? stored : null;
  const together = newer && base && !isSaving ? merged(base.articles, articles, newer.articles) : null;
  const theirs = together || isSaving ? null : newer;
  const share = (from: Day, next: Article[]) => {
    drafts.put(date, { base: from, articles: next });
    setShared({ date, at: from.modifiedAt });
  };
  useEffect(() => {
    if (newer && together) share(newer, together);
  }, [newer?.version, together !== null]);

  const edit = (next: Article[]) => {
    if (base) drafts.put(date, { base, articles: next });
  };
  const editFrom = (from: Day, next: Article[]) => drafts.put(date, { base: from, articles: next });
  /** Stores the list, with what somebody else has stored meanwhile, where the two fit together. */
  const store = async (from: Draft['base'] | null | undefined, mine: Article[], tries = TRIES): Promise<void> => {
    const body = { articles: mine.map(({ contentId }) => contentId), version: from?.version };
    try {
      const { version } = await request<{ version: number }>(path, { method: 'PUT', body });
      drafts.put(date, { base: { version, articles: mine }, articles: mine });
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'conflict' || !from || tries === 0) throw error;
      const now = await request<Day>(path, {});
      const both = merged(from.articles, mine, now.articles);
      if (!both) throw error;
      share(now, both);
      await store(now, both, tries - 1);
    }
  };
  const save = async (over?: Day) => {
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
    stored: latest ? { ...latest, date, modifiedAt: stored?.modifiedAt ?? null } : null,
    articles,
    isChanged,
    theirs,
    shared: shared?.date === date ? (shared.at ?? '') : null,
    isSaving,
    error: (refused?.date === date ? refused.error : null) ?? (stored ? null : polled.error),
    edit,
    editFrom,
    save,
    drop: () => drafts.put(date, null),
    reload: polled.reload,
  };
}
