import type { FindingLevel } from './findings.ts';

/** Title of a card with the level of its findings as a coloured dot. The verdict names the findings for everyone. */
export const Marked = ({ title, level }: { title: string; level: FindingLevel }) => (
  <>
    <i class={`dot ${level}`} aria-hidden="true" />
    {title}
  </>
);
