import { Facts } from '../../ui/parts.tsx';
import { type Audiences, namedLevels, noneInWords, timesInWords } from './audiences.ts';

/** Who reads it more and who less than the rest of the site. 100: as much. */
export function Audience({ audience }: { audience: Audiences }) {
  const known = namedLevels(audience).flatMap(({ name, index }) =>
    index === null || index === 100 ? [] : [{ name, index }],
  );
  const none = noneInWords(audience);
  if (none) return <p class="hint">{none}</p>;
  const said = (audiences: typeof known) =>
    audiences.map(({ name, index }) => `${name} ${timesInWords(index)}`).join(', ') || null;
  const above = known.filter(({ index }) => index > 100).toSorted((a, b) => b.index - a.index);
  const below = known.filter(({ index }) => index < 100).toSorted((a, b) => a.index - b.index);
  return <Facts of={{ 'Above the site’s average': said(above), 'Below the site’s average': said(below) }} />;
}
