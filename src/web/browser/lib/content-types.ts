/** Content types as people say them. */
const NAMES: Record<string, string> = {
  ...{ article: 'Article', video: 'Video', gallery: 'Gallery', report: 'Report' },
  ...{ pressrelease: 'Press release', podcast: 'Podcast' },
};

export const typeName = (type: string | null): string => (type ? (NAMES[type] ?? type) : '');
