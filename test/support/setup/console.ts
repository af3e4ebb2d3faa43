const METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const;
type Method = (typeof METHODS)[number];
type Write = (...values: unknown[]) => void;

const shared = globalThis as unknown as { console: Record<Method, Write>; restoreConsole?: () => void };

/**
 * Buffers console lines until the returned function is called, and drops later ones. Late lines of requests, objects
 * and queues would hang the run (workers-sdk 15719).
 */
export function bufferConsole(): () => void {
  shared.restoreConsole?.();
  const lines: (() => void)[] = [];
  const { console } = shared;
  const originals = METHODS.map((method) => [method, console[method]] as const);
  for (const [method, write] of originals)
    console[method] = (...values) => void lines.push(() => write.apply(console, values));
  shared.restoreConsole = () => {
    for (const [method, write] of originals) console[method] = write;
  };
  return () => {
    for (const print of lines.splice(0)) print();
  };
}
