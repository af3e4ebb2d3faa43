/** A mail server over any pair of streams. It can be slow, reject mail or close the connection. */

export interface Mail {
  from: string;
  to: string;
  data: string;
}

type Stage = 'connect' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'message' | 'rset';

/**
 * Replies that replace the default ones. After a message, `die` and `hang` mean that it arrived but was not confirmed.
 */
export type Answers = (
  stage: Stage,
  line: string,
  world: { got: Mail[] },
) => string | 'die' | 'hang' | undefined | Promise<string | undefined>;

/** Reply to DATA of a server that closes the connection before the dot that ends the message. */
export const CUT = '354 cut';

const USUAL: Record<Stage, string> = {
  connect: '220 mail.test ESMTP',
  ehlo: '250-mail.test\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN',
  starttls: '220 go ahead',
  auth: '235 signed in',
  mail: '250 sender',
  rcpt: '250 recipient',
  data: '354 go on',
  message: '250 taken',
  rset: '250 forgotten',
};
const STAGES: [RegExp, Stage][] = [
  [/^EHLO /, 'ehlo'],
  [/^STARTTLS/, 'starttls'],
  [/^AUTH /, 'auth'],
  [/^MAIL FROM:/, 'mail'],
  [/^RCPT TO:/, 'rcpt'],
  [/^DATA/, 'data'],
  [/^RSET/, 'rset'],
];

interface Streams {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
}

export class SmtpWorld {
  readonly got: Mail[] = [];
  readonly lines: string[] = [];
  connections = 0;
  answers: Answers;

  constructor(answers: Answers = () => undefined) {
    this.answers = answers;
  }

  async serve({ readable, writable }: Streams): Promise<void> {
    this.connections++;
    const reader = readable.getReader();
    const writer = writable.getWriter();
    const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
    let rest = '';
    const until = async (end: string): Promise<string | null> => {
      while (!rest.includes(end)) {
        const { done, value } = await reader.read();
        if (done) return null;
        rest += decoder.decode(value);
      }
      const found = rest.slice(0, rest.indexOf(end));
      rest = rest.slice(found.length + end.length);
      return found;
    };
    const answer = async (stage: Stage, line: string): Promise<string> => {
      const said = (await this.answers(stage, line, this)) ?? USUAL[stage];
      if (said === 'hang') await new Promise(() => undefined);
      if (said === 'die') throw new Error('dies');
      await writer.write(encoder.encode(`${said}\r\n`));
      return said;
    };
    try {
      await answer('connect', '');
      const mail: Mail = { from: '', to: '', data: '' };
      for (;;) {
        const line = await until('\r\n');
        if (line === null) return;
        this.lines.push(line);
        const stage = STAGES.find(([pattern]) => pattern.test(line))?.[1];
        if (!stage) {
          await writer.write(encoder.encode('500 what?\r\n'));
          continue;
        }
        const address = /<(.*)>/.exec(line)?.[1] ?? '';
        if (stage === 'mail') mail.from = address;
        if (stage === 'rcpt') mail.to = address;
        const said = await answer(stage, line);
        if (!said.startsWith('354')) continue;
        if (said === CUT) {
          await reader.read();
          throw new Error('dies');
        }
        const data = await until('\r\n.\r\n');
        if (data === null) return;
        const one = { ...mail, data: data.replace(/^\.\./gm, '.') };
        const taken = await this.answers('message', mail.to, this);
        if (!/^[45]/.test(taken ?? '')) this.got.push(one);
        if (taken === 'hang') await new Promise(() => undefined);
        if (taken === 'die') throw new Error('dies');
        await writer.write(encoder.encode(`${taken ?? USUAL.message}\r\n`));
      }
    } catch {
      await Promise.allSettled([reader.cancel(), writer.abort()]);
    }
  }

  /** Opens a connection to this server without a network, like `connect` of `cloudflare:sockets`. */
  readonly dial = async (): Promise<Socket> => {
    const [up, down] = [new TransformStream<Uint8Array, Uint8Array>(), new TransformStream<Uint8Array, Uint8Array>()];
    const isOver = this.serve({ readable: up.readable, writable: down.writable });
    return {
      readable: down.readable,
      writable: up.writable,
      opened: Promise.resolve({}),
      closed: isOver,
      close: async () => {
        await up.writable.abort().catch(() => undefined);
      },
      startTls() {
        throw new Error('has no TLS');
      },
    } as unknown as Socket;
  };
}

export function readMail({ data }: Mail): { header: string; text: string; html: string } {
  const [header = '', ...rest] = data.split('\r\n\r\n');
  const boundary = /boundary="(.+)"/.exec(header)?.[1] ?? '';
  const [, text = '', html = ''] = rest.join('\r\n\r\n').split(`--${boundary}`);
  return { header, text: decoded(text || ''), html: decoded(html) };
}

const decoded = (part: string): string => {
  const base64 = part.split('\r\n\r\n').slice(1).join('').replace(/\s/g, '');
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
};
