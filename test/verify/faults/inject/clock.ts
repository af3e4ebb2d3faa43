import { vars } from './vars.ts';

/** The clock of the isolate and its Durable Objects differs from the machine's by an adjustable offset. */
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

export const getAhead = (): number => ahead;
