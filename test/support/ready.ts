import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

const PATIENCE = 180_000;

/** Waits until a server prints `Ready on …`. Resolves to its lines, to which later lines are appended. */
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

export function keysIn(lines: readonly string[]): Record<string, string> {
  const found = lines.map((line) => /^ +(secret|publishable|operator) +(ng[spo]_\S+)/.exec(line));
  return Object.fromEntries(found.flatMap((match) => (match ? [[match[1], match[2]]] : [])));
}
