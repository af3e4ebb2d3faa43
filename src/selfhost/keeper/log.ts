/** Bytes of the log that wait for whoever reads it; what comes beyond is left out. */
const MAX_WAITING = 2 ** 20;

/** A log that nobody reads stops nothing, and takes no more memory than this: lines are left out, and counted. */
export function boundLog(streams: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    let left = 0;
    const write = stream.write.bind(stream);
    // Whoever reads the log may end before the server does.
    stream.on('error', () => {});
    stream.write = ((chunk: string | Uint8Array, ...rest: []) => {
      if (stream.writableLength > MAX_WAITING) {
        left++;
        return false;
      }
      if (left > 0) {
        const line = { event: 'logCut', at: new Date().toISOString(), lines: left };
        left = 0;
        write(`${JSON.stringify(line)}\n`);
      }
      return write(chunk, ...rest);
    }) as typeof stream.write;
  }
}
