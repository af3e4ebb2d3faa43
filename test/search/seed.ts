import { env } from 'cloudflare:test';

/** From `SEED=… npm test`, else random. Tests print it. */
export const seed = env.SEED === '' ? Math.floor(Math.random() * 2 ** 31) : Number(env.SEED);
