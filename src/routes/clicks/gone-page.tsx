import { type HtmlPage, htmlPage } from '../../delivery/html-page.tsx';

export const gonePage = (): Promise<HtmlPage> =>
  htmlPage(
    'Article not available',
    { theme: 'auto', accent: undefined },
    <div class="notice">
      <h1>This article is not available</h1>
      <p>It may have been removed, or its link may be incomplete.</p>
    </div>,
  );
