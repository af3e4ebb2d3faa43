import type { Child } from 'hono/jsx';
import type { Content, Endpoint, Parameter, Schema } from './model.ts';
import { Prose, Type } from './type.tsx';

/** A topic that every newsroom has: used in paths that a form cannot fill in. */
const EXAMPLE_ID = '47';

/** One operation: what it takes, which can be tried where it only reads, and what it answers. */
export const EndpointSection = (endpoint: Endpoint & { origin: string }) => (
  <section class="endpoint" id={endpoint.operationId} aria-labelledby={`${endpoint.operationId}-title`}>
    <h3 id={`${endpoint.operationId}-title`}>
      <a href={`#${endpoint.operationId}`}>{endpoint.summary}</a>
    </h3>
    <p class="address">
      <b class={endpoint.method.toLowerCase()}>{endpoint.method}</b> <code>{endpoint.path}</code>
    </p>
    <p>
      <Prose text={endpoint.description} />
    </p>
    {canBeTried(endpoint) ? <TryIt {...endpoint} /> : <Parameters of={endpoint.parameters ?? []} />}
    <Body content={endpoint.requestBody?.content} />
    <details>
      <summary>curl</summary>
      <pre>{curl(endpoint)}</pre>
    </details>
    <Responses {...endpoint} />
  </section>
);

const canBeTried = ({ method, security }: Endpoint) => method === 'GET' && security.some(({ apiKey }) => apiKey);

/** A plain form: what is left empty counts as absent, so that no script is needed to ask. */
const TryIt = ({ operationId, path, parameters = [] }: Endpoint) => (
  <form action={path.replace('{id}', EXAMPLE_ID)} method="get" target="_blank" rel="noopener" autocomplete="off">
    <Parameters of={parameters} operationId={operationId} />
    <p class="ask">
      <button type="submit" class="primary">
        Send request
      </button>
      <span class="hint">Opens the answer in a new tab, with your session.</span>
    </p>
  </form>
);

/** With `operationId` each parameter has a field of its form. */
function Parameters({ of, operationId }: { of: Parameter[]; operationId?: string }) {
  if (of.length === 0) return null;
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Parameter</th>
            <th>Meaning</th>
            {operationId ? <th>Try</th> : null}
          </tr>
        </thead>
        <tbody>
          {of.map((parameter) => (
            <tr>
              <th scope="row">
                <code>{parameter.name}</code>
                {parameter.in === 'path' ? <small>path</small> : null}
              </th>
              <td>
                <Prose text={parameter.description} />
                <small>
                  <Type schema={parameter.schema} />
                  <Default schema={parameter.schema} />
                </small>
              </td>
              {operationId ? (
                <td>
                  <Field {...parameter} form={operationId} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Default = ({ schema }: { schema: Schema }) =>
  schema.default === undefined ? null : (
    <>
      {'; default '}
      <code>{String(schema.default)}</code>
    </>
  );

function Field({ form, name, in: place, schema }: Parameter & { form: string }): Child {
  if (place === 'path') return <code>{EXAMPLE_ID}</code>;
  const words = schema.type === 'boolean' ? [true, false] : schema.enum;
  const common = { id: `${form}-${name}`, name, 'aria-label': name };
  if (!words) return <input {...common} placeholder={String(schema.default ?? '')} />;
  return (
    <select {...common}>
      <option value="" />
      {words.map((word) => (
        <option>{String(word)}</option>
      ))}
    </select>
  );
}

function Body({ content }: { content: Content | undefined }) {
  const [first] = Object.values(content ?? {});
  if (!content || !first) return null;
  return (
    <>
      <h4>Body</h4>
      <p>
        <Type schema={first.schema} /> as {Object.keys(content).join(' or ')}
      </p>
      <Example value={first.example} />
    </>
  );
}

const Responses = ({ responses }: Endpoint) => (
  <>
    <h4>Answers</h4>
    <dl class="answers">
      {Object.entries(responses).map(([status, { description, content }]) => (
        <>
          <dt>{status}</dt>
          <dd>
            <Prose text={description} />
            {Object.entries(content ?? {}).map(([type, { schema, example }]) => (
              <Answer type={type} schema={schema} example={example} />
            ))}
          </dd>
        </>
      ))}
    </dl>
  </>
);

const Answer = ({ type, schema, example }: { type: string; schema: Schema; example: unknown }) =>
  example === undefined ? (
    <p class="media">
      {type}: {schema.description}
    </p>
  ) : (
    <>
      <p class="media">
        {type}: <Type schema={schema.properties?.data ?? schema} />
      </p>
      <details>
        <summary>Example</summary>
        <Example value={example} />
      </details>
    </>
  );

const Example = ({ value }: { value: unknown }) => (value ? <pre>{JSON.stringify(value, null, 2)}</pre> : null);

function curl({ origin, method, path, security, requestBody }: Endpoint & { origin: string }): string {
  const address =
    origin + path.replace('{id}', EXAMPLE_ID).replace('{contentId}', '1042').replace('{date}', '2026-01-30');
  const [scheme] = security.flatMap((way) => Object.keys(way));
  const [body] = Object.values(requestBody?.content ?? {});
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${address}${scheme === 'linkKey' ? '?key=YOUR_KEY' : ''}'`,
    ...(scheme && scheme !== 'linkKey' ? ["-H 'Authorization: Bearer YOUR_KEY'"] : []),
    ...(body ? [`-d '${JSON.stringify(body.example)}'`] : []),
  ];
  return parts.join(' \\\n  ');
}
