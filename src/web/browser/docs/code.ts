import { optionsOf } from '../lib/words.ts';

export const EXAMPLE_LANGUAGES = optionsOf({ curl: 'curl', typescript: 'TypeScript', python: 'Python' });
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number][0];

export interface TypedRequest {
  origin: string;
  path: string;
  inPath: Record<string, string>;
  query: Record<string, string>;
}

/** Returns the URL of an example request. Path parameters without a value stay in braces. */
export const exampleAddress = ({ path, inPath, query }: TypedRequest): string => {
  const filledPath = path.replace(/\{(\w+)\}/g, (braces, name: string) =>
    inPath[name] ? encodeURIComponent(inPath[name]) : braces,
  );
  const search = new URLSearchParams(query).toString().replaceAll('%2C', ',');
  return search ? `${filledPath}?${search}` : filledPath;
};

export const codeOf = (language: ExampleLanguage, typed: TypedRequest): string => WRITERS[language](typed);

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const WRITERS: Record<ExampleLanguage, (typed: TypedRequest) => string> = {
  curl: (typed) => `curl ${quoted(typed.origin + exampleAddress(typed))} \\\n  -H 'Authorization: Bearer YOUR_KEY'`,
  typescript: ({ origin, path, inPath, query }) => {
    const params = {
      ...(Object.keys(inPath).length > 0 ? { path: numbers(inPath) } : {}),
      ...(Object.keys(query).length > 0 ? { query: numbers(query) } : {}),
    };
    const given = Object.keys(params).length > 0 ? `, {\n  params: ${JSON.stringify(params)},\n}` : '';
    return [
      `import { createClient } from 'newsgauge-client';`,
      '',
      `const newsgauge = createClient({ baseUrl: '${origin}', apiKey: process.env.NEWSGAUGE_KEY });`,
      `const { data, error } = await newsgauge.GET('${path}'${given});`,
    ].join('\n');
  },
  python: (typed) =>
    [
      'import json, os, urllib.request',
      '',
      'request = urllib.request.Request(',
      `    ${JSON.stringify(typed.origin + exampleAddress(typed))},`,
      '    headers={"Authorization": "Bearer " + os.environ["NEWSGAUGE_KEY"]},',
      ')',
      'with urllib.request.urlopen(request) as response:',
      '    print(json.load(response))',
    ].join('\n'),
};

const numbers = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, /^\d{1,15}$/.test(value) ? Number(value) : value]),
  );
