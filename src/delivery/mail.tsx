import type { NewsItem } from './news-rss.ts';

/** A message about what somebody follows, as text and as HTML; styles stand in the elements, since readers of mail drop all others. */

export interface Letter {
  heading: string;
  parts: NewsItem['parts'];
  /** Where all of it is to be seen. */
  page: string;
  /** Why it came. */
  why: string;
  /** Address that ends the subscription. */
  end: string;
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,sans-serif';

/** The HTML of a letter, complete. */
export const letterHtml = async ({ heading, parts, page, why, end }: Letter): Promise<string> => {
  const letter = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{heading}</title>
      </head>
      <body style={`margin:0;padding:24px 16px;${FONT};font-size:16px;line-height:1.5`}>
        <div style="max-width:600px;margin:0 auto">
          <h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">{heading}</h1>
          {parts.map(({ heading, lines }) => (
            <>
              {heading ? <h2 style="font-size:17px;margin:24px 0 8px">{heading}</h2> : null}
              <ul style="margin:0;padding:0;list-style:none">
                {lines.map(({ text, href, more }) => (
                  <li style="margin:0 0 12px" dir="auto">
                    {href ? (
                      <a href={href} style="font-weight:600">
                        {text}
                      </a>
                    ) : (
                      text
                    )}
                    {more}
                  </li>
                ))}
              </ul>
            </>
          ))}
          <p style="margin:24px 0 0">
            <a href={page}>See it in newsgauge</a>
          </p>
          <p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #8888;font-size:13px">
            {why} <a href={end}>Unsubscribe</a>
          </p>
        </div>
      </body>
    </html>
  );
  return `<!doctype html>${await letter.toString()}`;
};

/** The same as text. */
export const letterText = ({ heading, parts, page, why, end }: Letter): string =>
  [
    heading,
    ...parts.map(({ heading, lines }) =>
      [
        ...(heading ? [heading, ''] : []),
        ...lines.map(({ text, href, more }) => `- ${text}${more}${href ? `\n  ${href}` : ''}`),
      ].join('\n'),
    ),
    `See it in newsgauge: ${page}`,
    `-- \n${why}\nUnsubscribe: ${end}`,
  ].join('\n\n');
