import { raw } from 'hono/html';
import { sourceHash } from '../../delivery/html-page.tsx';
import { NAVIGATION } from '../shells/base/navigation.ts';
import { EndpointSection } from './endpoint.tsx';
import { endpoints, type Model, type Schema } from './model.ts';
import { STYLE } from './style.ts';
import { Prose, Type } from './type.tsx';

/** The description as a page: no script, nothing from other sites, and forms that ask the service itself. */
export async function docsPage(
  description: object,
  origin: string,
): Promise<{ body: string; headers: Record<string, string> }> {
  const model = description as Model;
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${model.info.title}: reference`}</title>
        <link rel="icon" href="/pages/icon.svg" type="image/svg+xml" />
        <style>{raw(STYLE)}</style>
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <Contents {...model} />
        <main id="content">
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
        </main>
      </body>
    </html>
  );
  return {
    body: `<!doctype html>${await page.toString()}`,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        `default-src 'none'`,
        `style-src '${await sourceHash(STYLE)}'`,
        `img-src 'self'`,
        `form-action 'self'`,
        `base-uri 'none'`,
        `frame-ancestors 'none'`,
      ].join('; '),
      'Referrer-Policy': 'no-referrer',
    },
  };
}

const Contents = (model: Model) => (
  <nav aria-label="Contents">
    <p class="name">
      <a href="/">{model.info.title}</a> <small>{model.info.version}</small>
    </p>
    <p class="pages">
      {NAVIGATION.filter(({ path }) => path !== '/docs').map(({ path, name }) => (
        <a href={path}>{name}</a>
      ))}
    </p>
    <p>
      <a href="/api/v2/openapi.json">openapi.json</a>
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
    <h1>{info.title}</h1>
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
