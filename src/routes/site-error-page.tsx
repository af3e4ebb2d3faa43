import type { ErrorPage } from '../http/env.ts';
import { renderPage } from '../web/shells/layout.tsx';

const WORDS: Record<number, { heading: string; text: string }> = {
  404: { heading: 'Page not found', text: 'The URL may be mistyped, or the page has moved.' },
  500: {
    heading: 'Something went wrong',
    text: 'The error has been logged. Try again. If it happens again, send the number below to the operator of this service.',
  },
  503: { heading: 'Busy right now', text: 'The service will be back in a moment. Nothing you have saved is lost.' },
};

export const siteErrorPage: ErrorPage = async (c, error) => {
  const words = WORDS[error.code];
  if (!words || !c.req.header('Accept')?.includes('text/html')) return null;
  const { heading, text } = words;
  const isMissing = error.code === 404;
  return renderPage(
    { heading, description: text },
    <div class="state alone">
      {isMissing ? <div id="search-here" class="search-here" /> : null}
      <p class="row">
        {isMissing ? null : (
          // biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself
          <a class="button primary" href="">
            Try again
          </a>
        )}
        <a class="button" href="/">
          Home page
        </a>
      </p>
      {isMissing ? null : (
        <p class="hint">
          Error {error.code}. Request id: <code>{c.var.requestId}</code>
        </p>
      )}
    </div>,
  );
};
