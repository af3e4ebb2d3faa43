import { connect } from 'node:net';
import { type Form, METHODS, render } from './forms.ts';

/** Hidden request of an attack. The `open` variants are incomplete, so that they would absorb the next request. */
export const HIDDEN = ['listing', 'openListing', 'openDeletion', 'click'] as const;

export interface Attack {
  name: string;
  form: Form;
  article: number;
  clicked: number;
  method: (typeof METHODS)[number];
  hidden: (typeof HIDDEN)[number];
  id: number;
}

/** Paths on which none of the methods succeeds without a key. */
const PATHS = ['/manage/keys', '/api/v2/feed/', '/nothing', '/manage/articles/1', '/api/v2/topics/trending/', '/mcp'];
/** Path of the last request on the connection. No other request returns a script. */
const LAST = '/click.js';
const isLast = (answer: string) => /^content-type: (text|application)\/javascript/im.test(answer);
/** Marker that occurs only in responses to the operator. */
export const MARK = 'framing-';
const SILENCE = 5000;
const SHORT = 500;

/** Returns the hidden request, complete or in a form that would absorb the next one. */
function hidden({ hidden, article, clicked, id }: Attack, host: string, key: string): string {
  const forged = `198.51.${(id >> 8) & 255}.${id & 255}`;
  const said = `Host: ${host}\r\nCF-Connecting-IP: ${forged}\r\nX-Forwarded-For: ${forged}\r\n`;
  if (hidden === 'listing') return `GET /manage/keys?hidden=${id} HTTP/1.1\r\n${said}\r\n`;
  if (hidden === 'openListing') return `GET /manage/keys?hidden=${id} HTTP/1.1\r\n${said}X-Rest: `;
  if (hidden === 'openDeletion') return `DELETE /manage/articles/${article} HTTP/1.1\r\n${said}X-Rest: `;
  const body = JSON.stringify({ key, contentId: clicked, hint: String(id) });
  const browser = 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
  return `POST /clicks HTTP/1.1\r\n${said}${browser}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

export interface Outcome {
  statuses: number[];
  wrong: string[];
  /** Whether the hidden click was accepted as a separate request of this sender and acknowledged. */
  acknowledged: boolean;
  /** Whether the connection closed before an acknowledgement, so that the hidden click may have been accepted. */
  possible: boolean;
}

/** Attacked address: the service itself (`direct`), or a proxy in front of it. */
export interface AttackTarget {
  name: string;
  url: URL;
  /** Forms of requests that the target has not answered so far, because it waits for more of the body. */
  waits: Set<string>;
}

export async function launch(
  attack: Attack,
  { name: targetName, url, waits }: AttackTarget,
  key: string,
): Promise<Outcome> {
  const { form, method, id, name } = attack;
  const inner = hidden(attack, url.host, key);
  const path = `${PATHS[id % PATHS.length]}?outer=${id}`;
  const { requests = 1, waits: isOpen } = form(inner);
  const kind = `${name} ${attack.hidden}`;
  const bytes = render(form, { method, path, host: url.host, inner });
  const text = await converse(url, bytes, isOpen || waits.has(kind) ? SHORT : SILENCE);
  if (text === '') waits.add(kind);
  // Interim responses (1xx) do not count.
  const answers = text
    .split(/(?=HTTP\/1\.[01] \d{3})/)
    .filter((part) => /^HTTP/.test(part) && !/^\S+ 10[0-2]\b(?! Sw)/.test(part));
  const own = answers.filter((answer) => !isLast(answer));
  // After a rejection in the middle of a body, the rest of the body and the last request have no meaning.
  const isRefusal = (answer = '') => /^\S+ (400|408|413|431|503)\b/.test(answer);
  if (own.length === answers.length && isRefusal(own.at(-1)) && own.length > 1) own.pop();
  const statuses = own.map((answer) => Number(answer.slice(9, 12)));
  // A proxy parses the bytes first. In malformed input, it may find another request.
  const most = targetName === 'direct' ? requests : Math.max(2, requests);
  const acknowledged = statuses[1] === 202 && most === 2 && attack.hidden === 'click';
  const wrong: string[] = [];
  const fault = (what: string) => wrong.push(`${method}, ${name}, ${attack.hidden}, ${targetName}: ${what}`);
  if (statuses.length > most) fault(`${statuses.length} answers to ${most}: ${statuses}`);
  if (answers.length - own.length > 1) fault('the last question was answered twice');
  const others = acknowledged ? statuses.toSpliced(1, 1) : statuses;
  // Go's server answers `OPTIONS *` itself, with an empty response.
  const isNothing = (status: number) => status === 204 || (status === 200 && /^content-length: 0\r$/im.test(text));
  if (others.some((status) => status < 400 && !(method === 'OPTIONS' && isNothing(status))))
    fault(`the answer to another request: ${statuses}`);
  if (own.some((answer) => answer.includes(MARK))) fault('what only the operator may see');
  const possible = !acknowledged && requests === 2 && attack.hidden === 'click';
  return { statuses, wrong, acknowledged, possible };
}

function converse(url: URL, bytes: Uint8Array, silence: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    let isAsked = false;
    // Local address that the server does not trust as a proxy.
    const socket = connect({ host: url.hostname, port: Number(url.port), localAddress: '127.0.0.9' });
    socket.write(bytes);
    socket.setTimeout(silence, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (more: string) => {
      text += more;
      if (isAsked || !/HTTP\/1\.[01] [2-5]\d\d/.test(text)) return;
      isAsked = true;
      socket.write(`GET ${LAST} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
    });
    // A reset connection also counts as answered, with the bytes received before.
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

export function* attacks(
  forms: Record<string, Form>,
  { count, first, next }: { count: number; first: { article: number; clicked: number }; next: () => number },
): Iterable<Attack> {
  const all = Object.entries(forms).flatMap(([name, form], i) =>
    METHODS.flatMap((method) =>
      HIDDEN.map((hidden) => ({ name, form, method, hidden, article: first.article + i, clicked: first.clicked + i })),
    ),
  );
  for (let id = 0; id < count; ) {
    const shuffled = all.map((one) => ({ one, place: next() })).sort((a, b) => a.place - b.place);
    for (const { one } of shuffled) {
      if (id === count) return;
      yield { ...one, id: id++ };
    }
  }
}
