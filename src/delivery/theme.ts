export const THEMES = ['auto', 'light', 'dark'] as const;

/** How the HTML output looks. */
export interface Look {
  theme: (typeof THEMES)[number];
  /** Six hex digits without `#`; undefined: the house colour. */
  accent: string | undefined;
}

/** Shape of `accent` as it is asked for. */
export const ACCENT = /^#?[0-9a-f]{6}$/i;

/** `accent` as a `Look` holds it. */
export const plainHex = (accent: string): string => accent.replace('#', '').toLowerCase();

/** The look that a request asks for where it may be faulty elsewhere: what cannot be read is the default. */
export function lenientLook(theme: string | undefined, accent: string | undefined): Look {
  return {
    theme: THEMES.find((known) => known === theme?.toLowerCase()) ?? 'auto',
    accent: accent && ACCENT.test(accent) ? plainHex(accent) : undefined,
  };
}
