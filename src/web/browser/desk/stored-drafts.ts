import type { DeskDraft } from './use-day.ts';

/** Unpublished changes of the desk in a tab, which survive visits to other pages. Signing out removes them. */
const STORAGE_KEY = 'newsgauge:desk';

export function readStoredDrafts(): Record<string, DeskDraft> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return {};
  }
}

export function storeDrafts(drafts: Record<string, DeskDraft>): void {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(drafts));
  } catch {}
}
