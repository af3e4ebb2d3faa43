import { env } from 'cloudflare:workers';
import type { FaultyVars } from './env.ts';

export const vars = env as unknown as FaultyVars;
