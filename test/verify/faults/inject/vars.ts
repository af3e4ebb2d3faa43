import { env } from 'cloudflare:workers';
import type { FaultyVars } from './orders.ts';

export const vars = env as unknown as FaultyVars;
