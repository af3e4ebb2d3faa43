import { readable } from './accent.ts';
import { isRightToLeft } from './language-attributes.ts';
import type { Layout, PageTheme } from './theme.ts';

interface Scheme {
  name: 'light' | 'dark';
  paper: string;
  ink: string;
  muted: string;
  line: string;
  wash: string;
  accent: string;
}

const LIGHT_THEME: Scheme = {
  name: 'light',
  paper: 'ffffff',
  ink: '14171c',
  muted: '586070',
  line: 'e3e6eb',
  wash: 'f1f3f6',
  accent: '1b58b8',
};

const DARK: Scheme = {
  name: 'dark',
  paper: '14161a',
  ink: 'eceef2',
  muted: 'a0a8b6',
  line: '2c3038',
  wash: '20242b',
  accent: '86b4ff',
};

export function pageStyle({ theme, accent, layout = 'auto', language = 'en' }: PageTheme): string {
  const leftToRight = LIST_STYLE + LAYOUT_RULES[layout] + PREFERENCES;
  const rules = isRightToLeft(language) ? leftToRight.replaceAll('-left:', '-right:') : leftToRight;
  const inScheme = (scheme: Scheme) => colours({ ...scheme, accent: readable(accent ?? scheme.accent, scheme.paper) });
  if (theme === 'light') return inScheme(LIGHT_THEME) + rules;
  if (theme === 'dark') return inScheme(DARK) + rules;
  return `${inScheme(LIGHT_THEME)}@media (prefers-color-scheme:dark){${inScheme(DARK)}}${rules}`;
}

const colours = ({ name, ...parts }: Scheme): string =>
  `:root{color-scheme:${name};${Object.entries(parts)
    .map(([part, hex]) => `--${part}:#${hex}`)
    .join(';')}}`;

const LIST_STYLE = `
*{box-sizing:border-box;margin:0}
html{background:var(--paper);color:var(--ink);font:100%/1.5 var(--font,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{padding:.75rem 1rem 1rem;overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
h1.title{margin-bottom:.25rem;font-size:1.125rem;font-weight:650;line-height:1.3;letter-spacing:-.011em}
h1.quiet{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
ul{list-style:none;padding:0;display:grid;grid-template-columns:minmax(0,1fr)}
li+li{border-top:1px solid var(--line)}
article{position:relative;display:flex;gap:1rem;padding:1rem 0}
article>div{flex:1;min-width:0;display:flex;flex-direction:column}
img{order:1;flex:none;width:5.5rem;height:5.5rem;border-radius:var(--radius,.375rem);object-fit:cover;background:var(--wash);color:var(--muted);font-size:.75rem;overflow:hidden}
.kicker{margin-bottom:.25rem;color:var(--accent);font-size:.75rem;font-weight:650;letter-spacing:.01em;line-height:1.35}
h2{font-family:var(--heading-font,inherit);font-size:1rem;font-weight:650;line-height:1.3;letter-spacing:-.011em;text-wrap:pretty}
h2,.intro{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;overflow:hidden}
h2 a{color:inherit;text-decoration:none}
h2 a::after{content:"";position:absolute;inset:.375rem -.375rem;border-radius:.5rem}
h2 a:hover{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.18em}
h2 a:focus-visible{outline:none}
h2 a:focus-visible::after{outline:2px solid var(--accent)}
.intro{-webkit-line-clamp:2;margin-top:.375rem;color:var(--muted);font-size:.9375rem;line-height:1.45}
.meta{display:flex;flex-wrap:wrap;align-items:center;gap:.125rem .5rem;margin-top:.5rem;color:var(--muted);font-size:.8125rem;line-height:1.4}
.meta b{color:var(--ink);font-weight:550}
.meta i{padding:0 .375rem;border:1px solid var(--line);border-radius:.25rem;font-size:.75rem;font-style:normal}
nav{display:flex;flex-wrap:wrap;justify-content:center;gap:.75rem;padding-top:1rem}
nav[hidden]{display:none}
nav a,.notice a{padding:.5rem 1rem;border:1px solid var(--line);border-radius:2rem;color:var(--accent);font-size:.9375rem;font-weight:600;text-decoration:none}
nav a:hover,.notice a:hover{background:var(--wash)}
nav a:focus-visible,.notice a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
ol.trending{padding:0;list-style:none;counter-reset:place}
ol.trending li{display:flex;gap:.75rem;padding:.5rem 0;font-weight:550;counter-increment:place}
ol.trending li::before{content:counter(place);min-width:1.25rem;color:var(--muted);font-variant-numeric:tabular-nums;text-align:end}
ol.trending a{color:inherit;text-decoration:none}
ol.trending a:hover{color:var(--accent);text-decoration:underline}
ol.trending a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.notice{max-width:34rem;margin:0 auto;padding:2rem 0;text-align:center}
.notice h1{font-size:1.1875rem;font-weight:650;line-height:1.3;letter-spacing:-.011em;text-wrap:balance}
.notice p{margin-top:.5rem;color:var(--muted);font-size:.9375rem;text-wrap:balance}
.notice dl{margin-top:1.25rem;padding:.75rem 1rem;border-radius:.5rem;background:var(--wash);font-size:.875rem;text-align:start}
.notice dt{font-weight:600}
.notice dd+dt{margin-top:.5rem}
.notice p.again{margin-top:1.5rem}
`;

const CARDS = `
body{padding:1.25rem 1.5rem 1.5rem}
ul{grid-template-columns:repeat(auto-fill,minmax(min(100%,15.5rem),1fr));gap:2rem 1.75rem}
li+li{border:0}
article{flex-direction:column;gap:.75rem;height:100%;padding:0}
article:not(:has(img)){border-top:3px solid var(--line);padding-top:.75rem}
img{order:0;width:100%;height:auto;aspect-ratio:16/9;border-radius:var(--radius,.5rem)}
h2{font-size:1.0625rem}
h2 a::after{inset:-.375rem}
.intro{-webkit-line-clamp:3}
article:not(:has(img)) .intro{-webkit-line-clamp:8}
article:not(:has(img)) h2{-webkit-line-clamp:6}
.meta{margin-top:auto;padding-top:.625rem}
nav{padding-top:2rem}
h1.title{margin-bottom:1rem}
`;

const HEADLINES = `
img,.intro,.kicker{display:none}
article{padding:.5rem 0}
h2{font-size:.9375rem;font-weight:600}
.meta{margin-top:.125rem}
`;

const TICKER_STYLE = `
body{padding:.5rem .75rem}
ul{display:flex;gap:.75rem;overflow-x:auto;padding:.25rem 0 .5rem;scroll-snap-type:x proximity;scrollbar-width:thin}
li{flex:none;width:min(19rem,80vw);scroll-snap-align:start}
li+li{border:0;padding-left:.75rem;border-left:1px solid var(--line)}
article{gap:.75rem;height:100%;padding:0}
img{order:0;width:3.5rem;height:3.5rem}
.intro,.kicker{display:none}
h2{font-size:.9375rem;-webkit-line-clamp:2}
.meta{margin-top:.25rem}
nav{display:none}
`;

const WIDE_QUERY = '@media (min-width:35.8125rem)';

const LAYOUT_RULES: Record<Layout, string> = {
  auto: `${WIDE_QUERY}{${CARDS}}`,
  cards: CARDS,
  list: '',
  headlines: HEADLINES,
  ticker: TICKER_STYLE,
};

const PREFERENCES = `
@media (prefers-contrast:more){:root{--muted:var(--ink);--line:var(--ink)}}
@media (forced-colors:active){h2 a:focus-visible::after{outline-color:Highlight}}
`;
