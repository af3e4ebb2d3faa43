const OUTCOMES: Record<string, string> = {
  accepted: 'taken to be counted',
  'dropped:bot': 'of bots, left out',
  'dropped:prefetch': 'prefetched pages, left out',
  'dropped:burst': 'of mail gateways that follow every link, left out',
  'dropped:noGesture': 'of links that no reader has clicked, left out',
  'dropped:rateLimited': 'too many from one address, left out',
  'dropped:keyRateLimited': 'too many with one key, left out',
  'dropped:unavailable': 'not taken: the queue was out of reach',
};

const inWords = (outcome: string) => OUTCOMES[outcome] ?? outcome.replace(/^(dropped|refused):/, '$1: ');

/** What came of clicks at the door, as parts of the whole: how many there were is nobody's business here. */
export function Shares({ of }: { of: Record<string, number> }) {
  // What is counted comes later, and again from imports.
  const arrived = Object.entries(of).filter(
    ([outcome]) => !['counted', 'imported', 'unknownArticle'].includes(outcome),
  );
  const total = arrived.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return <>No reader has clicked</>;
  return (
    <ul>
      {arrived
        .sort(([, a], [, b]) => b - a)
        .map(([outcome, count]) => (
          <li key={outcome}>
            {percent(count / total)} {inWords(outcome)}
          </li>
        ))}
    </ul>
  );
}

const percent = (part: number) =>
  part > 0 && part < 0.001 ? 'under 0.1%' : `${(part * 100).toLocaleString('en', { maximumFractionDigits: 1 })}%`;
