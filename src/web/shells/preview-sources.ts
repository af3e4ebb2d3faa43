import PAGE_SCRIPT from '../../delivery/feed-page-script.generated.ts';
import { sourceHash } from '../../delivery/html-page.tsx';
import { pageStyle } from '../../delivery/html-style.ts';

const PREVIEW_THEME = { theme: 'auto', accent: undefined } as const;

/** A preview is a document of the page's own, so that the page's policy must know the feed's style and script. */
export const previewSources = async (): Promise<Record<string, string>> => ({
  'script-src': `'${await sourceHash(PAGE_SCRIPT)}'`,
  'style-src': `'${await sourceHash(pageStyle(PREVIEW_THEME))}'`,
});
