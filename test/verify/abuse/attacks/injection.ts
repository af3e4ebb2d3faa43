import { Parser } from 'htmlparser2';
import { NASTY } from '../../../delivery/hostile.ts';
import { newReader, withKey } from '../request.ts';
import { rows } from '../routes.ts';
import { type Answer, type Attack, each } from '../trial.ts';
import { lookAt } from './markup.ts';

const KIND = 'markup injection';

/** Mark-up in stored content, in parameters, in paths and in headers: never anything but text in what is answered. */
export const injection: Attack = async (trial, thorough) => {
  const { living } = trial.keys;
  // Addresses of their own: of one only so many shares that nobody has are looked up.
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
  const markup = NASTY.filter((text) => /[<>"'&]/.test(text) && text.length < 300).filter(
    (_, i) => thorough || i % 4 === 0,
  );
  const readable = rows.filter(({ method }) => method === 'GET');
  const plain = new Map<string, string>();
  for (const { path } of readable)
    plain.set(path, shapeOf(await trial.ask(KIND, `${path}?x=1`, { headers: headersFor(path) })));
  await each(markup.entries(), async ([turn, text]) => {
    const encoded = encodeURIComponent(text);
    // In the quick round a sixth of the routes, another sixth for the next text.
    for (const [path, shape] of [...plain].filter((_, i) => thorough || (i + turn) % 6 === 0)) {
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

/** The tags of a page with their attributes' names; of anything else its type. */
function shapeOf({ headers, body }: Answer): string {
  const type = headers.get('Content-Type') ?? '';
  if (!type.includes('html')) return type;
  const tags: string[] = [];
  new Parser({ onopentag: (name, attributes) => tags.push([name, ...Object.keys(attributes)].join(' ')) }).end(body);
  return tags.join('\n');
}
