import { raw } from 'hono/html';
import type { HtmlPage } from '../../delivery/html-page.tsx';
import type { AppContext } from '../../http/env.ts';
import type { ShareLink } from '../../keys/share-links.ts';
import { viewInWords } from '../../web/browser/keys/view-words.ts';
import { longDate } from '../../web/browser/lib/time.ts';
import { renderPage } from '../../web/shells/layout.tsx';
import { renderShared } from '../../web/shells/shared.generated.ts';
import { askForPage, parametersOf, viewSubjectOf } from './shared-view.ts';

/** Renders a shared view with the components of the insights pages. The page has no script of its own. */
export async function sharePage(c: AppContext, { name, view, expiresAt }: ShareLink): Promise<HtmlPage> {
  const timeZone = c.env.TIME_ZONE || 'UTC';
  const { html, title, restriction } = await renderShared(
    { view, parameters: Object.fromEntries(parametersOf(view)), subject: viewSubjectOf(view), timeZone },
    (path: string) => askForPage(c, path),
  );
  const heading = title ?? viewInWords(view);
  const description = `Shared with ${name} until ${longDate(expiresAt * 1000, timeZone)}. ${restriction}`.trim();
  return renderPage({ heading, description, style: 'insights', isShared: true, images: true, timeZone }, raw(html));
}

export const endedPage = (): Promise<HtmlPage> =>
  renderPage(
    {
      heading: 'This link is not valid',
      description: 'It may have expired or been revoked. Ask the person who sent it for a new one.',
      isShared: true,
    },
    <div />,
  );
