import { Facts } from '../../ui/parts.tsx';
import { type Audiences, besideAverage, noneInWords } from './audiences.ts';

export function AudienceChart({ audience }: { audience: Audiences }) {
  const none = noneInWords(audience);
  return none ? <p class="hint">{none}</p> : <Facts of={besideAverage(audience)} />;
}
