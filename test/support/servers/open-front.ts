import { createServer } from 'node:net';
import { createFront, type Front, type FrontOptions } from '../../../src/selfhost/front/front.ts';

/** A front that listens by itself, where the server's keeper would hand it the connections. */
export async function openFront({
  host,
  port,
  ...options
}: FrontOptions & { host: string; port: number }): Promise<Front> {
  const front = createFront(options);
  const listener = createServer(front.take);
  await new Promise<void>((resolve) => listener.listen(port, host, resolve));
  return {
    ...front,
    close() {
      listener.close();
      return front.close();
    },
  };
}

/** A port of this machine that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
