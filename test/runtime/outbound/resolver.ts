import { createSocket } from 'node:dgram';

const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;

/**
 * A name server of one's own (RFC 1035, addresses only, never to be remembered). `answers` is asked for the addresses of a
 * name each time that somebody asks for it; undefined: there is no such name.
 */
export async function startResolver(host: string, answers: (name: string) => string[] | undefined): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionIn(query);
    const addresses = answers(name);
    const records = (addresses ?? [])
      .filter((one) => type === (one.includes(':') ? AAAA : A))
      .map((one) => record(type, bytesOf(one)));
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (addresses ? 0 : NO_SUCH_NAME), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(53, host, resolve));
}

function questionIn(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(type: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // The name is the one of the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  return Buffer.from(
    [...groups(head), ...zeros, ...groups(tail)].map((group) => group.padStart(4, '0')).join(''),
    'hex',
  );
}
