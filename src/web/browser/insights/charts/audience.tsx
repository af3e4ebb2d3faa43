import { Facts } from '../../ui/parts.tsx';
import { type Audiences, besideAverage, noneInWords } from './audiences.ts';

/** Who reads it more and who less than the rest of the site. 100: as much. */
export function Audience({ audience }: { audience: Audiences }) {
  const none = noneInWords(audience);
  return none ? <p class="hint">{none}</p> : <Facts of={besideAverage(audience)} />;
}
