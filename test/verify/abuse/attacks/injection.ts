import { Parser } from 'htmlparser2';
import { NASTY } from '../../../delivery/hostile.ts';
import { attempts } from '../../../http/naughty-requests.ts';
import { type Row, rows, TAKES } from '../routes.ts';
import { type Answer, type Ask, type Attack, each, JSON_TYPE, newReader, type Trial, withKey } from '../trial.ts';

/** HTML elements that no page of the service uses. */
const FOREIGN = /^(svg|math|iframe|object|embed|base|plaintext|template|textarea|details|video|audio)$/;
const SCHEMES = /^\s*(javascript|data|vbscript):/i;

/** Checks a response as the browser or feed reader for its content type would interpret it. */
export function lookAt(trial: Trial, kind: string, path: string, { headers, body }: Answer, text: string): void {
  const type = headers.get('Content-Type') ?? '';
  if (/html/.test(type)) for (const problem of inPage(body)) trial.fail(kind, path, problem);
  else if (/xml/.test(type)) for (const problem of inXml(body)) trial.fail(kind, path, problem);
  // Without `nosniff`, browsers could interpret responses of these types as HTML.
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
/** Elements of the service's RSS. In a malformed document, other elements or stray text would appear. */
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

const KIND = 'markup injection';
const MARKUP = NASTY.filter((text) => /[<>"'&]/.test(text) && text.length < 300);

/** Puts markup into stored content, parameters, paths and headers. Responses must only contain it as text. */
export const injection: Attack = async (trial, pick) => {
  const { living } = trial.keys;
  // Each request has a new address, because unknown share links are limited per address.
  const headersFor = (path: string) =>
    withKey(path.startsWith('/manage') ? living.operator : living.secret, newReader());
  for (const output of ['html', 'rss', 'json']) {
    let path: string | undefined = `/api/v2/feed?output=${output}&limit=100&includeTopics=1`;
    while (path) {
      const answer: Answer = await trial.ask(KIND, path, { headers: headersFor(path) });
      lookAt(trial, KIND, path, answer, '');
      path = /<https?:\/\/[^/]+(\/[^>]*)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
    }
  }
  const markup = MARKUP.filter((_, i) => pick(i, 6, MARKUP.length));
  trial.expect(markup.length > 0, KIND, 'parameters and paths', 'were given no text');
  const readable = rows.filter(({ method }) => method === 'GET');
  const plain = new Map<string, string>();
  for (const { path } of readable)
    plain.set(path, shapeOf(await trial.ask(KIND, `${path}?x=1`, { headers: headersFor(path) })));
  await each(markup.entries(), async ([turn, text]) => {
    const encoded = encodeURIComponent(text);
    for (const [path, shape] of [...plain].filter((_, i) => pick(i + turn, 6))) {
      const answer = await trial.ask(KIND, `${path}?x=${encoded}`, { headers: headersFor(path) });
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
      const own = /[&?]apiKey=/.test(path) ? newReader() : headersFor(path);
      lookAt(trial, KIND, path, await trial.ask(KIND, path, { headers: own }), text);
    }
  });
};

function shapeOf({ headers, body }: Answer): string {
  const type = headers.get('Content-Type') ?? '';
  if (!type.includes('html')) return type;
  const tags: string[] = [];
  new Parser({ onopentag: (name, attributes) => tags.push([name, ...Object.keys(attributes)].join(' ')) }).end(body);
  return tags.join('\n');
}

const NAUGHTY_KIND = 'naughty strings';

type Parameters = Map<string, string[]>;

/** Slow routes are tested with one in this many strings. */
const RARELY = 100;
/** Operators' routes all read bodies in the same way, so each is tested with one in this many strings. */
const IN_PART = 3;

const HEADERS = ['Origin', 'Referer', 'Accept', 'Accept-Language', 'If-None-Match', 'Range', 'Cookie', 'Content-Type'];

/** Sends every string in every parameter, path segment, header, body and body field of every route. */
export async function naughty(trial: Trial, strings: readonly string[]): Promise<void> {
  const parameters = await described(trial);
  await each(
    strings.entries(),
    async ([i, text]) => {
      for (const [place, row] of rows.entries()) {
        if (row.slow ? i % RARELY !== 0 : row.access === 'operator' && (i + place) % IN_PART !== 0) continue;
        for (const [path, ask] of placements(row, text, parameters, trial)) await trial.ask(NAUGHTY_KIND, path, ask);
      }
      const { secret, operator } = trial.keys.living;
      for (const { path, init } of attempts(text, { secret, operator })) await trial.ask(NAUGHTY_KIND, path, init);
    },
    16,
  );
}

async function described(trial: Trial): Promise<Parameters> {
  const { body } = await trial.ask(NAUGHTY_KIND, '/api/v2/openapi.json');
  const { paths } = JSON.parse(body) as {
    paths: Record<string, { get?: { parameters?: { name: string; in: string }[] } }>;
  };
  return new Map(
    Object.entries(paths).map(([path, { get }]) => [
      path.replace(/\/$/, '').replaceAll(/\{(\w+)\}/g, ':$1'),
      (get?.parameters ?? []).flatMap(({ name, in: place }) => (place === 'query' ? [name] : [])),
    ]),
  );
}

function* placements(row: Row, text: string, parameters: Parameters, trial: Trial): Iterable<[string, Ask]> {
  const encoded = encodeURIComponent(text.toWellFormed());
  const kind = TAKES[row.access];
  const key = kind ? trial.keys.living[kind] : '';
  const own = `${row.access === 'link' ? `key=${key}&` : ''}`;
  const headers: Record<string, string> = {
    ...newReader(),
    ...(key && !own ? { Authorization: `Bearer ${key}` } : {}),
  };
  const json = (body: unknown): Ask => ({
    method: row.method,
    headers: { ...headers, ...JSON_TYPE },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const plain: Ask = row.body === undefined ? { method: row.method, headers } : json(row.body);

  const bytes = String.fromCharCode(...new TextEncoder().encode(text)).replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
  const asHeaders = Object.fromEntries(HEADERS.map((name) => [name, bytes.trim()]));
  // One request sets all parameters at once. The parameters of the feed are also tested one by one.
  const names = [...(parameters.get(pathOf(row)) ?? []), encoded];
  const query = names.map((name) => `${name}=${encoded}`).join('&');
  yield [`${row.path}?${own}${query}`, { ...plain, headers: { ...headers, ...asHeaders } }];
  if (row.name.includes(':')) yield [`${pathOf(row).replace(/:\w+/, encoded)}?${own}`, plain];
  if (row.body === undefined) return;
  yield [row.path, json(text)];
  yield [row.path, json([text])];
  const fields = row.access === 'beacon' ? { companyType: null, seniority: null, ...row.body, key } : { ...row.body };
  for (const field of [...Object.keys(fields), text]) yield [row.path, json({ ...fields, [field]: text })];
}

const pathOf = ({ name }: Row): string => name.slice(name.indexOf(' ') + 1);
