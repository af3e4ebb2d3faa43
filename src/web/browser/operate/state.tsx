import type { Finding } from './findings.ts';

interface State {
  findings: Finding[];
  /** Whether everything has been looked at. */
  isComplete: boolean;
}

/** The first thing to see: all well, or what is wrong and what to do. */
export const StateInWords = ({ findings, isComplete }: State) => (
  <section class={`verdict ${levelOf(findings, isComplete)}`} aria-labelledby="verdict">
    <h2 id="verdict">{heading(findings, isComplete)}</h2>
    {findings.length > 0 ? (
      <ul>
        {findings.map(({ level, title, advice, section }) => (
          <li key={title} class={level}>
            <h3>
              <span class={`badge ${level}`}>{level === 'bad' ? 'Wrong' : 'Check'}</span> {title}
            </h3>
            <p>{advice}</p>
            <a href={`#${section}`}>{PLACES[section]}</a>
          </li>
        ))}
      </ul>
    ) : isComplete ? (
      <p>Clicks are counted, rankings are fresh, and every feed that is polled answers.</p>
    ) : null}
  </section>
);

const PLACES: Record<Finding['section'], string> = {
  clicks: 'See clicks',
  rankings: 'See rankings',
  sources: 'See sources',
  keys: 'See keys',
};

function levelOf(findings: Finding[], isComplete: boolean): string {
  if (findings.some(({ level }) => level === 'bad')) return 'bad';
  if (findings.length > 0) return 'warn';
  return isComplete ? 'good' : '';
}

function heading(findings: Finding[], isComplete: boolean): string {
  const wrong = findings.filter(({ level }) => level === 'bad').length;
  if (wrong > 0) return wrong === 1 ? 'Something is wrong' : `${wrong} things are wrong`;
  if (findings.length > 0) return 'It works, with something to check';
  return isComplete ? 'Everything is well' : 'Not everything could be looked at';
}
