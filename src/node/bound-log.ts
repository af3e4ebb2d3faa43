import type { ChildProcess } from 'node:child_process';

const MAX_WAITING_BYTES = 2 ** 20;

/** Drops and counts log lines while nothing reads the output. Otherwise, they would block the server or fill memory. */
export function boundLog(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    let dropped = 0;
    const write = stream.write.bind(stream);
    stream.on('error', () => {});
    stream.write = ((chunk: string | Uint8Array, ...rest: []) => {
      if (stream.writableLength > MAX_WAITING_BYTES) {
        dropped += linesIn(chunk);
        return false;
      }
      if (dropped > 0) {
        const line = { event: 'logCut', at: new Date().toISOString(), lines: dropped };
        dropped = 0;
        write(`${JSON.stringify(line)}\n`);
      }
      return write(chunk, ...rest);
    }) as typeof stream.write;
  }
}

const linesIn = (chunk: string | Uint8Array): number =>
  Buffer.from(chunk as string)
    .toString()
    .split('\n').length - 1;

/** Prints a child process's output. If the child wrote to this process's streams directly, it could make them block. */
export function relayLog({ stdout, stderr }: ChildProcess): void {
  for (const [source, target] of [
    [stdout, process.stdout],
    [stderr, process.stderr],
  ] as const) {
    let rest = '';
    source?.setEncoding('utf8').on('data', (chunk: string) => {
      const end = chunk.lastIndexOf('\n') + 1;
      if (end > 0) target.write(rest + chunk.slice(0, end));
      rest = end > 0 ? chunk.slice(end) : rest + chunk;
    });
    source?.once('end', () => rest && target.write(rest));
  }
}
