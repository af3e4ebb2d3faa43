import { inject } from 'vitest';

const USUAL = 20_260_101;
const drawn = () => Math.floor(Math.random() * 2 ** 31);

/** `SEED` if set, random if `RUNS` requests a long run, otherwise constant. Tests print their seed. */
export const seed = Number(inject('SEED')) || (inject('RUNS') === '' ? USUAL : drawn());
