import { missingAuth } from './catalogue/access.ts';
import { wrongAnswers } from './catalogue/answers.ts';
import { doubleCounts } from './catalogue/double-counts.ts';
import { durability } from './catalogue/durability.ts';
import { inflation } from './catalogue/inflation.ts';
import { leakedKeys } from './catalogue/keys.ts';
import { leaks } from './catalogue/leaks.ts';
import { lostClicks } from './catalogue/lost-clicks.ts';
import { privacy } from './catalogue/privacy.ts';
import type { Subject } from './mutation.ts';

/** Every defect that `npm run verify:mutations` plants. */
export const SUBJECTS: readonly Subject[] = [
  doubleCounts,
  lostClicks,
  durability,
  leakedKeys,
  missingAuth,
  wrongAnswers,
  inflation,
  privacy,
  leaks,
];
