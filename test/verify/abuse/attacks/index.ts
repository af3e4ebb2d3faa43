import type { Attack } from '../trial.ts';
import { access, bypass, outlets } from './access.ts';
import { bodies } from './bodies.ts';
import { cache, search } from './cache.ts';
import { crossOrigin, redirect } from './cross-origin.ts';
import { injection } from './injection.ts';
import { crowds } from './load.ts';
import { sessions } from './sessions.ts';

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
