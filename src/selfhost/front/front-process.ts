/**
 * The process that speaks HTTP with the world. Its keeper gives it connections and says where the runtime is; it can be replaced while
 * connections are open: it then answers those that it has to their end.
 */
import type { Socket } from 'node:net';
import { logFrom } from '../../lib/log.ts';
import { parseProxies } from '../../node/http/sender.ts';
import { endGroup } from '../../node/state/group.ts';
import { createFront, type Front } from './front.ts';
import { watchOver } from './heartbeat.ts';

/** What the keeper says; `connection` comes with a socket, and its number is said back. */
export type Order =
  | { order: 'begin'; token: string }
  | { order: 'connection'; number: number }
  | { order: 'guard'; runtime: number }
  | { order: 'serve'; target: string }
  | { order: 'hold' }
  | { order: 'retire' }
  | { order: 'close' };

let front: Front | undefined;
let guarded = Number(process.argv[2]);

// The keeper decides when to end; Ctrl-C and a service manager tell all processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
// The keeper was killed: nothing may serve on without it, or write to the files of the next server.
for (const name of ['disconnect', 'error'] as const) process.once(name, end);
if (!process.connected) end();
logFrom(process.env.LOG_LEVEL);
watchOver({ pid: process.ppid, tell: (beat) => process.connected && process.send?.(beat), heard: process });

process.on('message', async (message: Order, socket?: Socket) => {
  switch (message.order) {
    case 'begin':
      front = createFront({ token: message.token, proxies: parseProxies(process.env.TRUST_PROXY ?? '') });
      break;
    case 'connection':
      process.send?.({ has: message.number });
      // Its sender may have gone on the way here.
      if (socket) front?.take(socket);
      break;
    case 'guard':
      guarded = message.runtime;
      break;
    case 'serve':
      front?.serve(new URL(message.target));
      break;
    case 'hold':
      await front?.hold();
      process.send?.({ done: 'hold' });
      break;
    case 'retire':
      await front?.retire();
      process.send?.({ done: 'close' });
      break;
    case 'close':
      await front?.close();
      process.send?.({ done: 'close' });
  }
});

function end(): never {
  if (guarded > 0) endGroup(guarded);
  process.exit(1);
}
