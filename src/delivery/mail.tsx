import type { NewsLine } from './feed.ts';

/** Email about a subscription or an invitation. Styles are inline, because mail programs remove style sheets. */

export interface Letter {
  /** Name of the publisher, shown above the heading. */
  brand: string;
  heading: string;
  curve: MailChart | null;
  parts: { heading: string; lines: (NewsLine & { curve: MailChart | null })[] }[];
  page: string | null;
  why: string;
  end: string | null;
}

/** Chart of daily values from 0 to 100, with the same data as text. */
export interface MailChart {
  days: readonly { index: number | null }[];
  words: string;
}

const BRAND = '#3f7fc1';
const FONT = 'font-family:system-ui,-apple-system,Segoe UI,sans-serif';

/** Draws bars as table cells, because mail programs often block images and do not render SVG. */
const Bars = ({ days, words }: MailChart) => (
  <table role="img" aria-label={words} cellpadding="0" cellspacing="1" style="margin:6px 0 0;font-size:1px">
    <tr valign="bottom" height={BAR}>
      {days.map(({ index }) => (
        <td width="6">
          {index === null ? null : (
            <div style={`line-height:${Math.max(1, Math.round((index / 100) * BAR))}px;background:${BRAND}`}>
              &nbsp;
            </div>
          )}
        </td>
      ))}
    </tr>
  </table>
);
const BAR = 32;
const MEANING = 'Bars show readers per day, relative to the busiest day.';

const hasBars = ({ curve, parts }: Letter): boolean =>
  curve !== null || parts.some(({ lines }) => lines.some((line) => line.curve));

export const letterHtml = async (mail: Letter): Promise<string> => {
  const { brand, heading, curve, parts, page, why, end } = mail;
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
          <p
            style={`margin:0 0 20px;padding-bottom:10px;border-bottom:3px solid ${BRAND};font-size:14px;font-weight:700`}
          >
            {brand}
          </p>
          <h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">{heading}</h1>
          {curve ? <Bars {...curve} /> : null}
          {parts.map(({ heading, lines }) => (
            <>
              {heading ? <h2 style="font-size:17px;margin:24px 0 8px">{heading}</h2> : null}
              <ul style="margin:0;padding:0;list-style:none">
                {lines.map(({ text, href, more, curve }) => (
                  <li style="margin:0 0 12px" dir="auto">
                    {href ? (
                      <a href={href} style="font-weight:600">
                        {text}
                      </a>
                    ) : (
                      text
                    )}
                    {more}
                    {curve ? <Bars {...curve} /> : null}
                  </li>
                ))}
              </ul>
            </>
          ))}
          {page ? (
            <p style="margin:24px 0 0">
              <a href={page}>See it in newsgauge</a>
            </p>
          ) : null}
          <p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #8888;font-size:13px">
            {hasBars(mail) ? `${MEANING} ` : ''}
            {why} {end ? <a href={end}>Unsubscribe</a> : null}
          </p>
        </div>
      </body>
    </html>
  );
  return `<!doctype html>${await letter.toString()}`;
};

export const letterText = ({ brand, heading, curve, parts, page, why, end }: Letter): string =>
  [
    heading,
    ...(curve ? [curve.words] : []),
    ...parts.map(({ heading, lines }) =>
      [
        ...(heading ? [heading, ''] : []),
        ...lines.map(({ text, href, more, curve }) =>
          [`- ${text}${more}`, href, curve?.words].filter(Boolean).join('\n  '),
        ),
      ].join('\n'),
    ),
    ...(page ? [`See it in newsgauge: ${page}`] : []),
    `-- \n${brand}\n${why}${end ? `\nUnsubscribe: ${end}` : ''}`,
  ].join('\n\n');
