import { lazy } from '../../lib/lazy.ts';
import words from './common-words.generated.ts';

/** Frequent words and names of English, as they are written. */
export const frequentWords: () => ReadonlySet<string> = lazy(() => new Set(words.split(' ')));
