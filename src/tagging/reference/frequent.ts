import { lazy } from '../../lib/lazy.ts';
import words from './common-words.generated.ts';

/** Returns frequent English words and names in their usual capitalisation. */
export const frequentWords: () => ReadonlySet<string> = lazy(() => new Set(words.split(' ')));
