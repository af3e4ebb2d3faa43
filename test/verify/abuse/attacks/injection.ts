import { Parser } from 'htmlparser2';
import { NASTY } from '../../../delivery/hostile.ts';
import { withKey } from '../request.ts';
import { rows } from '../routes.ts';
import { type Answer, type Attack, each, type Trial } from '../trial.ts';

const KIND = 'markup injection';

/** Elements that no page of the service makes of its own accord, and attributes that run. */
const FOREIGN = /^(svg|math|iframe|object|embed|base|plaintext|template|textarea|details|video|audio)$/;
const SCHEMES = /^\s*(javascript|data|vbscript):/i;

/** Mark-up in stored content, in parameters, in paths and in headers: never anything but text in what is answered. */
export const injection: Attack = async (trial, thorough) => {
  const { living } = trial.keys;
  const headers = withKey(living.secret);
  const keyOf = (path: string) => (path.startsWith('/manage') ? living.operator : living.secret);
  for (const output of ['html', 'rss', 'json']) {
    let path: string | undefined = `/api/v2/feed?output=${output}&limit=100&includeTopics=1`;
    while (path) {
      const answer: Answer = await trial.ask(KIND, path, { headers });
      look(trial, path, answer, '');
      path = /<https?:\/\/[^/]+(\/[^>]*)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
    }
  }
  const markup = NASTY.filter((text) => /[<>"'&]/.test(text) && text.length < 300).filter(
    (_, i) => thorough || i % 4 === 0,
  );
  const readable = rows.filter(({ method }) => method === 'GET');
  const plain = new Map<string, string>();
  for (const { path } of readable)
    plain.set(path, shapeOf(await trial.ask(KIND, `${path}?x=1`, { headers: withKey(keyOf(path)) })));
  await each(markup, async (text) => {
    const encoded = encodeURIComponent(text);
    for (const [path, shape] of plain) {
      const answer = await trial.ask(KIND, `${path}?x=${encoded}`, { headers: withKey(keyOf(path)) });
      trial.expect(shapeOf(answer) === shape, KIND, `${path}?x=${text}`, 'has another shape than without');
    }
    const paths = [
      ...['limit', 'searchTerms', 'theme', 'accent', 'cursor', 'includeGeoGroups', 'apiKey'].map(
        (name) => `/api/v2/feed?output=html&${name}=${encoded}`,
      ),
      ...['searchTerms', 'additionalSources', 'limit'].map((name) => `/api/v2/feed?output=rss&${name}=${encoded}`),
      `/api/v2/feed?output=${encoded}`,
      `/api/v2/feed-recommended?output=html&date=${encoded}`,
      `/api/v2/feed/${encoded}?output=html`,
      `/docs/${encoded}`,
      `/${encoded}`,
    ];
    for (const path of paths) {
      const own: Record<string, string> = /[&?]apiKey=/.test(path) ? {} : headers;
      look(trial, path, await trial.ask(KIND, path, { headers: own }), text);
    }
  });
};

/** The tags of a page with their attributes' names; of anything else its type. */
function shapeOf({ headers, body }: Answer): string {
  const type = headers.get('Content-Type') ?? '';
  if (!type.includes('html')) return type;
  const tags: string[] = [];
  new Parser({ onopentag: (name, attributes) => tags.push([name, ...Object.keys(attributes)].join(' ')) }).end(body);
  return tags.join('\n');
}

/** Looks at an answer as the browser or the reader would whose type it names. */
function look(trial: Trial, path: string, { headers, body }: Answer, text: string): void {
  const type = headers.get('Content-Type') ?? '';
  if (/html/.test(type)) for (const problem of inPage(body)) trial.fail(KIND, path, problem);
  else if (/xml/.test(type)) for (const problem of inXml(body)) trial.fail(KIND, path, problem);
  // What browsers would take for a page if they were let.
  else if (text !== '') trial.expect(headers.get('X-Content-Type-Options') === 'nosniff', KIND, path, 'may be sniffed');
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
  /^(rss|channel|title|link|description|language|lastBuildDate|ttl|item|guid|pubDate|category|enclosure|(atom:link|dc:creator|media:(content|thumbnail|description)))$/;

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
