import { Facts } from '../../ui/parts.tsx';
import { type Audiences, besideAverage, noneInWords } from './audiences.ts';

/** Chart of the audiences that read more or less than the site average (100). */
export function AudienceChart({ audience }: { audience: Audiences }) {
  const none = noneInWords(audience);
  return none ? <p class="hint">{none}</p> : <Facts of={besideAverage(audience)} />;
}
