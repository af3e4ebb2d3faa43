import type { Child } from 'hono/jsx';
import type { HtmlPage } from '../../delivery/html-page.tsx';
import { DocumentList } from '../shells/base/documents.tsx';
import { renderPage } from '../shells/layout.tsx';
import { EndpointSection } from './endpoint.tsx';
import { endpointGroupsOf, type Group, METHOD_LOOKS, type Model } from './model.ts';
import { SchemaList, schemasOf } from './schemas.tsx';
import { Start } from './start.tsx';

/** Renders the API reference, one page per group. Without a slug, returns the first page. `null` if it is unknown. */
export function docsPages(description: object, origin: string): (slug?: string) => Promise<HtmlPage | null> {
  const model = description as Model;
  const groups = endpointGroupsOf(model);
  return (slug) => pageOf(model, groups, origin, slug);
}

async function pageOf(model: Model, groups: Group[], origin: string, slug?: string): Promise<HtmlPage | null> {
  if (slug === undefined) return framed(groups, undefined, <Start model={model} groups={groups} origin={origin} />);
  const group = groups.find((one) => one.slug === slug);
  if (!group) return null;
  const commonAccess = mostCommonAccess(group);
  return framed(
    groups,
    group,
    <>
      <h2 class="quiet">Endpoints</h2>
      {commonAccess ? (
        <p class="hint access">{commonAccess.replace('Accepts', 'Unless stated otherwise, endpoints accept')}</p>
      ) : null}
      {group.endpoints.map((endpoint, i) => (
        <EndpointSection {...endpoint} origin={origin} isOpen={i === 0} commonAccess={commonAccess} />
      ))}
      <SchemaList of={schemasOf(model, group.endpoints)} />
    </>,
  );
}

/** Returns the sentence about accepted keys that most endpoints of a page share, or an empty string. */
function mostCommonAccess({ endpoints }: Group): string {
  const sentences = endpoints.map(({ description = '' }) => /Accepts [^.]*keys[^.]*\.$/.exec(description)?.[0] ?? '');
  const [most = '', same = []] =
    Object.entries(Object.groupBy(sentences, (text) => text)).toSorted(
      ([, a = []], [, b = []]) => b.length - a.length,
    )[0] ?? [];
  return same.length > 1 ? most : '';
}

const framed = (groups: Group[], current: Group | undefined, content: Child): Promise<HtmlPage> =>
  renderPage(
    {
      path: '/docs',
      heading: current?.title ?? 'API reference',
      description:
        current?.description ??
        'Every endpoint with its parameters and responses. With a session, you can try them on this page.',
      script: 'docs',
      guide: 'guides/client',
    },
    <div class="stack sections docs">
      <Contents groups={groups} current={current?.slug} />
      <div class="body">{content}</div>
    </div>,
  );

/** Table of contents of all pages, hidden until the user searches or opens a group. */
const Contents = ({ groups, current }: { groups: Group[]; current: string | undefined }) => (
  <nav class="contents small" aria-label="Contents">
    <div id="docs-search" />
    <details class="toc">
      <summary>Contents</summary>
      <p class="hint">Manual</p>
      <DocumentList />
      <p class="hint">Endpoints</p>
      <p>
        <a href="/docs" aria-current={current === undefined ? 'page' : undefined}>
          Five-minute start
        </a>
      </p>
      {groups.map(({ slug, title, endpoints }) => (
        <details open={slug === current}>
          <summary>
            {title} <small>{endpoints.length}</small>
          </summary>
          <ul>
            {endpoints.map(({ operationId, method, path, summary, parameters = [] }) => (
              <li data-words={[path, ...parameters.map(({ name }) => name)].join(' ')}>
                <a href={`/docs/${slug}#${operationId}`}>
                  <b class={`method ${METHOD_LOOKS[method]}`}>{method}</b> <span>{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <p>
        <a href="/api/v2/openapi.json">openapi.json</a>
      </p>
    </details>
  </nav>
);
