import { attempts } from '../../../http/naughty-requests.ts';
import { JSON_TYPE, newReader } from '../request.ts';
import { type Row, rows, TAKES } from '../routes.ts';
import { type Ask, each, type Trial } from '../trial.ts';

const KIND = 'naughty strings';

/** Query parameters by path, as the service itself describes them. */
type Parameters = Map<string, string[]>;

/** Slow routes get every so manieth string. */
const RARELY = 100;
/** So do routes of operators, each another part of the strings: there are many of them, and they read bodies alike. */
const IN_PART = 3;

const HEADERS = ['Origin', 'Referer', 'Accept', 'Accept-Language', 'If-None-Match', 'Range', 'Cookie', 'Content-Type'];

/** Every string in every parameter, part of a path, header, body and field of a body of every route; of management's a third each. */
export async function naughty(trial: Trial, strings: readonly string[]): Promise<void> {
  const parameters = await described(trial);
  await each(
    strings.entries(),
    async ([i, text]) => {
      for (const [place, row] of rows.entries()) {
        if (row.slow ? i % RARELY !== 0 : row.access === 'operator' && (i + place) % IN_PART !== 0) continue;
        for (const [path, ask] of placements(row, text, parameters, trial)) await trial.ask(KIND, path, ask);
      }
      const { secret, operator } = trial.keys.living;
      for (const { path, init } of attempts(text, { secret, operator })) await trial.ask(KIND, path, init);
    },
    16,
  );
}

async function described(trial: Trial): Promise<Parameters> {
  const { body } = await trial.ask(KIND, '/api/v2/openapi.json');
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
  // All at once, for which of them is refused makes no difference. Those of the feed are also asked one by one.
  const names = [...(parameters.get(pathOf(row)) ?? []), encoded];
  const query = names.map((name) => `${name}=${encoded}`).join('&');
  yield [`${row.path}?${own}${query}`, { ...plain, headers: { ...headers, ...asHeaders } }];
  // A colon in the name of a route is a part of the path that is not its own.
  if (row.name.includes(':')) yield [`${pathOf(row).replace(/:\w+/, encoded)}?${own}`, plain];
  if (row.body === undefined) return;
  yield [row.path, json(text)];
  yield [row.path, json([text])];
  const fields = row.access === 'beacon' ? { companyType: null, seniority: null, ...row.body, key } : { ...row.body };
  for (const field of [...Object.keys(fields), text]) yield [row.path, json({ ...fields, [field]: text })];
}

const pathOf = ({ name }: Row): string => name.slice(name.indexOf(' ') + 1);
