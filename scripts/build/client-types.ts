/** Generates `schema.d.ts` and `manage-schema.d.ts` of the client from the API description. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../src/command/paths.ts';
import { apiDescription } from './description.ts';

/** The generator needs TypeScript's JavaScript API, which the package `typescript` no longer contains. */
const TYPESCRIPT_API = '@ts-morph/common/dist/typescript.js';

registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? TYPESCRIPT_API : name, context) });
const { astToString, default: openapiTS } = await import('openapi-typescript');
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  components: { responses: Record<string, object> };
}

/** Replacer for `JSON.stringify` that drops examples, which only the API reference needs. */
const withoutExamples = (name: string, value: unknown) => (name === 'example' ? undefined : value);

const brief = (types: string): string =>
  types.replace(/^ *\w+\?: never;\n/gm, '').replace(/^ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/gm, '');

const { paths, ...rest } = (await apiDescription()) as Document;
for (const [file, isManaged] of [
  ['schema', false],
  ['manage-schema', true],
] as const) {
  const own = Object.entries(paths).filter(([path]) => path.startsWith('/manage/') === isManaged);
  const document = { ...rest, paths: Object.fromEntries(own.map(([path, methods]) => [path, succeeding(methods)])) };
  const types = astToString(await openapiTS(JSON.stringify(referenced(document), withoutExamples)));
  writeFileSync(join(ROOT, `src/client/${file}.d.ts`), brief(types));
}

/** Returns operations with their success responses, and one response for all errors. */
function succeeding(methods: Document['paths'][string]): object {
  return Object.fromEntries(
    Object.entries(methods).map(([method, { responses, ...operation }]) => {
      const successes = Object.entries(responses).filter(([status]) => /^[23]/.test(status));
      const failure = { default: { $ref: '#/components/responses/BadRequest' } };
      return [method, { ...operation, responses: { ...Object.fromEntries(successes), ...failure } }];
    }),
  );
}

/** Returns the document with only the components to which its paths refer. */
function referenced<T extends { paths: object; components: object }>(document: T): T {
  const components = document.components as Record<string, Record<string, object>>;
  const seen = new Set<string>();
  const follow = (part: object): void => {
    for (const [, group = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (seen.has(`${group}/${name}`)) continue;
      seen.add(`${group}/${name}`);
      follow(components[group]?.[name] ?? {});
    }
  };
  follow(document.paths);
  const kept = Object.entries(components).map(([group, parts]) => [
    group,
    Object.fromEntries(Object.entries(parts).filter(([name]) => seen.has(`${group}/${name}`))),
  ]);
  return { ...document, components: Object.fromEntries(kept) };
}
