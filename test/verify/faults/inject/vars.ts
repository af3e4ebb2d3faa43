import { env } from 'cloudflare:workers';
import type { FaultyVars } from './kinds.ts';

export const vars = env as unknown as FaultyVars;
