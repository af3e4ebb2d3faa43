import type { ErrorPage } from '../http/env.ts';
import { renderPage } from '../web/shells/layout.tsx';

const WORDS: Record<number, { heading: string; text: string }> = {
  404: { heading: 'Page not found', text: 'It may have moved, or the URL may be mistyped. Search, or choose a page:' },
  500: {
    heading: 'Something went wrong',
    text: 'The error has been logged. Try again. If it happens again, send the number below to the operator of this service.',
  },
  503: { heading: 'Busy right now', text: 'The service will be back in a moment. Nothing you have saved is lost.' },
};

const home = (
  <a class="button" href="/">
    Home page
  </a>
);

export const siteErrorPage: ErrorPage = async (c, error) => {
  const words = WORDS[error.code];
  if (!words || !c.req.header('Accept')?.includes('text/html')) return null;
  const { heading, text } = words;
  const isMissing = error.code === 404;
  return renderPage(
    { heading, description: text },
    isMissing ? (
      <div id="search-here" class="search-here">
        {home}
      </div>
    ) : (
      <div class="state alone">
        <p class="row">
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself */}
          <a class="button primary" href="">
            Try again
          </a>
          {home}
        </p>
        <p class="hint">
          Error {error.code}. Request id: <code>{c.var.requestId}</code>
        </p>
      </div>
    ),
  );
};
