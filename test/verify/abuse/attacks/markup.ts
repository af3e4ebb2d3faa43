import { Parser } from 'htmlparser2';
import type { Answer, Trial } from '../trial.ts';

/** What mark-up that got through would look like in an answer. */

/** Elements that no page of the service makes of its own accord, and attributes that run. */
const FOREIGN = /^(svg|math|iframe|object|embed|base|plaintext|template|textarea|details|video|audio)$/;
const SCHEMES = /^\s*(javascript|data|vbscript):/i;

/** Looks at an answer as the browser or the reader would whose type it names. */
export function lookAt(trial: Trial, kind: string, path: string, { headers, body }: Answer, text: string): void {
  const type = headers.get('Content-Type') ?? '';
  if (/html/.test(type)) for (const problem of inPage(body)) trial.fail(kind, path, problem);
  else if (/xml/.test(type)) for (const problem of inXml(body)) trial.fail(kind, path, problem);
  // What browsers would take for a page if they were let.
  else if (text !== '') trial.expect(headers.get('X-Content-Type-Options') === 'nosniff', kind, path, 'may be sniffed');
}

function* inPage(body: string): Iterable<string> {
  const problems: string[] = [];
  new Parser({
    onopentag(name, attributes) {
      if (FOREIGN.test(name)) problems.push(`makes an element ${name}`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on')) problems.push(`makes a handler ${attribute}`);
        if (/^(href|src|action|formaction)$/.test(attribute) && SCHEMES.test(value) && value !== 'data:,')
          problems.push(`makes a link to ${value}`);
      }
    },
    oncomment: (text) => problems.push(`makes a comment ${text}`),
  }).end(body);
  yield* problems;
  if (/<script[^>]*>[^<]*hacked/.test(body)) yield 'makes a script';
}

const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
/** The elements that our RSS has; a document that is not well formed would show others, or text where none is. */
const RSS =
  /^(rss|channel|title|link|description|language|lastBuildDate|ttl|item|guid|pubDate|category|enclosure|(atom:link|dc:creator|dc:language|media:(content|thumbnail|description)))$/;

function* inXml(body: string): Iterable<string> {
  const problems: string[] = [];
  const open: string[] = [];
  new Parser(
    {
      onopentag(name) {
        open.push(name);
        if (!RSS.test(name)) problems.push(`makes an element ${name}`);
      },
      onclosetag(name, implied) {
        if (implied && !/^(enclosure|atom:link|media:(content|thumbnail))$/.test(name))
          problems.push(`leaves ${name} open`);
        if (open.pop() !== name) problems.push(`closes ${name} too early`);
      },
      oncdatastart: () => problems.push('makes a CDATA section'),
      oncomment: () => problems.push('makes a comment'),
      onprocessinginstruction: (name) => name !== '?xml' && problems.push(`makes an instruction ${name}`),
    },
    { xmlMode: true },
  ).end(body);
  yield* problems;
  if (ILLEGAL.test(body)) yield 'holds characters that XML cannot';
}
