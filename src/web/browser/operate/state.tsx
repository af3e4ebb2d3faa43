import type { Finding } from './findings/finding.ts';
import { levelOf } from './findings/level.ts';

interface State {
  findings: Finding[];
  /** What could not be asked, or not lately. */
  unknown: string[];
  /** No click has been counted lately. */
  isStill: boolean;
}

/** The first thing to see: all systems normal, or what is wrong and what to do. */
export const StateInWords = ({ findings, unknown, isStill }: State) => (
  <section class={`verdict ${levelOf(findings, unknown)}`} aria-labelledby="verdict">
    <h2 id="verdict">{heading(findings, unknown)}</h2>
    {unknown.length > 0 ? <p>Couldn’t load {unknown.join(', ')}. What is shown of it may be out of date.</p> : null}
    {findings.length > 0 ? (
      <ul>
        {findings.map(({ level, title, advice, section }) => (
          <li key={title} class={level}>
            <h3>
              <span class={`badge ${level}`}>{level === 'bad' ? 'Problem' : 'Check'}</span> {title}
            </h3>
            <p>{advice}</p>
            <a href={section === 'webhooks' ? '/alerts' : `#${section}`}>{PLACES[section]}</a>
          </li>
        ))}
      </ul>
    ) : unknown.length === 0 ? (
      <p>
        {isStill
          ? 'No reader has clicked in the last 24 hours. Every feed that is polled answers.'
          : 'Clicks are counted, rankings are fresh, and every feed that is polled answers.'}
      </p>
    ) : null}
  </section>
);

const PLACES: Record<Finding['section'], string> = {
  clicks: 'See clicks',
  rankings: 'See rankings',
  jobs: 'See jobs',
  sources: 'See sources',
  keys: 'See keys',
  webhooks: 'See webhooks',
};

function heading(findings: Finding[], unknown: string[]): string {
  const wrong = findings.filter(({ level }) => level === 'bad').length;
  if (wrong > 0) return wrong === 1 ? '1 problem' : `${wrong} problems`;
  if (unknown.length > 0) return 'Status unknown';
  return findings.length > 0 ? 'Working, needs attention' : 'All systems normal';
}
