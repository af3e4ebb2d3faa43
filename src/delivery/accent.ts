type Rgb = readonly [red: number, green: number, blue: number];

/** Minimum contrast of normal text (WCAG 2.2, success criterion 1.4.3). */
const MIN_CONTRAST = 4.5;
const LIGHTNESS_STEPS = 50;

/** Returns the WCAG contrast ratio of two colours, from 1 to 21. Each colour is six hex digits. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(rgb(a)), luminance(rgb(b))].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Returns the colour, or the nearest shade that has a contrast of at least 4.5 with `background`. */
export function readable(colour: string, background: string): string {
  const pole: Rgb = luminance(rgb(background)) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  for (let step = 0; step < LIGHTNESS_STEPS; step++) {
    const shade = hex(mix(rgb(colour), pole, step / LIGHTNESS_STEPS));
    if (contrast(shade, background) >= MIN_CONTRAST) return shade;
  }
  return hex(pole);
}

const each = ([red, green, blue]: Rgb, of: (part: number, i: 0 | 1 | 2) => number): Rgb => [
  of(red, 0),
  of(green, 1),
  of(blue, 2),
];

const rgb = (digits: string): Rgb => each([0, 2, 4], (at) => Number.parseInt(digits.slice(at, at + 2), 16));

const hex = (colour: Rgb): string => colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('');

const mix = (from: Rgb, to: Rgb, share: number): Rgb => each(from, (part, i) => part + (to[i] - part) * share);

function luminance(colour: Rgb): number {
  const [red, green, blue] = each(colour, (part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
