const METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const;
type Method = (typeof METHODS)[number];
type Write = (...values: unknown[]) => void;

const shared = globalThis as unknown as { console: Record<Method, Write>; restoreConsole?: () => void };

/**
 * Keeps what is logged until the returned function is called, which must be from a test or a hook: the runner waits for the receipt of each line,
 * but a line from a request, an object or a queue is only sent with the runner's next message. After the last one none comes, and the run hangs
 * (workers-sdk 15719). Lines that are logged after the last call are dropped.
 */
export function bufferConsole(): () => void {
  shared.restoreConsole?.();
  const lines: { method: Method; values: unknown[] }[] = [];
  const { console } = shared;
  const originals = METHODS.map((method) => [method, console[method]] as const);
  for (const [method] of originals) console[method] = (...values) => void lines.push({ method, values });
  shared.restoreConsole = () => {
    for (const [method, write] of originals) console[method] = write;
  };
  return () => {
    for (const { method, values } of lines.splice(0)) {
      const write = originals.find(([name]) => name === method)?.[1];
      write?.apply(console, values);
    }
  };
}
