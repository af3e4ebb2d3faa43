import { ILLUSTRATION, type Theme } from './images.ts';
import { createRandom, type Random } from './random.ts';

const { width: W, height: H } = ILLUSTRATION;

/** Five colours from sky to ground, and an accent. */
type Palette = readonly [string, string, string, string, string, string];
type Draw = (colours: Palette, random: Random) => string;

const DUSK: Palette = ['#f3e3d3', '#e9b999', '#c9788a', '#6d4a7c', '#2b2a4c', '#ffd27d'];
const SEA: Palette = ['#e6f1f4', '#a9d3dc', '#5aa3b8', '#2b6c8c', '#12395a', '#f6c667'];
const NIGHT: Palette = ['#1b2647', '#26386a', '#35558f', '#4e7fb5', '#8fb8d8', '#f4d58d'];
const MOSS: Palette = ['#f2f4e6', '#cfdcae', '#8fb37b', '#4d8262', '#1f4d45', '#f2b155'];
const SAND: Palette = ['#fbf3e4', '#f1d9b5', '#dba878', '#a86c55', '#5a3d44', '#3f8f8b'];
const SLATE: Palette = ['#eef0f5', '#c8d0df', '#8c9ab8', '#525f86', '#272f4f', '#ee8b6f'];
const EMBER: Palette = ['#2b1b2e', '#5b2333', '#9e3a34', '#dd6a36', '#f6ad4b', '#ffe2a0'];
const MINT: Palette = ['#eef8f5', '#bfe5da', '#7cc4b4', '#35918b', '#165a63', '#f28f79'];

/** Draws one illustration as an SVG document; equal arguments draw the same. */
export function drawIllustration(theme: Theme, variant: number): string {
  const [draw, palette] = DRAWINGS[theme][variant] ?? DRAWINGS[theme][0];
  const body = draw(palette, createRandom(variant, theme));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}"><rect width="${W}" height="${H}" fill="${palette[0]}"/>${body}</svg>\n`;
}

/** Draws a source's icon: its initials on a coloured mark. */
export function drawIcon(name: string, index: number): string {
  const hue = (index * 137 + 200) % 360;
  const initials = (name.match(/\p{Lu}/gu) ?? ['?']).slice(0, 2).join('');
  const back =
    index % 3 === 0
      ? `<rect width="64" height="64" rx="14" fill="hsl(${hue} 45% 34%)"/>`
      : index % 3 === 1
        ? `<circle cx="32" cy="32" r="32" fill="hsl(${hue} 45% 34%)"/>`
        : `<path d="M32 0 64 18v28L32 64 0 46V18z" fill="hsl(${hue} 45% 34%)"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${back}<path d="M16 49h32" stroke="hsl(${(hue + 150) % 360} 70% 70%)" stroke-width="4" stroke-linecap="round"/><text x="32" y="40" text-anchor="middle" font-family="Georgia,serif" font-size="26" font-weight="700" fill="#fff">${initials}</text></svg>\n`;
}

const rect = (x: number, y: number, w: number, h: number, fill: string, extra = '') =>
  `<rect x="${r(x)}" y="${r(y)}" width="${r(w)}" height="${r(h)}" fill="${fill}"${extra}/>`;
const circle = (x: number, y: number, radius: number, fill: string, extra = '') =>
  `<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius)}" fill="${fill}"${extra}/>`;
const path = (d: string, fill: string, extra = '') => `<path d="${d}" fill="${fill}"${extra}/>`;
const stroke = (d: string, colour: string, width: number, extra = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${extra}/>`;
const ring = (x: number, y: number, radius: number, colour: string, width: number) =>
  circle(x, y, radius, 'none', ` stroke="${colour}" stroke-width="${width}"`);
const times = (count: number, draw: (i: number) => string) => Array.from({ length: count }, (_, i) => draw(i)).join('');
const opacity = (value: number) => ` opacity="${value}"`;

function r(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A band of rolling ground or water from `y` to the bottom edge. */
function swell(y: number, height: number, waves: number, phase: number, fill: string): string {
  const step = W / waves;
  const crests = times(waves + 1, () => `q${r(step / 4)} ${-height} ${r(step / 2)} 0t${r(step / 2)} 0`);
  return path(`M${r(-phase * step)} ${r(y)}${crests}V${H}H${r(-phase * step)}z`, fill);
}

const waves: Draw = ([, a, b, c, d, sun], random) =>
  circle(880, 230, 110, sun) +
  [a, b, c, d].map((fill, i) => swell(300 + i * 95, 46 - i * 6, 3 + i, random.next(), fill)).join('');

const shipAtNight: Draw = ([, a, b, c, d, moon], random) =>
  times(26, () => circle(random.int(0, W), random.int(0, 300), random.pick([1.5, 2, 3]), d)) +
  circle(960, 140, 62, moon) +
  path('M300 400h560l-50 90H360z', c) +
  times(14, (i) => rect(350 + (i % 7) * 62, 346 - Math.floor(i / 7) * 50, 56, 46, random.pick([a, b, d, moon]))) +
  rect(800, 290, 46, 110, d) +
  swell(470, 26, 5, random.next(), b) +
  swell(545, 26, 4, random.next(), a);

const skyline: Draw = ([, a, b, c, d, sun], random) =>
  circle(820, 300, 150, sun) +
  [a, b, c, d]
    .map((fill, i) =>
      times(13, (j) => {
        const height = random.int(90, 330) - i * 35 + (3 - i) * 40;
        return rect(j * 96 - 20 + random.int(-12, 12), H - height, random.int(58, 98), height, fill);
      }),
    )
    .join('');

const litTowers: Draw = ([, a, b, c, d, light], random) =>
  times(9, (i) => {
    const height = random.int(220, 540);
    const x = 20 + i * 132;
    const windows = times(
      7,
      () => `M${x + 16 + random.int(0, 3) * 22} ${H - height + 24 + random.int(0, 5) * 32}h12v18h-12z`,
    );
    return rect(x, H - height, 112, height, random.pick([a, b, c, d])) + path(windows, light);
  });

const SHIELD = 'M600 110 810 190v150c0 120-90 195-210 240-120-45-210-120-210-240V190z';
const shieldRings: Draw = ([, a, b, c, d, light]) =>
  times(6, (i) => ring(600, 340, 620 - i * 95, [a, b][i % 2] ?? a, 22)) +
  path(SHIELD, d) +
  path('M600 110 810 190v150c0 120-90 195-210 240z', c) +
  stroke('M510 340l65 68 120-136', light, 30);

const hexShield: Draw = ([, a, b, c, d, light], random) => {
  const cells = Array.from({ length: 60 }, (_, i) => {
    const x = (i % 12) * 108 + (Math.floor(i / 12) % 2) * 54;
    const y = 30 + Math.floor(i / 12) * 150 - 58;
    return { shade: random.int(0, 3), outline: `M${x} ${y}l50 29v58l-50 29-50-29v-58z` };
  });
  const field = [a, b, c].map((fill, shade) => {
    const outlines = cells.filter((cell) => cell.shade === shade).map(({ outline }) => outline);
    return path(outlines.join(''), fill, opacity(0.6));
  });
  return field.join('') + path(SHIELD, d) + circle(600, 310, 56, light) + path('M574 330h52l20 130h-92z', light);
};

const tail: Draw = ([, a, b, c, d, light]) =>
  circle(240, 190, 90, light) +
  times(4, (i) => rect(0, 470 + i * 52, W, 34, [a, b][i % 2] ?? a, ' rx="17"')) +
  path('M560 560 860 120h170L960 560z', d) +
  path('M700 354 860 120h170l-37 234z', c) +
  stroke('M0 640C300 610 520 500 1200 620', light, 8);

const flightPaths: Draw = ([, a, b, c, d, light], random) =>
  circle(600, 1250, 880, a) +
  circle(600, 1290, 880, b) +
  times(6, (i) => {
    const x1 = 90 + i * 90;
    const x2 = 620 + i * 95;
    return stroke(
      `M${x1} ${random.int(460, 540)}Q${(x1 + x2) / 2} ${60 + i * 34} ${x2} ${random.int(460, 540)}`,
      [c, d][i % 2] ?? c,
      4,
      ' stroke-dasharray="2 16"',
    );
  }) +
  path('M690 160l96 34-96 34 18-34z', light);

const balance: Draw = ([, a, b, c, d, light]) =>
  circle(600, 340, 290, a) +
  rect(588, 150, 24, 400, d) +
  rect(470, 540, 260, 26, d, ' rx="13"') +
  stroke('M330 250 870 190', d, 22) +
  path('M220 400a110 110 0 0 0 220 0z', c) +
  path('M760 340a110 110 0 0 0 220 0z', b) +
  circle(330, 345, 52, light) +
  stroke('M330 250 220 400M330 250 440 400M870 190 760 340M870 190 980 340', d, 5);

const columns: Draw = ([, a, b, c, d, light]) =>
  circle(600, 330, 260, light, opacity(0.6)) +
  path('M600 90 1010 230H190z', c) +
  rect(190, 240, 820, 34, d) +
  times(7, (i) => rect(222 + i * 116, 284, 60, 270, [a, b][i % 2] ?? a) + rect(262 + i * 116, 284, 20, 270, c)) +
  rect(170, 560, 860, 36, d) +
  rect(130, 600, 940, 75, c);

const LEAF = 'c120-130 120-270 0-400c-120 130-120 270 0 400z';
const leaves: Draw = ([, a, b, c, d, light]) =>
  circle(960, 160, 80, light) +
  times(9, (i) => {
    const turn = -80 + i * 20;
    return `<g transform="rotate(${turn} 600 640)">${path(`M600 600${LEAF}`, [a, b, c, d][i % 4] ?? a, opacity(0.85))}${stroke('M600 590V260', light, 3, opacity(0.5))}</g>`;
  });

const hills: Draw = ([, a, b, c, d, sun], random) =>
  circle(300, 190, 95, sun) +
  [a, b, c, d].map((fill, i) => swell(330 + i * 85, 90 - i * 12, 2, random.next(), fill)).join('') +
  times(7, (i) => {
    const x = 110 + i * 165;
    const y = random.int(520, 620);
    return stroke(`M${x} ${y}v-70`, d, 6) + path(`M${x} ${y - 60}q44 -50 0 -110q-44 60 0 110z`, i % 2 ? b : c);
  });

const spiral: Draw = ([, a, b, c, d, eye]) =>
  times(26, (i) => {
    const radius = 300 - i * 9.5;
    const x = 600 + Math.cos(i * 0.42) * radius * 0.28;
    const y = 337 + Math.sin(i * 0.42) * radius * 0.28;
    return ring(x, y, radius, [a, b, c, d][i % 4] ?? a, 12);
  }) + circle(612, 340, 24, eye);

const rain: Draw = ([, a, b, c, d, light], random) =>
  stroke(
    times(34, () => `M${random.int(0, W)} ${random.int(180, 470)}l-22 60`),
    b,
    5,
    opacity(0.7),
  ) +
  path(
    'M250 230a90 90 0 0 1 150-80a130 130 0 0 1 240-10a100 100 0 0 1 160 70a70 70 0 0 1 10 140H320a70 70 0 0 1-70-120z',
    c,
  ) +
  path('M820 500l90-80 90 80v90H820z', d) +
  rect(890, 520, 40, 40, light) +
  swell(540, 24, 4, random.next(), b) +
  swell(595, 20, 5, random.next(), a);

const turbines: Draw = ([, a, b, c, d, sun], random) =>
  circle(250, 220, 100, sun) +
  swell(430, 90, 2, 0.2, a) +
  times(5, (i) => {
    const x = 200 + i * 210;
    const y = random.int(200, 270);
    const turn = random.int(0, 119);
    const blades = times(
      3,
      (k) =>
        `<path d="M${x} ${y}q16-70 0-150q-16 80 0 150z" fill="${d}" transform="rotate(${turn + k * 120} ${x} ${y})"/>`,
    );
    return path(`M${x - 5} ${y}h10l6 330h-22z`, c) + blades + circle(x, y, 11, d);
  }) +
  swell(520, 80, 2, 0.6, b) +
  swell(600, 50, 3, 0.1, c);

const pylons: Draw = ([, a, b, c, d, sun]) =>
  circle(600, 470, 210, sun) +
  swell(500, 40, 2, 0.4, a) +
  times(3, (i) => {
    const x = 180 + i * 420;
    return stroke(
      `M${x - 70} 600 ${x} 150 ${x + 70} 600M${x - 52} 480l94-130M${x + 52} 480l-94-130M${x - 100} 250h200M${x - 80} 330h160`,
      d,
      8,
    );
  }) +
  times(3, (i) =>
    stroke(
      `M-20 ${235 + i * 40}Q${180 + 60} 300 280 ${250 + i * 40}T500 ${250 + i * 40}Q810 ${370 + i * 20} 920 ${250 + i * 40}T1220 ${260 + i * 40}`,
      c,
      3,
    ),
  ) +
  swell(580, 36, 3, 0.2, b) +
  rect(0, 640, W, 35, c);

const crane = (x: number, y: number, colour: string, reach: number) =>
  stroke(
    `M${x} ${H}V${y}M${x - reach * 0.4} ${y + 40}H${x + reach}M${x} ${y - 30}L${x + reach} ${y + 40}M${x} ${y - 30}L${x - reach * 0.4} ${y + 40}M${x + reach * 0.7} ${y + 40}v110`,
    colour,
    10,
  ) + rect(x + reach * 0.7 - 28, y + 150, 56, 34, colour);
const cranes: Draw = ([, a, b, c, d, sun], random) =>
  circle(930, 190, 90, sun) +
  times(5, (i) => {
    const floors = random.int(3, 7);
    return times(
      floors,
      (k) =>
        rect(60 + i * 225, H - 62 * (k + 1), 160, 50, [a, b, c][i % 3] ?? a) +
        rect(70 + i * 225, H - 62 * (k + 1) + 10, 40, 30, d, opacity(0.25)),
    );
  }) +
  crane(330, 150, d, 300) +
  crane(900, 250, c, -280);

const blocks: Draw = ([, a, b, c, d, light], random) =>
  times(15, (i) => {
    const x = 330 + (i % 5) * 110 + (Math.floor(i / 5) % 2) * 30;
    const y = H - 90 - Math.floor(i / 5) * 92;
    return rect(x, y, 102, 84, random.pick([a, b, c, light]), ' rx="6"');
  }) +
  stroke('M600 0v150m0 0a46 46 0 1 1-40 70', d, 16) +
  rect(520, 250, 160, 80, c, ' rx="6"') +
  rect(0, 648, W, 27, d);

const globe: Draw = ([, a, b, c, d, light]) =>
  circle(600, 340, 270, b) +
  times(
    4,
    (i) => `<ellipse cx="600" cy="340" rx="${60 + i * 70}" ry="270" fill="none" stroke="${a}" stroke-width="5"/>`,
  ) +
  times(5, (i) => stroke(`M${[390, 345, 330, 345, 390][i]} ${170 + i * 85}H${[810, 855, 870, 855, 810][i]}`, a, 5)) +
  stroke('M420 420Q560 60 790 260M790 260Q900 380 690 490M420 420Q560 560 690 490', c, 10) +
  circle(420, 420, 20, d) +
  circle(790, 260, 20, light) +
  circle(690, 490, 20, d);

const dottedGlobe: Draw = ([, a, b, c, d, light]) =>
  circle(600, 340, 300, a) +
  times(11, (row) => {
    const y = 90 + row * 50;
    const half = Math.sqrt(Math.max(0, 285 ** 2 - (y - 340) ** 2));
    return stroke(`M${r(600 - half)} ${y}H${r(600 + half)}`, [b, c][row % 2] ?? b, 13, ' stroke-dasharray="0.1 31"');
  }) +
  stroke('M120 560C330 260 560 620 700 330S980 150 1120 190', d, 9) +
  circle(120, 560, 22, light) +
  circle(1120, 190, 22, light) +
  circle(700, 330, 18, d);

const bars: Draw = ([, a, b, c, d, light], random) => {
  const heights = Array.from({ length: 10 }, (_, i) => 120 + i * 30 + random.int(-40, 40));
  const line = heights.map((height, i) => `${i === 0 ? 'M' : 'L'}${145 + i * 101} ${560 - height}`).join('');
  return (
    times(4, (i) => rect(80, 150 + i * 120, 1040, 3, a)) +
    heights.map((height, i) => rect(110 + i * 101, 600 - height, 70, height, [b, c][i % 2] ?? b, ' rx="8"')).join('') +
    stroke(line, light, 12) +
    circle(1054, 560 - (heights[9] ?? 0), 20, d)
  );
};

const areas: Draw = ([, a, b, c, d, light], random) =>
  [a, b, c, d]
    .map((fill, i) => {
      const points = times(9, (k) => `L${k * 150} ${random.int(190, 300) + i * 95 - k * 8}`);
      return path(`M0 ${H}${points}V${H}z`, fill, opacity(0.9));
    })
    .join('') + times(5, (i) => circle(150 + i * 225, 110 + random.int(-30, 40), 14, light));

const network: Draw = ([, a, b, c, d, light], random) => {
  const nodes = Array.from(
    { length: 18 },
    (_, i) => [110 + (i % 6) * 196 + random.int(-50, 50), 130 + Math.floor(i / 6) * 205 + random.int(-50, 50)] as const,
  );
  const links = nodes.flatMap(([x, y], i) =>
    [i + 1, i + 6, i + 5].flatMap((j) => {
      const other = nodes[j];
      return other && Math.abs(other[0] - x) < 330 ? [`M${x} ${y}L${other[0]} ${other[1]}`] : [];
    }),
  );
  return (
    stroke(links.join(''), a, 6) +
    nodes.map(([x, y]) => circle(x, y, random.int(14, 40), random.pick([b, c, d, light]))).join('')
  );
};

const circuit: Draw = ([, a, b, c, d, light], random) =>
  times(12, (i) => {
    const left = i % 2 === 0;
    const y = 70 + i * 48;
    const target = 230 + i * 20;
    const x = left ? 0 : W;
    const bend = left ? random.int(150, 330) : W - random.int(150, 330);
    return (
      stroke(`M${x} ${y}H${bend}L${left ? bend + 70 : bend - 70} ${target}H600`, [a, b, c][i % 3] ?? a, 8) +
      circle(bend, y, 14, c)
    );
  }) +
  rect(430, 170, 340, 340, d, ' rx="36"') +
  rect(490, 230, 220, 220, b, ' rx="24"') +
  circle(600, 340, 56, light);

const figure = (x: number, y: number, size: number, colour: string) =>
  circle(x, y, size, colour) +
  path(
    `M${r(x - size * 1.9)} ${H}V${r(y + size * 3)}a${r(size * 1.9)} ${r(size * 1.9)} 0 0 1 ${r(size * 3.8)} 0V${H}z`,
    colour,
  );
const group: Draw = ([, a, b, c, d, light]) =>
  circle(600, 300, 250, light, opacity(0.5)) +
  figure(260, 300, 56, a) +
  figure(940, 300, 56, a) +
  figure(430, 270, 62, b) +
  figure(770, 270, 62, c) +
  figure(600, 310, 70, d);

const profiles: Draw = ([, a, b, c, d, light]) =>
  [a, b, c, d]
    .map((fill, i) =>
      path(`M${160 + i * 200} ${H}V${300}a150 150 0 0 1 290-40l34 96-36 10 2 74q0 40-70 34V${H}z`, fill, opacity(0.82)),
    )
    .join('') + circle(960, 150, 54, light);

const suspension: Draw = ([, a, b, c, d, sun], random) =>
  circle(600, 250, 130, sun) +
  swell(420, 60, 2, random.next(), a) +
  rect(290, 130, 34, 430, d) +
  rect(876, 130, 34, 430, d) +
  stroke('M-40 380Q200 330 307 150Q600 560 893 150Q1000 330 1240 380', d, 9) +
  times(14, (i) => {
    const x = 350 + i * 38.5;
    const sag = 150 + 205 * (1 - ((x - 600) / 293) ** 2);
    return stroke(`M${r(x)} ${r(sag)}V430`, c, 4);
  }) +
  rect(0, 430, W, 24, d) +
  swell(540, 24, 4, random.next(), b) +
  swell(600, 20, 5, random.next(), c);

const linked: Draw = ([, a, b, c, d, light]) =>
  circle(600, 337, 250, light, opacity(0.55)) +
  times(3, (i) => {
    const x = 410 + i * 190;
    const frame = rect(x - 120, 217, 240, 240, 'none', ` rx="44" stroke="${[b, d, c][i] ?? b}" stroke-width="40"`);
    return `<g transform="rotate(45 ${x} 337)">${frame}</g>`;
  }) +
  stroke('M60 610H1140', a, 8);

const flames: Draw = ([, a, b, c, d, light], random) =>
  [a, b, c, d, light]
    .map((fill, i) => {
      const tongues = times(8, (k) => {
        const tip = random.int(110, 230) + i * 78;
        return `Q${k * 150 + 20} ${tip + 120} ${k * 150 + random.int(60, 100)} ${tip}Q${k * 150 + 120} ${tip + 150} ${(k + 1) * 150} ${tip + 190}`;
      });
      return path(`M0 ${H}V${400 + i * 50}${tongues}V${H}z`, fill, opacity(0.85));
    })
    .join('') + path('M0 675v-60q200-70 420-20t400-10 380-30v120z', '#1d1420');

const haze: Draw = ([, a, b, c, d, sun], random) =>
  circle(600, 230, 140, sun) +
  [d, c, b, a].map((fill, i) => swell(270 + i * 90, 40, 3, random.next(), fill)).join('') +
  times(24, (i) => {
    const x = i * 52 + random.int(-10, 10);
    const top = random.int(460, 540);
    return path(`M${x} ${top}l34 ${H - top}h-68z`, '#1d1420');
  });

const pulse: Draw = ([, a, b, c, d, light]) =>
  circle(600, 337, 260, a) +
  path('M540 150h120v127h127v120H660v127H540V397H413V277h127z', b) +
  stroke('M0 340h330l50-110 70 230 66-180 46 110 40-50h598', d, 16) +
  circle(330, 340, 22, light) +
  circle(930, 340, 16, c);

const capsules: Draw = ([, a, b, c, d, light], random) =>
  times(16, (i) => {
    const x = 130 + (i % 4) * 300 + random.int(-40, 40);
    const y = 100 + Math.floor(i / 4) * 160 + random.int(-20, 20);
    const colour = [b, c, d, light][(i * 3) % 4] ?? b;
    return `<g transform="rotate(${random.int(0, 179)} ${x} ${y})">${rect(x - 80, y - 34, 160, 68, a, ' rx="34"')}${path(`M${x} ${y - 34}h46a34 34 0 0 1 0 68h-46z`, colour)}</g>`;
  });

const winding: Draw = ([, a, b, c, d, sun], random) =>
  circle(910, 170, 86, sun) +
  swell(290, 80, 2, random.next(), a) +
  swell(370, 80, 2, random.next(), b) +
  swell(460, 60, 2, 0.3, c) +
  path('M430 675C520 560 880 560 800 480S560 430 640 380h26c-50 50 260 40 260 110S760 590 800 675z', d) +
  stroke('M610 675C660 580 900 560 864 486S620 430 652 384', sun, 6, ' stroke-dasharray="26 22"');

const lanes: Draw = ([, a, b, c, d, light], random) =>
  times(5, (i) => rect(0, 60 + i * 118, W, 92, [a, b][i % 2] ?? a)) +
  times(4, (i) => stroke(`M0 ${165 + i * 118}H${W}`, light, 6, ' stroke-dasharray="50 40"')) +
  times(9, (i) => {
    const x = (i % 3) * 390 + random.int(30, 160);
    const y = 76 + ((i * 2) % 5) * 118;
    const colour = random.pick([c, d, light]);
    return (
      rect(x, y, random.pick([120, 180, 230]), 60, colour, ' rx="16"') + rect(x + 14, y + 10, 26, 40, a, ' rx="8"')
    );
  });

const pages: Draw = ([, a, b, c, d, light]) =>
  times(
    4,
    (i) =>
      `<g transform="rotate(${-18 + i * 9} 600 420)">${rect(420, 90, 360, 500, [c, b, a, '#fff'][i] ?? a, ' rx="14"')}</g>`,
  ) +
  `<g transform="rotate(9 600 420)">${times(7, (i) => rect(465, 150 + i * 52, i % 3 === 2 ? 180 : 270, 16, i === 0 ? d : a, ' rx="8"'))}${circle(700, 520, 40, light)}</g>`;

const seal: Draw = ([, a, b, c, d, light]) =>
  path('M200 120h800v435H200z', a) +
  path('M200 120 600 400 1000 120z', b) +
  path('M200 555 520 344 600 400 680 344 1000 555z', c, opacity(0.75)) +
  times(12, (i) => circle(600 + 76 * Math.cos((i * Math.PI) / 6), 390 + 76 * Math.sin((i * Math.PI) / 6), 24, d)) +
  circle(600, 390, 80, d) +
  ring(600, 390, 54, light, 8) +
  stroke('M576 392l18 20 34-42', light, 10);

const DRAWINGS: Readonly<Record<Theme, readonly [[Draw, Palette], [Draw, Palette]]>> = {
  waves: [
    [waves, SEA],
    [shipAtNight, NIGHT],
  ],
  skyline: [
    [skyline, DUSK],
    [litTowers, SAND],
  ],
  shield: [
    [shieldRings, SLATE],
    [hexShield, MINT],
  ],
  flight: [
    [tail, SEA],
    [flightPaths, SLATE],
  ],
  scales: [
    [balance, SAND],
    [columns, SLATE],
  ],
  leaf: [
    [leaves, MOSS],
    [hills, MOSS],
  ],
  storm: [
    [spiral, SLATE],
    [rain, SEA],
  ],
  power: [
    [turbines, MINT],
    [pylons, DUSK],
  ],
  crane: [
    [cranes, SAND],
    [blocks, DUSK],
  ],
  globe: [
    [globe, SEA],
    [dottedGlobe, SAND],
  ],
  chart: [
    [bars, MINT],
    [areas, SLATE],
  ],
  circuit: [
    [network, SLATE],
    [circuit, MINT],
  ],
  people: [
    [group, DUSK],
    [profiles, SAND],
  ],
  bridge: [
    [suspension, DUSK],
    [linked, SEA],
  ],
  fire: [
    [flames, EMBER],
    [haze, EMBER],
  ],
  care: [
    [pulse, MINT],
    [capsules, SEA],
  ],
  road: [
    [winding, MOSS],
    [lanes, SLATE],
  ],
  paper: [
    [pages, SLATE],
    [seal, SAND],
  ],
};
