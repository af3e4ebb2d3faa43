import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/embed`: chooses filters and looks of a feed for a page of one's own. */
export const embed: PageDefinition = {
  path: '/embed',
  heading: 'Embed',
  description: 'Choose what your page shows and how it looks, see it live, and copy the code for your page.',
  script: 'embed-builder',
  style: 'embed-builder',
  frames: true,
  content: () => <AppRoot />,
};
