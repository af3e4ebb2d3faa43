export const ILLUSTRATION = { width: 1200, height: 675 } as const;

export const IMAGE_THEMES = {
  waves: ['Abstract waves in blues under a pale sun', 'Abstract night sea with a container ship’s outline'],
  skyline: ['Abstract city skyline at dusk', 'Abstract skyline in warm tones with lit windows'],
  shield: ['Abstract shield over concentric rings', 'Abstract shield on a field of hexagons'],
  flight: ['Abstract aircraft tail and flight path', 'Abstract flight paths over a curved horizon'],
  scales: ['Abstract balance of circles and bars', 'Abstract columns of a courthouse'],
  leaf: ['Abstract overlapping leaves', 'Abstract green hills with leaves'],
  storm: ['Abstract spiral of a storm', 'Abstract rain over a flooded plain'],
  power: ['Abstract wind turbines on a ridge', 'Abstract pylons and a low sun'],
  crane: ['Abstract tower cranes over building frames', 'Abstract building blocks and a crane hook'],
  globe: ['Abstract globe with arcs between cities', 'Abstract globe of dots with trade routes'],
  chart: ['Abstract bars and a rising line', 'Abstract layered area chart'],
  circuit: ['Abstract network of nodes and lines', 'Abstract circuit traces around a core'],
  people: ['Abstract group of figures in colour', 'Abstract overlapping profiles'],
  bridge: ['Abstract suspension bridge', 'Abstract interlocking squares'],
  fire: ['Abstract flames over dark hills', 'Abstract layers of heat haze and forest'],
  care: ['Abstract pulse line and cross', 'Abstract capsules in soft colours'],
  road: ['Abstract winding road through hills', 'Abstract lanes with moving vehicles'],
  paper: ['Abstract stack of pages', 'Abstract seal on folded paper'],
} as const satisfies Record<string, readonly [string, string]>;

export type ImageTheme = keyof typeof IMAGE_THEMES;

/** Index of the variant that is a bitmap, like most pictures in newsrooms. The other variants are drawings. */
export const PHOTOGRAPH = 1;

/** Themes whose photograph is a JPEG. The others are WebP. */
const JPEGS: readonly ImageTheme[] = ['waves', 'skyline', 'flight', 'fire', 'road', 'people'];

export function illustrationFile(theme: ImageTheme, variant: number): string {
  const type = variant !== PHOTOGRAPH ? 'svg' : JPEGS.includes(theme) ? 'jpg' : 'webp';
  return `${theme}-${variant + 1}.${type}`;
}
