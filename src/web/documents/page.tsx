import { raw } from 'hono/html';
import type { HtmlPage } from '../../delivery/html-page.tsx';
import { DocumentList, type DocumentSection } from '../shells/base/documents.tsx';
import { renderPage } from '../shells/layout.tsx';

export interface DocumentPage {
  /** Path below `/docs/`. */
  path: string;
  title: string;
  description: string;
  /** Content without its first heading. */
  html: string;
  sections: readonly DocumentSection[];
}

export const renderDocument = ({ path, title, description, html, sections }: DocumentPage): Promise<HtmlPage> =>
  renderPage(
    { path: `/docs/${path}`, heading: title, description, script: 'docs', isStatic: true },
    <div class="stack sections docs">
      <nav class="contents small" aria-label="Contents">
        <div id="documents-search" class="search-place" />
        <details class="toc">
          <summary>Contents</summary>
          <DocumentList current={path} sections={sections} />
          <p>
            <a href="/docs">API reference</a>
          </p>
        </details>
      </nav>
      <article class="body prose">{raw(html)}</article>
    </div>,
  );
