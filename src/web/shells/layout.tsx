import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { HTML_TYPE, type HtmlPage as Rendered, sourceHash } from '../../delivery/html-page.tsx';
import { documentTitle } from './base/documents.tsx';
import { Icon } from './base/icons.tsx';
import { NAVIGATION, type SitePage } from './base/site-pages.ts';
import THEME_SCRIPT from './base/theme-script.generated.ts';

const isIn = (page: string, path: string | undefined) =>
  page === path || (page !== '/' && path?.startsWith(`${page}/`));

const SharedHeader = ({ isFromEmail = false }: Pick<PageFrame, 'isFromEmail'>) => (
  <header class="top">
    <span class="brand">
      <img src="/pages/icon.svg" alt="" width="24" height="24" />
      newsgauge
    </span>
    {isFromEmail ? null : (
      <div class="end">
        <span class="badge">Shared view</span>
      </div>
    )}
  </header>
);

const Header = ({ path }: { path?: string }) => (
  <>
    <header class="top">
      <a class="brand" href="/">
        <img src="/pages/icon.svg" alt="" width="24" height="24" />
        newsgauge
      </a>
      <nav class="pages" aria-label="Pages">
        {NAVIGATION.map((page) => (
          <a href={page.path} data-needs={page.needs} aria-current={isIn(page.path, path) ? 'page' : undefined}>
            <Icon name={page.icon} />
            <span>{page.name}</span>
          </a>
        ))}
      </nav>
      <div class="end">
        <button type="button" id="search" class="search" aria-haspopup="dialog">
          <Icon name="search" />
          <span>Search</span>
          <kbd>⌘K</kbd>
        </button>
        <button type="button" id="account" class="account" popovertarget="menu">
          <Icon name="person" />
          <span id="account-name">Account</span>
        </button>
      </div>
    </header>
    <div id="menu" class="menu" popover="auto" role="dialog" aria-label="Account">
      <div id="account-panel" class="after-4" />
      <label class="row between theme">
        Theme
        <select id="theme" autocomplete="off">
          <option value="auto">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
    </div>
  </>
);

export interface PageFrame
  extends Pick<SitePage, 'navigation' | 'isQuiet' | 'script' | 'style' | 'images' | 'frames' | 'guide'> {
  path?: string;
  heading: string;
  description: string;
  timeZone?: string;
  publisher?: string | undefined;
  /** Whether the page is for visitors without a key and has no navigation. */
  isShared?: boolean;
  /** Whether the page is opened by a link in an email. Such pages show no analytics. */
  isFromEmail?: boolean;
  /** Whether the page is a file, which contains its Content-Security-Policy. */
  isStatic?: boolean;
}

/** Returns the look of the heading. Only screen readers get a quiet heading. */
const headingLook = ({ isQuiet, isShared }: PageFrame): string =>
  isShared ? 'heading shared after-4' : isQuiet ? 'quiet' : 'heading after-5';

export async function renderPage(frame: PageFrame, content: Child): Promise<Rendered> {
  const contentPolicy = await policy(frame);
  const page = (
    <html lang="en">
      <Head {...frame} {...(frame.isStatic ? { contentPolicy } : {})} />
      <body data-time-zone={frame.timeZone} data-publisher={frame.publisher}>
        <a class="skip" href="#content">
          Skip to content
        </a>
        {frame.isShared ? <SharedHeader {...frame} /> : <Header {...(frame.path ? { path: frame.path } : {})} />}
        <main id="content" tabindex={-1}>
          <div class={headingLook(frame)}>
            <h1>{frame.heading}</h1>
            {frame.isQuiet ? null : <p>{frame.description}</p>}
          </div>
          {content}
        </main>
        <p id="said" class="quiet" role="status" />
        {frame.isFromEmail ? null : (
          <Footer isShared={frame.isShared ?? false} timeZone={frame.timeZone} guide={frame.guide} />
        )}
      </body>
    </html>
  );
  return {
    body: `<!doctype html>${await page.toString()}`,
    headers: {
      'Content-Type': HTML_TYPE,
      'Content-Security-Policy': contentPolicy,
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  };
}

/** Element into which a page's script renders. `page` is the page whose permission the script checks. */
export const AppRoot = ({ page }: { page: SitePage | undefined }) => (
  <div id="app" data-right={page?.needs} data-why={page?.signIn}>
    <noscript>
      <p class="notice">This page needs JavaScript. The API provides the same data without it.</p>
    </noscript>
    <div class="skeleton" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  </div>
);

type HeadProps = PageFrame & { contentPolicy?: string };

const Head = ({ path, heading, description, script, style = script, isShared, contentPolicy }: HeadProps) => (
  <head>
    <meta charset="utf-8" />
    {contentPolicy ? <meta http-equiv="Content-Security-Policy" content={contentPolicy} /> : null}
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content={description} />
    <title>{path === '/' ? 'newsgauge' : `${heading} · newsgauge`}</title>
    <link rel="icon" href="/pages/icon.svg" type="image/svg+xml" />
    <FontPreloads />
    <link rel="stylesheet" href="/pages/style.css" />
    {style ? <link rel="stylesheet" href={`/pages/${style}.css`} /> : null}
    <script>{raw(THEME_SCRIPT)}</script>
    {isShared ? <meta name="robots" content="noindex" /> : <script type="module" src="/pages/shell.js" />}
    {script ? <script type="module" src={`/pages/${script}.js`} /> : null}
  </head>
);

/** Preloads fonts. They have `font-display: optional`, which avoids layout shifts. */
export const FontPreloads = () => (
  <>
    {['fraunces-latin-wght-normal', 'figtree-latin-wght-normal'].map((name) => (
      <link rel="preload" href={`/pages/fonts/${name}.woff2`} as="font" type="font/woff2" crossorigin="anonymous" />
    ))}
  </>
);

interface FooterProps {
  isShared: boolean;
  timeZone: string | undefined;
  guide: string | undefined;
}

const Footer = ({ isShared, timeZone, guide }: FooterProps) => (
  <footer class="foot">
    <p>
      Analytics show rankings and percentages, never numbers of clicks.{' '}
      {timeZone === undefined
        ? null
        : timeZone === 'UTC'
          ? 'Days and times are in UTC.'
          : `Days and times are those of ${timeZone}, the publisher’s time zone.`}
      {isShared ? null : (
        <>
          {' '}
          {guide === undefined ? null : (
            <>
              Help: <a href={`/docs/${guide}`}>{documentTitle(guide)}</a> ·{' '}
            </>
          )}
          <a href="/docs/manual">Manual</a> · <a href="/docs">API reference</a>
        </>
      )}
    </p>
  </footer>
);

async function policy({ images, frames, isShared, isStatic }: PageFrame): Promise<string> {
  return [
    `default-src 'none'`,
    `script-src 'self' '${await sourceHash(THEME_SCRIPT)}'`,
    `style-src 'self'`,
    // The server renders the charts of shared views with positions in style attributes.
    ...(isShared ? [`style-src-attr 'unsafe-inline'`] : []),
    `font-src 'self'`,
    `img-src 'self' data:${images ? ' https: http:' : ''}`,
    `connect-src 'self'`,
    ...(frames ? [`frame-src 'self'`] : []),
    `base-uri 'none'`,
    `form-action 'self'`,
    // Browsers ignore this directive in a page. The headers of static files contain it.
    ...(isStatic ? [] : [`frame-ancestors 'none'`]),
  ].join('; ');
}
