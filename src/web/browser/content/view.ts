/** What the page shows, as its address has it. */
export const DEFAULTS = {
  kind: 'articles',
  /** Of the one thing that is open; `new`: one that is being made. */
  id: '',
  /** Words that are looked for. */
  q: '',
  sort: '',
  cursor: '',
  topics: '',
  companies: '',
  sources: '',
  contentTypes: '',
  state: '',
  from: '',
  until: '',
  category: '',
  organisationType: '',
  withFeeds: '',
  country: '',
  of: '',
  /** What was deleted, in place of what is there. */
  deleted: '',
  /** A rule that is being made: what it tags. */
  ref: '',
  /** Of the history. */
  thing: '',
};
export type ContentView = typeof DEFAULTS;

/** What every part of the page gets. */
export interface Session {
  view: ContentView;
  /** Changes the address; a step of the history unless it replaces. */
  change: (part: Partial<ContentView>, how?: { replace: boolean }) => void;
  href: (part: Partial<ContentView>) => string;
}
