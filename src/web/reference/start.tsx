import type { Group, Model } from './model.ts';
import { Prose, SchemaRows } from './schemas.tsx';

interface Props {
  model: Model;
  groups: Group[];
  origin: string;
}

export const Start = ({ model, groups, origin }: Props) => (
  <>
    <section aria-labelledby="start">
      <h2 id="start">Five-minute start</h2>
      <ol class="stack gap-5 before-4 steps">
        <li>
          <h3>Get a key</h3>
          <p>
            An operator creates keys under <a href="/keys">Keys</a>, or with{' '}
            <code>npm run keys -- create --kind secret --name Me</code>. A secret key can read everything. A publishable
            key is for web pages, where anyone can see it. It can read feeds and trending topics, and report clicks.
          </p>
        </li>
        <li>
          <h3>Request articles</h3>
          <pre tabindex={0}>{`curl '${origin}/api/v2/feed/?limit=3' \\\n  -H 'Authorization: Bearer YOUR_KEY'`}</pre>
          <p>
            The response is a JSON Feed. Add <code>output=rss</code> for a feed reader, or <code>output=html</code> for
            an iframe.
          </p>
        </li>
        <li>
          <h3>Request rising topics</h3>
          <pre
            tabindex={0}
          >{`curl '${origin}/api/v2/insights/trending-topics/growth/?limit=5' \\\n  -H 'Authorization: Bearer YOUR_KEY'`}</pre>
        </li>
        <li>
          <h3>In TypeScript</h3>
          <pre tabindex={0}>{`import { createClient } from 'newsgauge-client';

const newsgauge = createClient({ baseUrl: '${origin}', apiKey: process.env.NEWSGAUGE_KEY });
const { data, error } = await newsgauge.GET('/api/v2/topics/trending/', { params: { query: { limit: 5 } } });`}</pre>
        </li>
        <li>
          <h3>On this page</h3>
          <p>
            Open an endpoint, such as <a href="/docs/insights#getTrending">List trending topics</a>. Copy its request
            for curl, TypeScript and Python. If you are signed in, you can also send it from there.
          </p>
        </li>
      </ol>
    </section>
    <section aria-labelledby="groups">
      <h2 id="groups">Endpoints</h2>
      <ul class="stack before-4 groups">
        {groups.map(({ slug, title, description, endpoints }) => (
          <li>
            <a href={`/docs/${slug}`}>{title}</a> <small>{endpoints.length}</small>
            <p>
              <Prose text={description} />
            </p>
          </li>
        ))}
      </ul>
    </section>
    <section id="common" aria-labelledby="common-title">
      <h2 id="common-title">What all endpoints share</h2>
      {model.info.description
        .split('\n\n')
        .slice(1)
        .map((paragraph) => (
          <ul>
            {paragraph.split(/(?<=\.)\s+(?=[A-Z])/).map((rule) => (
              <li>
                <Prose text={rule} />
              </li>
            ))}
          </ul>
        ))}
    </section>
    <Assistants origin={origin} />
    <Keys {...model} />
    <Errors />
  </>
);

const Assistants = ({ origin }: { origin: string }) => (
  <section id="mcp" aria-labelledby="mcp-title">
    <h2 id="mcp-title">Assistants and agents</h2>
    <p>
      <code>{`${origin}/mcp`}</code> offers the read endpoints as tools of the{' '}
      <a href="https://modelcontextprotocol.io">Model Context Protocol</a>, over streamable HTTP, with a secret key.
      Most clients accept this configuration:
    </p>
    <pre tabindex={0}>{`{
  "mcpServers": {
    "newsgauge": {
      "type": "http",
      "url": "${origin}/mcp",
      "headers": { "Authorization": "Bearer YOUR_SECRET_KEY" }
    }
  }
}`}</pre>
    <p>
      Responses contain links to the articles, and no counts. <a href="/llms.txt">llms.txt</a> says in short what is
      here.
    </p>
  </section>
);

const schemesByText = ({ securitySchemes }: Model['components']) =>
  Object.entries(Object.groupBy(Object.values(securitySchemes), ({ description }) => description));

const Keys = ({ components }: Model) => (
  <section id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keys</h2>
    <SchemaRows head={['Key', 'Where it goes']}>
      {schemesByText(components).map(([text, schemes]) => (
        <tr>
          <td>
            <Prose text={text} />
          </td>
          <td>
            {schemes?.map(({ in: place, name }, i) => (
              <>
                {i > 0 ? ' or ' : ''}
                <code>{place === 'query' ? `?${name}=…` : place ? `${name}: …` : 'Authorization: Bearer …'}</code>
              </>
            ))}
          </td>
        </tr>
      ))}
    </SchemaRows>
  </section>
);

const ERRORS = [
  ['400', 'parameterInvalid', 'A parameter or the body is invalid. `data` lists each fault and the allowed values.'],
  ['401', 'apiKeyMissing, apiKeyInvalid', 'The key is missing, unknown, revoked or expired.'],
  ['403', 'forbidden', 'The key is of another kind, or bound to other origins.'],
  ['404', 'notFound', 'Nothing exists at this path or with this id.'],
  ['405', 'methodNotAllowed', '`Allow` lists the allowed methods.'],
  ['409', 'conflict', 'A name, slug or address is already in use.'],
  ['412', 'preconditionFailed', 'The resource has changed since you read it. `current` contains its current state.'],
  ['413', 'payloadTooLarge', 'The body is larger than 5 MB (4 KB for clicks).'],
  [
    '429',
    'rateLimited',
    'Too many requests: more than 6,000 per minute and key or person, or with a publishable key 600 per minute and address. `Retry-After` gives the seconds to wait.',
  ],
  ['500', 'internal', 'The server failed. The log has the error under the `X-Request-Id`.'],
  ['503', 'unavailable', 'Busy or unavailable. Retry after `Retry-After` seconds.'],
] as const;

const Errors = () => (
  <section id="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    <p>
      An error is JSON with <code>status</code> (<code>fail</code>: yours, <code>error</code>: ours), <code>code</code>,{' '}
      <code>reason</code>, and <code>data</code> or <code>message</code>. All invalid parameters are listed at once.
    </p>
    <SchemaRows head={['Error', 'Meaning']}>
      {ERRORS.map(([code, reason, meaning]) => (
        <tr>
          <th scope="row">
            {code} <small>{reason}</small>
          </th>
          <td>
            <Prose text={meaning} />
          </td>
        </tr>
      ))}
    </SchemaRows>
  </section>
);
