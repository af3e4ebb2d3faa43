import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';
import { previewSources } from './preview-sources.ts';

/** `/content`: articles and what they are sorted by, seen, made, changed and deleted. */
export const content: PageDefinition = {
  path: '/content',
  heading: 'Content',
  description: 'Articles and their sources, topics, companies, regions and rules.',
  isQuiet: true,
  script: 'content',
  style: 'content',
  frames: true,
  images: true,
  sources: previewSources,
  content: () => <AppRoot />,
};
