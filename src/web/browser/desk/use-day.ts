import { useEffect, useState } from 'hono/jsx/dom';
import { ask } from '../lib/ask.ts';
import { type Entry, useAsked } from '../lib/asked.ts';
import { Refusal } from '../lib/refusal.ts';
import { sameOrder } from './lists.ts';
import type { Article, Day, Draft } from './types.ts';

/** Drafts by day. They stand above the key gate, so that a key that expires takes no work with it. */
export interface Drafts {
  of: Record<string, Draft>;
  put: (date: string, draft: Draft | null) => void;
}

export interface EditedDay {
  /** As it is stored, as far as known; null: not loaded yet. */
  stored: Day | null;
  articles: Article[];
  isChanged: boolean;
  /** What somebody else has made of the day while it was changed here. */
  theirs: Day | null;
  isSaving: boolean;
  refusal: Refusal | null;
  edit: (articles: Article[]) => void;
  /** Stores the list, unless somebody else has changed the day since; with `over` in place of what they made. */
  save: (over?: Day) => Promise<boolean>;
  /** Drops the changes. */
  drop: () => void;
  again: () => void;
}

const EVERY = 8_000;

/** A day that is being made: loaded, watched for what others do, changed and stored. */
export function useDay(entry: Entry, date: string, drafts: Drafts): EditedDay {
  const path = `/manage/recommended/${date}`;
  const polled = useAsked(entry, (signal) => ask<Day>(path, { key: entry.apiKey, signal }), {
    question: date,
    every: EVERY,
  });
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<{ date: string; refusal: Refusal } | null>(null);
  const stored = polled.value;
  const draft = drafts.of[date];
  // What was stored from here is newer than what was last asked for.
  const latest = draft && stored && draft.base.version >= stored.version ? draft.base : stored;
  const isChanged = Boolean(draft && latest && !sameOrder(draft.articles, draft.base.articles));
  // Both have made the same of it: there is nothing to decide.
  const isSettled = Boolean(isChanged && draft && stored && sameOrder(draft.articles, stored.articles));
  useEffect(() => {
    if (isSettled) drafts.put(date, null);
  }, [isSettled]);
  const articles = (isChanged ? draft?.articles : latest?.articles) ?? [];
  const base = isChanged ? draft?.base : latest;
  const theirs = isChanged && !isSettled && stored && base && stored.version > base.version ? stored : null;

  const edit = (next: Article[]) => {
    if (base) drafts.put(date, { base, articles: next });
  };
  const save = async (over?: Day) => {
    const version = over?.version ?? base?.version;
    setSaving(true);
    setRefused(null);
    try {
      const body = { articles: articles.map(({ contentId }) => contentId), version };
      const answer = await ask<{ version: number }>(path, { key: entry.apiKey, method: 'PUT', body });
      drafts.put(date, { base: { version: answer.version, articles }, articles });
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.kind === 'key' || error.kind === 'forbidden') entry.refuse(error);
      else if (error.kind !== 'conflict') setRefused({ date, refusal: error });
      return false;
    } finally {
      setSaving(false);
      polled.again();
    }
  };
  return {
    ...{ stored: latest ? { ...latest, date, modifiedAt: stored?.modifiedAt ?? null } : null, articles, isChanged },
    ...{ theirs, isSaving, edit, save, drop: () => drafts.put(date, null), again: polled.again },
    refusal: (refused?.date === date ? refused.refusal : null) ?? (stored ? null : polled.refusal),
  };
}
