/** Two processes that watch over each other: either notices within seconds that the other stands still. */

/** Milliseconds between two beats, of silence after which the other is woken, and after which it is given up. */
const BEAT = 1000;
const SILENT = 4000;
const LOST = 20_000;

export interface Watched {
  /** The number of the other process. */
  pid: number;
  /** Sends something to it. */
  tell(message: { beat: true }): void;
  /** Where whatever it says arrives; that it says something is a sign of life. */
  heard: { on(name: 'message', listener: () => void): unknown };
  /** Called when it cannot be woken. */
  onLost?(): void;
}

/** Returns what ends the watching. */
export function watchOver({ pid, tell, heard, onLost }: Watched): () => void {
  let last = Date.now();
  let own = last;
  heard.on('message', () => {
    last = Date.now();
  });
  const timer = setInterval(() => {
    const now = Date.now();
    // Who stood still itself cannot say that the other did.
    if (now - own > 3 * BEAT) last = now;
    own = now;
    tell({ beat: true });
    const silence = now - last;
    // This signal resumes a process that a signal has stopped.
    if (silence > SILENT) signal(pid, 'SIGCONT');
    if (silence > LOST) onLost?.();
  }, BEAT);
  timer.unref();
  return () => clearInterval(timer);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}
