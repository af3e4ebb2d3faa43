import { lazy } from '../../lib/lazy.ts';
import words from './common-words.generated.ts';

/** Returns frequent English words and names, with their usual capitals. */
export const frequentWords: () => ReadonlySet<string> = lazy(() => new Set(words.split(' ')));
