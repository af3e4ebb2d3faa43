import { optionsOf } from '../lib/words.ts';
/** The same request in three languages, as it is typed. Pure. */

export const LANGUAGES = optionsOf({ curl: 'curl', typescript: 'TypeScript', python: 'Python' });
export type Language = (typeof LANGUAGES)[number][0];

export interface Typed {
  origin: string;
  method: string;
  /** As the description has it: `/api/v2/insights/topics/{id}/content/`. */
  path: string;
  /** Of the path, and of the query. */
  inPath: Record<string, string>;
  query: Record<string, string>;
  /** JSON; empty: none. */
  body: string;
}

/** The address with what was typed; what is missing in the path stays in braces. */
export const addressOf = ({ path, inPath, query }: Typed): string => {
  const filled = path.replace(/\{(\w+)\}/g, (braces, name: string) =>
    inPath[name] ? encodeURIComponent(inPath[name]) : braces,
  );
  const search = new URLSearchParams(query).toString().replaceAll('%2C', ',');
  return search ? `${filled}?${search}` : filled;
};

export const codeOf = (language: Language, typed: Typed): string => WRITERS[language](typed);

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const WRITERS: Record<Language, (typed: Typed) => string> = {
  curl: (typed) =>
    [
      `curl ${typed.method === 'GET' ? '' : `-X ${typed.method} `}${quoted(typed.origin + addressOf(typed))}`,
      `-H 'Authorization: Bearer YOUR_KEY'`,
      ...(typed.body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(typed.body)}`] : []),
    ].join(' \\\n  '),
  typescript: ({ origin, method, path, inPath, query, body }) => {
    const params = {
      ...(Object.keys(inPath).length > 0 ? { path: numbers(inPath) } : {}),
      ...(Object.keys(query).length > 0 ? { query: numbers(query) } : {}),
    };
    const options = [
      ...(Object.keys(params).length > 0 ? [`params: ${JSON.stringify(params)}`] : []),
      ...(body ? [`body: ${body.split('\n').join('\n  ')}`] : []),
    ];
    const given = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : '';
    return [
      `import { createClient } from 'newsgauge-client';`,
      '',
      `const newsgauge = createClient({ baseUrl: '${origin}', apiKey: process.env.NEWSGAUGE_KEY });`,
      `const { data, error } = await newsgauge.${method}('${path}'${given});`,
    ].join('\n');
  },
  python: (typed) =>
    [
      'import json, os, urllib.request',
      '',
      'request = urllib.request.Request(',
      `    ${JSON.stringify(typed.origin + addressOf(typed))},`,
      ...(typed.method === 'GET' ? [] : [`    method="${typed.method}",`]),
      ...(typed.body ? [`    data=json.dumps(${pythonic(typed.body)}).encode(),`] : []),
      `    headers={"Authorization": "Bearer " + os.environ["NEWSGAUGE_KEY"]${typed.body ? ', "Content-Type": "application/json"' : ''}},`,
      ')',
      'with urllib.request.urlopen(request) as response:',
      '    print(json.load(response))',
    ].join('\n'),
};

/** JSON as Python writes it. */
const pythonic = (json: string) =>
  json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => PYTHON[token] ?? token);
const PYTHON: Record<string, string> = { true: 'True', false: 'False', null: 'None' };

const numbers = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, /^\d{1,15}$/.test(value) ? Number(value) : value]),
  );
