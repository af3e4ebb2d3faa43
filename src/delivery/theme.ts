export const THEMES = ['auto', 'light', 'dark'] as const;

/** Colours of the HTML output. */
export interface PageTheme {
  theme: (typeof THEMES)[number];
  /** Six hex digits without `#`; undefined: the house colour. */
  accent: string | undefined;
}

/** Shape of `accent` as it is asked for. */
export const ACCENT = /^#?[0-9a-f]{6}$/i;

/** `accent` as a `PageTheme` holds it. */
export const plainHex = (accent: string): string => accent.replace('#', '').toLowerCase();

/** The theme of a request that may be faulty elsewhere: what cannot be read is the default. */
export function lenientTheme(theme: string | undefined, accent: string | undefined): PageTheme {
  return {
    theme: THEMES.find((known) => known === theme?.toLowerCase()) ?? 'auto',
    accent: accent && ACCENT.test(accent) ? plainHex(accent) : undefined,
  };
}
