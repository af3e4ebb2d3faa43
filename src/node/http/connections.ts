import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressNetwork } from '../../clicks/accept/address.ts';

/** Number of free file descriptors reserved for files, timers and outgoing requests, but at most half of them. */
const MAX_RESERVE = 256;
const MAX_CONNECTIONS = 8192;
const USUAL_LIMIT = 1024;
const USUALLY_OPEN = 40;

/** Returns the maximum number of connections, given the limit of file descriptors and the number that is open now. */
export function maxConnections(limit = descriptorLimit(), open = openDescriptors()): number {
  const free = Math.max(0, limit - open);
  return Math.max(1, Math.min(MAX_CONNECTIONS, free - Math.min(MAX_RESERVE, Math.floor(free / 2))));
}

function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? USUAL_LIMIT);
  } catch {
    return USUAL_LIMIT;
  }
}

function openDescriptors(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return USUALLY_OPEN;
  }
}

export interface ConnectionOptions {
  max?: number;
  /** Returns true for the address of a trusted proxy, which many senders share. */
  isShared(address: string): boolean;
}

/**
 * Limits connections. At the limit, a new one replaces the one idle longest. One address may use at most half.
 *
 * Returns a function that closes all connections on which no request has arrived whole, such as those that browsers
 * open in advance. `closeIdleConnections` leaves them open.
 */
export function limitConnections(server: Server, { max = maxConnections(), isShared }: ConnectionOptions): () => void {
  const maxPerAddress = Math.ceil(max / 2);
  const all = new Map<Socket, string>();
  const idle = new Set<Socket>();
  const counts = new Map<string, number>();
  const remove = (socket: Socket) => {
    const address = all.get(socket);
    if (address === undefined) return;
    all.delete(socket);
    idle.delete(socket);
    const left = (counts.get(address) ?? 1) - 1;
    if (left > 0) counts.set(address, left);
    else counts.delete(address);
  };
  const makeRoom = (address: string, isAddressFull: boolean): boolean => {
    for (const socket of idle) {
      if (isAddressFull && all.get(socket) !== address) continue;
      remove(socket);
      socket.destroy();
      return true;
    }
    return false;
  };
  server.on('connection', (socket) => {
    const remote = socket.remoteAddress ?? '';
    const address = isShared(remote) ? 'shared' : addressNetwork(remote);
    const count = counts.get(address) ?? 0;
    const isAddressFull = address !== 'shared' && count >= maxPerAddress;
    if ((isAddressFull || all.size >= max) && !makeRoom(address, isAddressFull)) return void socket.destroy();
    all.set(socket, address);
    idle.add(socket);
    counts.set(address, (counts.get(address) ?? 0) + 1);
    socket.once('close', () => remove(socket));
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (all.has(socket)) idle.add(socket);
    });
  });
  return () => {
    for (const socket of idle) socket.destroy();
  };
}
