import type { Child } from 'hono/jsx';
import type { Endpoint, Model, Schema } from './model.ts';
import { isName } from './names.ts';

/** Limit of integers that have no other limit. The page omits it. */
const BOUNDLESS = Number.MAX_SAFE_INTEGER;

export function Type({ schema }: { schema: Schema }): Child {
  if (schema.$ref) return <Reference to={schema.$ref} />;
  if (schema.anyOf) return <Joined by=" or " parts={schema.anyOf.map((one) => <Type schema={one} />)} />;
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum) return <Joined by=" " parts={schema.enum.map((word) => <code>{String(word)}</code>)} />;
  if (schema.items)
    return (
      <>
        list of <Type schema={schema.items} />
        {schema.maxItems ? `, at most ${schema.maxItems}` : ''}
      </>
    );
  if (typeof schema.additionalProperties === 'object')
    return (
      <>
        object of <Type schema={schema.additionalProperties} />
      </>
    );
  if (schema.properties) return <>{`{ ${Object.keys(schema.properties).join(', ')} }`}</>;
  return <>{[typeName(schema), bounds(schema)].filter(Boolean).join(' ')}</>;
}

function Reference({ to }: { to: string }) {
  const name = to.split('/').at(-1);
  return <a href={`#schema-${name}`}>{name}</a>;
}

const Joined = ({ parts, by }: { parts: Child[]; by: string }) => (
  <>{parts.flatMap((part, i) => (i > 0 ? [by, part] : [part]))}</>
);

const typeName = ({ type = 'anything', format }: Schema): string => format ?? [type].flat().join(' or ');

function bounds({ minimum, maximum = BOUNDLESS, maxLength, pattern }: Schema): string {
  if (minimum !== undefined && maximum < BOUNDLESS) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `from ${minimum}`;
  if (maxLength !== undefined) return `of at most ${maxLength} characters`;
  return pattern ? `like ${pattern}` : '';
}

export const Prose = ({ text = '' }: { text?: string | undefined }) => (
  <>
    {text
      .split('`')
      .map((part, i) => (i % 2 === 1 ? <code class={isName(part) ? 'name' : undefined}>{part}</code> : part))}
  </>
);

export function schemasOf({ components }: Model, endpoints: readonly Endpoint[]): [name: string, schema: Schema][] {
  const found = new Map<string, Schema>();
  const look = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = components.schemas[name];
      if (!schema || found.has(name)) continue;
      found.set(name, schema);
      look(schema);
    }
  };
  look(endpoints);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

export const SchemaList = ({ of }: { of: readonly (readonly [name: string, schema: Schema])[] }) =>
  of.length === 0 ? null : (
    <section id="schemas" aria-labelledby="schemas-title">
      <h2 id="schemas-title">Schemas</h2>
      <details class="parts">
        <summary>{of.length === 1 ? '1 schema' : `${of.length} schemas`} of these endpoints</summary>
        {of.map(([name, schema]) => (
          <section class="endpoint" id={`schema-${name}`}>
            <h3>
              <a href={`#schema-${name}`}>{name}</a>
            </h3>
            <p>
              <Prose text={schema.description} />
            </p>
            <details class="parts">
              <summary>Fields</summary>
              <Fields {...schema} />
            </details>
          </section>
        ))}
      </details>
    </section>
  );

export const SchemaRows = ({ head = [], children }: { head?: string[]; children: Child }) => (
  <div class="scroll before-4">
    <table>
      {head.length > 0 ? (
        <thead>
          <tr>
            {head.map((heading) => (
              <th scope="col">{heading}</th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>{children}</tbody>
    </table>
  </div>
);

const Fields = ({ properties = {}, required = [] }: Schema) => (
  <SchemaRows>
    {Object.entries(properties).map(([name, schema]) => (
      <tr>
        <th scope="row">
          <code>{name}</code>
          {required.includes(name) ? null : <small>optional</small>}
        </th>
        <td>
          <Type schema={schema} />
          {schema.description ? (
            <small>
              <Prose text={schema.description} />
            </small>
          ) : null}
        </td>
      </tr>
    ))}
  </SchemaRows>
);
