import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { base64, hashBytes } from '../lib/hash/hash.ts';
import PAGE_SCRIPT from './feed-page-script.generated.ts';
import { pageStyle } from './html-style.ts';
import { isRightToLeft } from './language-attributes.ts';
import type { PageTheme } from './theme.ts';

export const HTML_TYPE = 'text/html; charset=utf-8';

export interface HtmlPage {
  body: string;
  /** Response headers without `frame-ancestors`, which depends on the key. */
  headers: Record<string, string>;
}

/** Renders a page for an iframe. Its Content-Security-Policy allows only images and the page's own code. */
export async function htmlPage(title: string, theme: PageTheme, content: Child): Promise<HtmlPage> {
  const style = pageStyle(theme);
  const page = (
    <html lang={theme.language ?? 'en'} {...(isRightToLeft(theme.language ?? 'en') ? { dir: 'rtl' } : {})}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style>{raw(style)}</style>
        <script>{raw(PAGE_SCRIPT)}</script>
      </head>
      <body>
        <main>{content}</main>
      </body>
    </html>
  );
  return {
    body: `<!doctype html>${await page.toString()}`,
    headers: {
      'Content-Type': HTML_TYPE,
      'Content-Security-Policy': [
        `default-src 'none'`,
        `style-src '${await sourceHash(style)}'`,
        `script-src '${await sourceHash(PAGE_SCRIPT)}'`,
        'img-src https: http:',
        `connect-src 'self'`,
        `base-uri 'none'`,
        `form-action 'none'`,
      ].join('; '),
      'Referrer-Policy': 'strict-origin',
    },
  };
}

/** Returns the CSP source expression (`sha256-…`) of an inline style or script. */
export async function sourceHash(text: string): Promise<string> {
  return `sha256-${base64(await hashBytes(text))}`;
}
