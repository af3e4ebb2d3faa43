/** This module replaces `cloudflare:sockets`, for connections to mail servers. */
import { connect as connectTcp, type Socket as TcpSocket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { connect as connectTls } from 'node:tls';

export function connect({ hostname, port }: SocketAddress, options: Partial<SocketOptions> = {}): Socket {
  const isSecure = options.secureTransport === 'on';
  const socket = isSecure
    ? connectTls({ host: hostname, port, servername: hostname })
    : connectTcp({ host: hostname, port });
  return wrap(socket, hostname, isSecure ? 'secureConnect' : 'connect');
}

function wrap(socket: TcpSocket, hostname: string, event: 'connect' | 'secureConnect'): Socket {
  const opened = new Promise<void>((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
  });
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
  // Callers may ignore both promises, because reads also fail if the connection fails.
  for (const promise of [opened, closed]) promise.catch(() => undefined);
  const readable = Readable.toWeb(socket);
  const writable = Writable.toWeb(socket);
  return {
    readable,
    writable,
    opened,
    closed,
    close: async () => {
      socket.destroySoon();
      await closed;
    },
    startTls: () => wrap(connectTls({ socket, servername: hostname }), hostname, 'secureConnect'),
  } as unknown as Socket;
}
