import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Milliseconds that a start may take. */
const PATIENCE = 180_000;

/**
 * Waits until a server's process prints `Ready on …`. Resolves to the lines that it has printed; later lines are appended.
 * Rejects with its last lines where it ends before, or is not ready in three minutes.
 */
export function untilReady(child: ChildProcess, onLine: (line: string) => void = () => {}): Promise<readonly string[]> {
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(timer);
      reject(new Error(`${what}: ${lines.slice(-10).join(' / ')}`));
    };
    const timer = setTimeout(() => fail(`not ready in ${PATIENCE / 1000} s`), PATIENCE);
    child.once('exit', (code) => fail(`the server ended (${code})`));
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        onLine(line);
        if (!line.startsWith('Ready on ')) return;
        clearTimeout(timer);
        resolve(lines);
      });
    }
  });
}

/** Keys that a first start has printed, by kind. */
export function keysIn(lines: readonly string[]): Record<string, string> {
  const found = lines.map((line) => /^ +(secret|publishable|operator) +(ng[spo]_\S+)/.exec(line));
  return Object.fromEntries(found.flatMap((match) => (match ? [[match[1], match[2]]] : [])));
}
