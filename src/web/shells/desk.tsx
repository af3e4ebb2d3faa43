import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';
import { previewSources } from './preview-sources.ts';

/** `/desk`: editors make the selections of days. */
export const desk: PageDefinition = {
  path: '/desk',
  heading: 'Desk',
  description: 'Choose and order what readers are recommended, today and in the days to come.',
  script: 'desk',
  style: 'desk',
  frames: true,
  images: true,
  sources: previewSources,
  content: () => <AppRoot />,
};
