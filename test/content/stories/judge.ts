/** Labelled headlines, to measure how well the service groups them into stories. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoryMatcher, type StoryText } from '../../../src/content/stories/match.ts';

export interface Headline {
  text: StoryText;
  story: string;
}

/** B-cubed precision and recall: per member, the fraction of its group that belongs with it, averaged over members. */
export function bCubed(found: readonly (number | string)[], labelled: readonly string[]) {
  const members = <K>(keys: readonly K[]) => Map.groupBy(keys.keys(), (i) => keys[i] as K);
  const [groups, truth] = [members(found), members(labelled)];
  const [precision, recall] = [[groups, found, labelled] as const, [truth, labelled, found] as const].map(
    ([own, keys, others]) => {
      let sum = 0;
      for (const places of (own as Map<unknown, number[]>).values()) {
        const counts = new Map<unknown, number>();
        for (const i of places) counts.set(others[i], (counts.get(others[i]) ?? 0) + 1);
        for (const count of counts.values()) sum += count ** 2 / places.length;
      }
      return sum / keys.length;
    },
  ) as [number, number];
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

export function placed(headlines: readonly Headline[]): number[] {
  const matcher = new StoryMatcher(new Map());
  const stories = headlines.map(({ text }, i) => matcher.place(text, i + 1));
  const now = (id: number): number => {
    const into = matcher.merged.get(id);
    return into === undefined ? id : now(into);
  };
  return stories.map(now);
}

interface Report {
  hours: number;
  language: string;
  title: string;
  introduction: string;
  story: string;
}

const BEGINNING = 1_760_000_000;

/** The rules were fitted on the first half of these reports. Their author had not seen the code. */
export function reports(half: 0 | 1): Headline[] {
  const all: Report[] = JSON.parse(readFileSync(join(import.meta.dirname, 'reports.json'), 'utf8'));
  return all
    .filter(({ story }) => [...story].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1009, 7) % 2 === half)
    .map(({ hours, story, ...text }) => ({ text: { ...text, publishedAt: BEGINNING + hours * 3600 }, story }));
}
