import type { Page } from '../../delivery/html-page.tsx';
import { renderPage } from '../shells/layout.tsx';
import { EndpointSection } from './endpoint.tsx';
import { endpoints, type Model, type Schema } from './model.ts';
import { Prose, Type } from './type.tsx';

/** The description as a page: nothing from other sites, and forms that ask the service itself, by the session of who is signed in. */
export function docsPage(description: object, origin: string): Promise<Page> {
  const model = description as Model;
  return renderPage(
    {
      path: '/docs',
      heading: 'API reference',
      description: 'Every endpoint with its parameters and answers. Sign in, and try them in place.',
      style: 'docs',
    },
    <div class="docs">
      <Contents {...model} />
      <div class="body">
        <Introduction {...model} />
        {model.tags.map((tag) => (
          <section id={tag.name} aria-labelledby={`${tag.name}-title`}>
            <h2 id={`${tag.name}-title`}>{tag.name}</h2>
            <p>
              <Prose text={tag.description} />
            </p>
            {endpoints(model, tag.name).map((endpoint) => (
              <EndpointSection {...endpoint} origin={origin} />
            ))}
          </section>
        ))}
        <Schemas {...model} />
      </div>
    </div>,
  );
}

const Contents = (model: Model) => (
  <nav class="contents" aria-label="Contents">
    <p>
      Version {model.info.version} ·<a href="/api/v2/openapi.json">openapi.json</a>
    </p>
    <ul>
      <li>
        <a href="#keys">Keys</a>
      </li>
    </ul>
    {model.tags.map(({ name }) => (
      <>
        <h2>
          <a href={`#${name}`}>{name}</a>
        </h2>
        <ul>
          {endpoints(model, name).map(({ operationId, method, path }) => (
            <li>
              <a href={`#${operationId}`}>
                <b class={method.toLowerCase()}>{method}</b> {path.replace('/api/v2', '')}
              </a>
            </li>
          ))}
        </ul>
      </>
    ))}
    <h2>
      <a href="#schemas">Schemas</a>
    </h2>
  </nav>
);

const Introduction = ({ info, components }: Model) => (
  <>
    {info.description.split('\n\n').map((paragraph) => (
      <p>
        <Prose text={paragraph} />
      </p>
    ))}
    <section id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="answers">
        {Object.values(components.securitySchemes).map(({ in: place, name, description }) => (
          <>
            <dt>
              <code>{place === 'query' ? `?${name}=…` : place ? `${name}: …` : 'Authorization: Bearer …'}</code>
            </dt>
            <dd>{description}</dd>
          </>
        ))}
      </dl>
    </section>
  </>
);

const Schemas = ({ components }: Model) => (
  <section id="schemas" aria-labelledby="schemas-title">
    <h2 id="schemas-title">Schemas</h2>
    {Object.entries(components.schemas).map(([name, schema]) => (
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
