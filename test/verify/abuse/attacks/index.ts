import type { Attack } from '../trial.ts';
import { access } from './access.ts';
import { bypass } from './bypass.ts';
import { cache } from './cache.ts';
import { crossOrigin } from './cross-origin.ts';
import { bodies } from './http/bodies.ts';
import { injection } from './injection.ts';
import { crowds } from './load/crowds.ts';
import { outlets } from './outlets.ts';
import { redirect } from './redirect.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';

/** Attacks that need nothing but requests: `npm test` makes a quick round of them, the command a thorough one. */
export const attacks = {
  access,
  sessions,
  bypass,
  crossOrigin,
  cache,
  bodies,
  search,
  injection,
  outlets,
  redirect,
  crowds,
} satisfies Record<string, Attack>;
