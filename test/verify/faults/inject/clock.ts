import { shiftDate } from './shifted-date.ts';
import { vars } from './vars.ts';

/** The clock of the isolate and its Durable Objects differs from the machine's by an adjustable offset. */
export const { getAhead, setAhead } = shiftDate(Number(vars.FAULTS_AHEAD));
