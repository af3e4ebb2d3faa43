import type { Child } from 'hono/jsx/dom';
import { request } from '../lib/request.ts';
import { Button, showToast } from '../ui/actions.tsx';
import { type Finding, type FindingLevel, levelOf, type Remedy } from './findings.ts';

interface VerdictProps {
  level: FindingLevel;
  title: string;
  /** Time of the last update, in words. */
  at: string;
  children: Child;
}

export const Verdict = ({ level, title, at, children }: VerdictProps) => (
  <section class={`card verdict ${level}`} aria-labelledby="verdict">
    <div class="row between">
      <h2 id="verdict">{title}</h2>
      <p class="hint">{at}</p>
    </div>
    {children}
  </section>
);

interface State extends Pick<VerdictProps, 'at'> {
  findings: Finding[];
  unknown: string[];
  isStill: boolean;
  /** Whether no page has sent a click in 24 hours. Imported clicks may have been counted. */
  isSilent: boolean;
  isPolling: boolean;
  reload: () => void;
}

export const StateInWords = ({ findings, unknown, isStill, isSilent, isPolling, at, reload }: State) => (
  <Verdict level={levelOf(findings, unknown)} title={heading(findings, unknown)} at={at}>
    {findings.length > 0 ? (
      <ul class="stack before-2">
        {findings.map(({ level, title, advice, section, remedy }) => (
          <li key={title} class={level}>
            <h3>
              <span class={`badge ${level}`}>{level === 'bad' ? 'Problem' : 'Check'}</span> {title}
            </h3>
            <p>{advice}</p>
            <p class="row">
              {remedy ? <RemedyButton of={remedy} reload={reload} /> : null}
              {remedy && section === 'webhooks' ? null : (
                <a class="small" href={section === 'webhooks' ? '/alerts' : `#${section}`}>
                  {LINK_TEXTS[section]}
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    ) : unknown.length === 0 ? (
      <p class="before-2">
        {isStill
          ? 'No clicks in the last 24 hours. '
          : isSilent
            ? 'Rankings are fresh. No page has sent a click in 24 hours. '
            : 'Clicks are counted, and rankings are fresh. '}
        {isPolling ? 'All feeds respond.' : 'No feeds yet.'}
      </p>
    ) : null}
    {unknown.length > 0 ? (
      <p class="before-2">Couldn’t load {unknown.join(', ')}. The data shown may be out of date.</p>
    ) : null}
  </Verdict>
);

function RemedyButton({ of: remedy, reload }: { of: Remedy; reload: () => void }) {
  if ('href' in remedy)
    return (
      <a class="button" href={remedy.href}>
        {remedy.text}
      </a>
    );
  const { text, path, done, query, body } = remedy;
  const apply = async () => {
    await request(path, { method: 'POST', ...(query ? { query } : {}), ...(body ? { body } : {}) });
    showToast(done);
    reload();
  };
  return <Button text={text} busy="Working…" press={apply} />;
}

const LINK_TEXTS: Record<Finding['section'], string> = {
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

const LEVEL_LOOKS: Record<FindingLevel, [word: string, colour: string]> = {
  good: ['OK', '#0d6b4f'],
  warn: ['Attention', '#b87100'],
  bad: ['Problem', '#b3203f'],
  unknown: ['Unknown', '#7d776c'],
};

const iconOf = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="13" fill="${colour}"/></svg>`,
  )}`;

export function showInTab(level: FindingLevel): void {
  const [word, colour] = LEVEL_LOOKS[level];
  document.title = `${word} · Operate · newsgauge`;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', iconOf(colour));
}
