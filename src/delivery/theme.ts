import type { Language } from './labels.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;

/** How articles are laid out: `auto` is a list up to 572 px and cards from there on. */
export const LAYOUTS = ['auto', 'cards', 'list', 'headlines', 'ticker'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** How the HTML output looks. */
export interface PageTheme {
  theme: (typeof THEMES)[number];
  /** Six hex digits without `#`; undefined: the house colour. */
  accent: string | undefined;
  /** Left out: `auto`. */
  layout?: Layout;
  /** false: no pictures. */
  images?: boolean;
  /** The language of the page's own words and dates; left out: English. */
  language?: Language;
  /** A heading above the articles; left out: no visible one. */
  title?: string | undefined;
}

/** Syntax of the parameter `accent`. */
export const ACCENT = /^#?[0-9a-f]{6}$/i;

/** `accent` as a `PageTheme` holds it. */
export const plainHex = (accent: string): string => accent.replace('#', '').toLowerCase();

/** The theme of a request that may have other faults: unreadable values become the default. */
export function lenientTheme({ theme, accent }: Partial<Record<string, string | undefined>>): PageTheme {
  return {
    theme: THEMES.find((known) => known === theme?.toLowerCase()) ?? 'auto',
    accent: accent && ACCENT.test(accent) ? plainHex(accent) : undefined,
  };
}
