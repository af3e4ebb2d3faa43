/** Replaces the clock of the global `Date` by the machine's plus an adjustable offset in milliseconds. */
export function shiftDate(ahead: number) {
  const RealDate = Date;
  let offset = ahead;
  const now = (): number => RealDate.now() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  return {
    getAhead: () => offset,
    setAhead(milliseconds: number): void {
      offset = milliseconds;
    },
  };
}
