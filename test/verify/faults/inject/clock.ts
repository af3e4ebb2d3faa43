import { vars } from './vars.ts';

/** The isolate's clock, objects included: ahead of the machine's by as much as the run says. */
const RealDate = Date;
let ahead = Number(vars.FAULTS_AHEAD);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

function now(): number {
  return RealDate.now() + ahead;
}

export const setAhead = (milliseconds: number): void => {
  ahead = milliseconds;
};

/** Milliseconds by which the clock is ahead of the machine's. */
export const getAhead = (): number => ahead;
