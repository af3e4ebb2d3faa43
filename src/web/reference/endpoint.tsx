import type { Child } from 'hono/jsx';
import { type Endpoint, METHOD_LOOKS, type MediaContent, type Parameter, type Schema } from './model.ts';
import { Prose, SchemaRows, Type } from './schemas.tsx';

/** Example id in the URL paths of forms. Every installation has a topic with this id. */
const EXAMPLE_ID = '47';

interface SectionProps extends Endpoint {
  origin: string;
  /** Whether the details are open at first. A script opens those that the address names. */
  isOpen: boolean;
  /** Sentence about the accepted keys that the page states once for most of its endpoints. */
  commonAccess: string;
}

const MAX_NAMED_PARAMETERS = 4;

/** Lists the first parameters, so that readers need not open an endpoint to see them. */
function partsOf({ parameters = [] }: Endpoint): string {
  const names = parameters.slice(0, MAX_NAMED_PARAMETERS).map(({ name }) => name);
  const others = parameters.length - names.length;
  if (names.length === 0) return 'Example and answers';
  return `Parameters (${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}), example and answers`;
}

export const EndpointSection = ({ isOpen, commonAccess, ...endpoint }: SectionProps) => (
  <section class="endpoint" id={endpoint.operationId} aria-labelledby={`${endpoint.operationId}-title`}>
    <h3 id={`${endpoint.operationId}-title`}>
      <a href={`#${endpoint.operationId}`}>{endpoint.summary}</a>
    </h3>
    <p class="address">
      <b class={`method ${METHOD_LOOKS[endpoint.method]}`}>{endpoint.method}</b>{' '}
      <code>
        {endpoint.path.split(/(?<=\/)(?=.)/).map((part) => (
          <span>{part}</span>
        ))}
      </code>
    </p>
    <p>
      <Prose text={commonAccess ? endpoint.description?.replace(commonAccess, '').trim() : endpoint.description} />
    </p>
    <details class="parts" open={isOpen}>
      <summary>{partsOf(endpoint)}</summary>
      {canBeTried(endpoint) ? <TryIt {...endpoint} /> : <Parameters of={endpoint.parameters ?? []} />}
      <Body content={endpoint.requestBody?.content} />
      <div class="code before-4" data-path={endpoint.path}>
        <pre tabindex={0}>{curl(endpoint)}</pre>
      </div>
      <Responses {...endpoint} isOpen={isOpen} />
    </details>
  </section>
);

const canBeTried = ({ method, security }: Endpoint) =>
  method === 'GET' && security.some((way) => 'apiKey' in way || 'operator' in way || 'session' in way);

/** Form that omits empty fields from its request. It also works without scripts. */
const TryIt = ({ operationId, path, parameters = [] }: Endpoint) => (
  <form
    class="try"
    action={path.replace('{id}', EXAMPLE_ID)}
    method="get"
    target="_blank"
    rel="noopener"
    autocomplete="off"
  >
    <Parameters of={parameters} operationId={operationId} />
    <p class="row">
      <button type="submit">Send request</button>
      <span class="hint">Uses your session. Nothing is stored.</span>
    </p>
    <output />
  </form>
);

/** Table of parameters. If `operationId` is set, each parameter has a form field. */
function Parameters({ of, operationId }: { of: Parameter[]; operationId?: string }) {
  if (of.length === 0) return null;
  return (
    <SchemaRows head={['Parameter', 'Meaning', ...(operationId ? ['Try'] : [])]}>
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
    </SchemaRows>
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
  const words = schema.type === 'boolean' ? [true, false] : schema.enum;
  const common = {
    id: `${form}-${name}`,
    name,
    'aria-label': name,
    ...(place === 'path' ? { 'data-in': 'path' } : {}),
  };
  if (!words)
    return (
      <input
        {...common}
        placeholder={String(schema.default ?? '')}
        value={place === 'path' && name === 'id' ? EXAMPLE_ID : undefined}
      />
    );
  return (
    <select {...common}>
      <option value="">{schema.default === undefined ? 'any' : `${String(schema.default)} (default)`}</option>
      {words.map((word) => (
        <option>{String(word)}</option>
      ))}
    </select>
  );
}

function Body({ content }: { content: MediaContent | undefined }) {
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

const Responses = ({ responses, isOpen }: Endpoint & { isOpen: boolean }) => {
  const all = Object.entries(responses);
  const good = all.filter(([status]) => status < '400' || !COMMON_ERRORS.includes(status));
  const codes = all.map(([status]) => status).filter((status) => COMMON_ERRORS.includes(status));
  return (
    <>
      <h4>Answers</h4>
      <dl class="stack before-2 medium answers">
        {good.map(([status, { description, content }]) => (
          <>
            <dt>{status}</dt>
            <dd>
              <Prose text={description} />
              {Object.entries(content ?? {}).map(([type, { schema, example }]) => (
                <ResponseBody type={type} schema={schema} example={example} isOpen={isOpen} />
              ))}
            </dd>
          </>
        ))}
      </dl>
      {codes.length > 0 ? (
        <p class="hint">
          Errors: <a href="/docs#errors">{codes.join(', ')}</a>
        </p>
      ) : null}
    </>
  );
};

const COMMON_ERRORS = ['400', '401', '403', '404', '405', '412', '413', '429', '500', '503'];

interface ResponseBodyProps {
  type: string;
  schema: Schema;
  example: unknown;
  isOpen: boolean;
}

const ResponseBody = ({ type, schema, example, isOpen }: ResponseBodyProps) =>
  example === undefined ? (
    <p class="media">
      {type}: {schema.description}
    </p>
  ) : (
    <>
      <p class="media">
        {type}: <Type schema={schema.properties?.data ?? schema} />
      </p>
      <details open={isOpen}>
        <summary>Example</summary>
        <Example value={example} />
      </details>
    </>
  );

const Example = ({ value }: { value: unknown }) =>
  value ? <pre tabindex={0}>{JSON.stringify(value, null, 2)}</pre> : null;

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
