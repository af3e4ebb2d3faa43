import PAGE_SCRIPT from '../../delivery/feed-page-script.generated.ts';
import { sourceHash } from '../../delivery/html-page.tsx';
import { pageStyle } from '../../delivery/html-style.ts';
import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

const PREVIEW_THEME = { theme: 'auto', accent: undefined } as const;

/** `/desk`: editors make the selections of days. */
export const desk: PageDefinition = {
  path: '/desk',
  heading: 'Desk',
  description: 'Choose and order what readers are recommended, today and in the days to come.',
  script: 'desk',
  style: 'desk',
  frames: true,
  images: true,
  // The preview is a document of this page's own, so this page's policy must know the feed's style and script.
  sources: async () => ({
    'script-src': `'${await sourceHash(PAGE_SCRIPT)}'`,
    'style-src': `'${await sourceHash(pageStyle(PREVIEW_THEME))}'`,
  }),
  content: () => <AppRoot />,
};
