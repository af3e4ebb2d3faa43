import type { Language } from './labels.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;

/** Layouts of a page. `auto` shows a list up to a width of 572 px, and cards above that. */
export const LAYOUTS = ['auto', 'cards', 'list', 'headlines', 'ticker'] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface PageTheme {
  theme: (typeof THEMES)[number];
  accent: string | undefined;
  layout?: Layout;
  images?: boolean;
  language?: Language;
  title?: string | undefined;
}

export const ACCENT = /^#?[0-9a-f]{6}$/i;

export const plainHex = (accent: string): string => accent.replace('#', '').toLowerCase();

/** Reads the theme of an invalid request, for its error page. Replaces invalid values with their defaults. */
export function lenientTheme({ theme, accent }: Partial<Record<string, string | undefined>>): PageTheme {
  return {
    theme: THEMES.find((known) => known === theme?.toLowerCase()) ?? 'auto',
    accent: accent && ACCENT.test(accent) ? plainHex(accent) : undefined,
  };
}
