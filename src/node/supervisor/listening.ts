/** This module opens the listening socket, whose descriptor workers inherit. Connections queue while no worker runs. */
import { lookup } from 'node:dns/promises';
import * as net from 'node:net';
import { getSystemErrorName } from 'node:util';
import { commandLine } from '../../command/paths.ts';
import { StartFailure } from '../failure.ts';

interface Handle {
  fd: number;
  getsockname(into: { port?: number }): number;
  close(): void;
}

// Node's public functions cannot listen without also accepting connections, so this code uses an internal function.
const { _createServerHandle: createHandle } = net as unknown as {
  _createServerHandle(address: string, port: number, family: number): Handle | number;
};

export interface Listening {
  fd: number;
  port: number;
  close(): void;
}

/** Binds an address. If that fails, throws a `StartFailure` that explains why. */
export async function openListening(host: string, port: number): Promise<Listening> {
  const { address, family } = await lookup(host).catch(() => {
    throw listenFailure('ENOTFOUND', host, port);
  });
  const handle = createHandle(address, port, family);
  if (typeof handle === 'number') throw listenFailure(getSystemErrorName(handle), host, port);
  const bound: { port?: number } = {};
  handle.getsockname(bound);
  // If another process uses the address, libuv reports that only when the socket starts to listen.
  if (!bound.port || (port !== 0 && bound.port !== port)) {
    handle.close();
    throw listenFailure('EADDRINUSE', host, port);
  }
  return { fd: handle.fd, port: bound.port, close: () => handle.close() };
}

export function listenFailure(code: string | undefined, host: string, port: number): StartFailure {
  const where = `${host}:${port}`;
  if (code === 'EADDRINUSE')
    return new StartFailure(
      `${where} is in use by another program.`,
      `Choose another port: PORT=8788 ${commandLine('start')}`,
    );
  if (code === 'EACCES')
    return new StartFailure(
      `This user is not allowed to listen on ${where}.`,
      `Choose a port of 1024 or above: PORT=8787 ${commandLine('start')}`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartFailure(
      `This machine has no address ${host}.`,
      'Set HOST to one of its addresses, or to 0.0.0.0 for all.',
    );
  return new StartFailure(`Cannot listen on ${where}: ${code}`, 'Set HOST or PORT to a free address.');
}
