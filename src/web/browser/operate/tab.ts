import type { Level } from './findings/level.ts';

const LOOKS: Record<Level, [word: string, colour: string]> = {
  good: ['OK', '#0d6b4f'],
  warn: ['Attention', '#b87100'],
  bad: ['Problem', '#b3203f'],
  unknown: ['Unknown', '#7d776c'],
};

const drawn = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="13" fill="${colour}"/></svg>`,
  )}`;

/** The state in the tab's title and icon, for those who have the page open behind others. */
export function showInTab(level: Level): void {
  const [word, colour] = LOOKS[level];
  document.title = `${word} · Operate · newsgauge`;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', drawn(colour));
}
