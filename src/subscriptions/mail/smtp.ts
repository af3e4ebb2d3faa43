import { base64 } from '../../lib/hash/hash.ts';
import { SECOND_MS } from '../../lib/time.ts';
import { within } from '../../lib/within.ts';
import type { Dial, MailServer } from './smtp-server.ts';

/** This module is an SMTP client (RFC 5321). TLS is never downgraded, and errors contain no email content. */

const STEP_TIMEOUT_MS = 20 * SECOND_MS;
const MAX_EXCERPT = 160;
const MAX_ANSWER = 10_000;

/** Failed delivery. `connection` means that the server is unusable. `unknown` means that the email may have arrived. */
export class MailFailure extends Error {
  readonly kind: 'connection' | 'temporary' | 'permanent' | 'unknown';
  /** Seconds that the receiver requests before the next attempt, or `null`. */
  readonly wait: number | null;
  constructor(kind: MailFailure['kind'], reason: string, wait: number | null = null) {
    super(reason);
    this.kind = kind;
    this.wait = wait;
  }
}

const broken = (reason: string) => new MailFailure('connection', reason);

interface SmtpReply {
  code: number;
  lines: string[];
}

export class SmtpConnection {
  #socket: Socket;
  #reader!: ReadableStreamDefaultReader<Uint8Array>;
  #writer!: WritableStreamDefaultWriter<Uint8Array>;
  #read = '';
  readonly #limit: number;

  private constructor(socket: Socket, limit: number) {
    this.#socket = socket;
    this.#limit = limit;
    this.#take();
  }

  /** Connects and authenticates. `name` is sent with EHLO. Throws a `MailFailure` of kind `connection`. */
  static async open(
    dial: Dial,
    { hostname, port, security, user, password }: MailServer,
    name: string,
    limit = STEP_TIMEOUT_MS,
  ) {
    const secureTransport = { tls: 'on', starttls: 'starttls', none: 'off' }[security] as 'on' | 'starttls' | 'off';
    const socket = await dial({ hostname, port }, { secureTransport, allowHalfOpen: false }).catch(() => {
      throw broken('cannot be reached');
    });
    const connection = new SmtpConnection(socket, limit);
    try {
      await connection.#greet(name, security === 'starttls');
      if (user !== '') await connection.#signIn(user, password);
      return connection;
    } catch (thrown) {
      await connection.close();
      throw thrown instanceof MailFailure ? broken(thrown.message) : broken('cannot be reached');
    }
  }

  #take(): void {
    // A failed connection rejects `closed` and `opened`. Unhandled rejections would be reported as errors.
    this.#socket.closed.catch(() => undefined);
    this.#socket.opened.catch(() => undefined);
    this.#reader = this.#socket.readable.getReader();
    this.#writer = this.#socket.writable.getWriter();
    this.#reader.closed.catch(() => undefined);
    this.#writer.closed.catch(() => undefined);
  }

  async #greet(name: string, isUpgraded: boolean): Promise<void> {
    await this.#within(this.#socket.opened, 'did not accept the connection');
    this.#expect(await this.#answer(), [220], 'the connection');
    if (!isUpgraded) return void (await this.#hello(name));
    if (!(await this.#hello(name)).some((line) => /^STARTTLS$/i.test(line)))
      throw broken('does not offer STARTTLS; nothing was sent');
    await this.#ask('STARTTLS', [220], 'STARTTLS');
    // Data that arrives before the TLS handshake is unencrypted, so an attacker may have injected it.
    if (this.#read !== '') throw broken('sent unexpected data before the TLS handshake');
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    this.#socket = this.#socket.startTls();
    this.#take();
    await this.#hello(name);
  }

  async #hello(name: string): Promise<string[]> {
    const lines = (await this.#ask(`EHLO ${name}`, [250], 'EHLO')).lines.slice(1);
    this.#offers = lines;
    return lines;
  }
  #offers: string[] = [];

  async #signIn(user: string, password: string): Promise<void> {
    const ways = this.#offers.find((line) => /^AUTH[ =]/i.test(line))?.toUpperCase() ?? '';
    if (/\bPLAIN\b/.test(ways)) {
      await this.#ask(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`, [235], 'the sign-in', true);
    } else if (/\bLOGIN\b/.test(ways)) {
      await this.#ask('AUTH LOGIN', [334], 'the sign-in', true);
      await this.#ask(base64(user), [334], 'the sign-in', true);
      await this.#ask(base64(password), [235], 'the sign-in', true);
    } else throw broken('does not offer PLAIN or LOGIN authentication');
  }

  /** Starts a message. The server discards the message if the connection closes before `send`. */
  async begin(from: string, to: string): Promise<void> {
    await this.#ask(`MAIL FROM:<${from}>`, [250], 'the sender');
    await this.#ask(`RCPT TO:<${to}>`, [250, 251], 'the recipient');
    await this.#ask('DATA', [354], 'the message');
  }

  async send(message: string): Promise<void> {
    await this.#write(message.replace(/^\./gm, '..'));
    this.#expect(await this.#sendEnd(), [250], 'the message');
  }

  async #sendEnd(): Promise<SmtpReply> {
    try {
      // After this line is sent, the email may arrive even if an error follows.
      await this.#write('\r\n.\r\n');
      return await this.#answer();
    } catch (thrown) {
      const { kind, message } = thrown as MailFailure;
      if (kind !== 'connection') throw thrown;
      throw new MailFailure('unknown', `${message} after the message was sent; it may have arrived`);
    }
  }

  /** Closes the connection, so that the server discards an unfinished message. Never throws. */
  async close(): Promise<void> {
    await this.#within(this.#socket.close(), '').catch(() => undefined);
  }

  async #ask(line: string, codes: readonly number[], what: string, isSecret = false): Promise<SmtpReply> {
    await this.#write(`${line}\r\n`);
    const answer = await this.#answer();
    this.#expect(answer, codes, what, isSecret);
    return answer;
  }

  async #write(text: string): Promise<void> {
    await this.#within(this.#writer.write(new TextEncoder().encode(text)), 'did not accept data');
  }

  #expect({ code, lines }: SmtpReply, codes: readonly number[], what: string, isSecret = false): void {
    if (codes.includes(code)) return;
    const said = isSecret
      ? ''
      : lines
          .join(' ')
          .replace(/[^\x20-\x7e]+/g, ' ')
          // Servers repeat the address of the receiver. Reasons outlive addresses, and are shown to others.
          .replace(/\S*@\S*/g, '(address)')
          .slice(0, MAX_EXCERPT);
    const kind = code === 421 ? 'connection' : code >= 500 ? 'permanent' : 'temporary';
    throw new MailFailure(kind, `rejected ${what}: ${`${code} ${said}`.trim()}`);
  }

  async #answer(): Promise<SmtpReply> {
    const lines: string[] = [];
    for (;;) {
      const line = await this.#line();
      const [, code = '', more = '', text = ''] = /^(\d{3})([ -]?)(.*)$/.exec(line) ?? [];
      if (code === '') throw broken('did not respond with SMTP');
      lines.push(text);
      if (more !== '-') return { code: Number(code), lines };
      if (lines.join().length > MAX_ANSWER) throw broken('sent an overlong response');
    }
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#read.indexOf('\n');
      if (end >= 0) {
        const line = this.#read.slice(0, end).replace(/\r$/, '');
        this.#read = this.#read.slice(end + 1);
        return line;
      }
      if (this.#read.length > MAX_ANSWER) throw broken('sent an overlong response');
      const { done, value } = await this.#within(this.#reader.read(), 'did not respond');
      if (done) throw broken('closed the connection');
      this.#read += new TextDecoder('latin1').decode(value);
    }
  }

  async #within<T>(step: Promise<T>, otherwise: string): Promise<T> {
    try {
      return await within(this.#limit, step, () => {
        throw broken(`${otherwise} within ${this.#limit / SECOND_MS} seconds`);
      });
    } catch (thrown) {
      throw thrown instanceof MailFailure ? thrown : broken('interrupted the connection');
    }
  }
}
