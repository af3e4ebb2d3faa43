/** SVG paths of icons on a grid of 24 × 24 units, in the text colour. */
const PATHS = {
  home: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9',
  insights: 'M4 18l5-6 4 3.5L20 7M15.5 7H20v4.5',
  content: 'M5 5h14v14H5zM5 10h14M10 10v9',
  desk: 'M5 6h9M5 12h14M5 18h9M18.5 4v4M16.5 6h4',
  embed: 'M9 8l-4.5 4L9 16M15 8l4.5 4L15 16',
  alerts: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  operate: 'M3.5 12.5h4l2.5-7 4 13 2.5-6h4',
  api: 'M8 5c-2.5 0-2.5 1.5-2.5 3.5S5 12 3.5 12C5 12 5.5 13.5 5.5 15.500S5.5 19 8 19M16 5c2.5 0 2.5 1.5 2.5 3.500S19 12 20.5 12c-1.5 0-2 1.5-2 3.500S18.5 19 16 19',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  person: 'M12 12a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.500zM4.5 20c.8-3.6 3.7-5.5 7.5-5.500s6.7 1.9 7.5 5.5',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
