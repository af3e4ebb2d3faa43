import { type HtmlPage, htmlPage } from '../../delivery/html-page.tsx';
import { lenientTheme, type PageTheme } from '../../delivery/theme.ts';
import type { ErrorPage } from '../../http/env.ts';
import { ClientError, type ServerError } from '../../http/errors.ts';

interface Words {
  heading: string;
  text: string;
}

const OWNER = 'If you run this site:';

const WORDS: Record<string, Words> = {
  parameterInvalid: { heading: 'This feed is not set up correctly', text: `Its URL has invalid parameters. ${OWNER}` },
  apiKeyMissing: { heading: 'This feed has no key', text: `A key is required. ${OWNER}` },
  apiKeyInvalid: { heading: 'This feed is no longer available', text: `Its key is invalid or has expired. ${OWNER}` },
  forbidden: { heading: 'This feed cannot be shown here', text: `Its key belongs to another site. ${OWNER}` },
  notFound: { heading: 'Feed not found', text: `It may have moved, or the URL may be mistyped. ${OWNER}` },
  rateLimited: { heading: 'Too many visits at once', text: 'Please wait a minute and try again.' },
  internal: {
    heading: 'The articles could not be loaded',
    text: 'Something went wrong on our side. The error has been logged. Please try again in a moment.',
  },
  unavailable: { heading: 'The articles will be back shortly', text: 'The service is busy right now.' },
};

/** Renders errors of HTML feeds as pages, because readers see them in an iframe. */
export const feedErrorPage: ErrorPage = async (c, error) =>
  c.req.query('output')?.toLowerCase() === 'html' ? errorPage(error, lenientTheme(c.req.query())) : null;

export function errorPage(error: ClientError | ServerError, theme: PageTheme): Promise<HtmlPage> {
  const { reason } = error.toJSON();
  const { heading, text } = WORDS[reason] ?? { heading: 'This feed cannot be shown', text: OWNER };
  const details = error instanceof ClientError && text.endsWith(OWNER) ? Object.entries(error.data) : [];
  return htmlPage(
    heading,
    theme,
    <div class="notice" data-failure>
      <h1>{heading}</h1>
      <p>{text}</p>
      {details.length > 0 ? (
        <dl>
          {details.map(([name, wrong]) => (
            <>
              <dt>{name}</dt>
              <dd>{wrong}</dd>
            </>
          ))}
        </dl>
      ) : (
        <p class="again">
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address reloads this page with its key, which the markup must not contain */}
          <a href="">Try again</a>
        </p>
      )}
    </div>,
  );
}
