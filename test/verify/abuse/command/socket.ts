import { connect } from 'node:net';

const PATIENCE = 2000;

/** Bytes over a socket of their own, and all that comes back until the service closes it or has been silent for a while. */
export function exchange(url: URL, bytes: string | Uint8Array, patience = PATIENCE): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: url.hostname, port: Number(url.port) }, () => socket.write(bytes));
    socket.setTimeout(patience, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    // A connection that is reset is an answer, too: what came before it counts.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

/** The status codes of the answers in it. */
export const statuses = (answer: string): number[] =>
  Array.from(answer.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => Number(status));
