import { Facts } from '../../ui/parts.tsx';
import { type Audiences, besideAverage, noneInWords } from './audiences.ts';

/** Readers above and below the site's average; 100 is average. */
export function AudienceChart({ audience }: { audience: Audiences }) {
  const none = noneInWords(audience);
  return none ? <p class="hint">{none}</p> : <Facts of={besideAverage(audience)} />;
}
