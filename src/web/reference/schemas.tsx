import type { Endpoint, Model, Schema } from './model.ts';
import { Prose, Type } from './type.tsx';

/** The schemas that endpoints name, themselves or through others. */
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

export const Schemas = ({ of }: { of: readonly (readonly [name: string, schema: Schema])[] }) =>
  of.length === 0 ? null : (
    <section id="schemas" aria-labelledby="schemas-title">
      <h2 id="schemas-title">Schemas</h2>
      {of.map(([name, schema]) => (
        <section class="endpoint" id={`schema-${name}`}>
          <h3>
            <a href={`#schema-${name}`}>{name}</a>
          </h3>
          <p>
            <Prose text={schema.description} />
          </p>
          <Fields {...schema} />
        </section>
      ))}
    </section>
  );

const Fields = ({ properties = {}, required = [] }: Schema) => (
  <div class="scroll">
    <table>
      <tbody>
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
      </tbody>
    </table>
  </div>
);
