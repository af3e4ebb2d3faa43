const WORDS: readonly (readonly [path: RegExp, words: string])[] = [
  [/^topics\/trending/, 'Trending topics'],
  [/^insights\/trending-topics\/growth/, 'Growth of topics'],
  [/^insights\/trending-topics/, 'Topics most read'],
  [/^insights\/popular-content/, 'Popular content'],
  [/^insights\/rising-content/, 'Content that gains readers'],
  [/^insights\/underplayed-content/, 'Deserves a better place'],
  [/^insights\/overplayed-content/, 'Takes a place it does not earn'],
  [/^insights\/read-shares/, 'How far readers get'],
  [/^insights\/topics\/\d+\/history\/.*[?&]with=/, 'Topics compared'],
  [/^insights\/topics\/\d+/, 'A topic'],
  [/^insights\/content\/\d+/, 'An article'],
  [/^insights\/audience/, 'Audiences'],
  [/^insights\/week/, 'The week'],
  [/^insights\/history/, 'The site by day'],
];

/** What a shared view shows, from its path below `/api/v2/`, and of which topics or article; one that is not known is shown as it is. */
export function viewInWords(view: string): string {
  const words = WORDS.find(([path]) => path.test(view))?.[1];
  const ids = Array.from(view.matchAll(/(?:\/(?:topics|content)\/|[?&]with=)(\d[\d,]*)/g), ([, id]) => id).join(',');
  return words ? `${words}${ids ? ` (no. ${ids.split(',').join(', ')})` : ''}` : view;
}
