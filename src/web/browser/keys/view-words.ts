const VIEW_NAMES: readonly (readonly [path: RegExp, words: string])[] = [
  [/^topics\/trending/, 'Trending topics'],
  [/^insights\/trending-topics\/growth/, 'Growth of topics'],
  [/^insights\/trending-topics/, 'Topics most read'],
  [/^insights\/popular-content/, 'Popular content'],
  [/^insights\/rising-content/, 'Content that gains readers'],
  [/^insights\/underplayed-content/, 'Underplayed content'],
  [/^insights\/overplayed-content/, 'Overplayed content'],
  [/^insights\/read-through-rates/, 'Read depth'],
  [/^insights\/topics\/\d+\/history\/.*[?&#]with=/, 'Topics compared'],
  [/^insights\/topics\/\d+/, 'A topic'],
  [/^insights\/content\/\d+/, 'An article'],
  [/^insights\/audience/, 'Audiences'],
  [/^insights\/sources\/.*[?&]by=company/, 'Companies'],
  [/^insights\/sources/, 'Sources'],
  [/^insights\/week/, 'The week'],
  [/^insights\/history/, 'The site by day'],
];

const VIEW_PAGES: readonly (readonly [path: RegExp, page: string])[] = [
  [/^topics\/trending.*/, '/insights?view=trending'],
  [/^insights\/trending-topics\/growth.*/, '/insights?view=growth'],
  [/^insights\/popular-content.*/, '/insights?view=popular'],
  [/^insights\/(?:under|over)played-content.*/, '/insights?view=places'],
  [/^insights\/topics\/(\d+).*/, '/insights?topic=$1'],
  [/^insights\/content\/(\d+).*/, '/insights?content=$1'],
  [/^insights\/sources.*[?&]by=company.*/, '/insights?view=companies'],
  [/^insights\/sources.*/, '/insights?view=sources'],
  [/^insights\/week.*/, '/insights/week'],
];

/** Returns the address of the page that a shared view comes from. */
export function pageOf(view: string): string {
  const found = VIEW_PAGES.find(([path]) => path.test(view));
  return found ? view.replace(...found) : '/insights';
}

const LIST_FORMAT = new Intl.ListFormat('en');

/** Describes a shared view. Returns an unknown path unchanged. `null` in `names` stands for a deleted resource. */
export function viewInWords(view: string, names: readonly (string | null)[] = []): string {
  const words = VIEW_NAMES.find(([path]) => path.test(view))?.[1];
  if (!words) return view;
  const group = new URLSearchParams(view.split('#')[1]).get('group');
  if (group) return `${words}: ${group}`;
  const gone =
    view.includes('/content/') && !view.includes('/topics/')
      ? 'an article that was deleted'
      : 'a topic that was deleted';
  return names.length > 0 ? `${words}: ${LIST_FORMAT.format(names.map((name) => name ?? gone))}` : words;
}
