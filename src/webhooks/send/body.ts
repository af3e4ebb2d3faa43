import type { EventType, WebhookFormat } from '../../db/values.ts';
import { rfc3339, type Seconds } from '../../lib/time.ts';
import { type ChatText, chatTextOf, type WebhookEvent } from '../event.ts';

export interface WebhookMessage {
  type: EventType | 'test';
  at: Seconds;
  data: object;
}

/** Maximum number of links per message. Chat services truncate or reject messages with more links. */
const MAX_LINKS = 20;

/** Builds the JSON body of a message. Texts for people have times in `zone` (empty: UTC). Format `standard` is https://www.standardwebhooks.com */
export const webhookBodyOf = (message: WebhookMessage, format: WebhookFormat, zone = ''): string =>
  JSON.stringify(FORMATS[format](message, zone));

const FORMATS: Record<WebhookFormat, (message: WebhookMessage, zone: string) => object> = {
  standard: ({ type, at, data }) => ({ type, timestamp: rfc3339(at), data }),
  slack: (message, zone) => ({ text: inSlack(textOf(message, zone)) }),
  teams: (message, zone) => ({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card(textOf(message, zone)) }],
  }),
};

const linesOf = ({ links }: ChatText, line: (link: ChatText['links'][number]) => string): string[] => {
  const more = links.length - MAX_LINKS;
  return [...links.slice(0, MAX_LINKS).map(line), ...(more > 0 ? [`and ${more} more`] : [])];
};

const textOf = (message: WebhookMessage, zone: string): ChatText =>
  message.type === 'test'
    ? { text: `This is a test of the webhook ${(message.data as { webhook: string }).webhook}`, links: [] }
    : chatTextOf(message as WebhookEvent, zone);

/** Formats text for Slack (https://docs.slack.dev/messaging/formatting-message-text). */
function inSlack(said: ChatText): string {
  const escaped = (part: string) => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const title = (part: string) => escaped(part).replaceAll('|', '¦').replace(/\s+/g, ' ');
  const address = (url: string) => escaped(url).replaceAll('|', '%7C');
  const lines = linesOf(said, (link) => `• <${address(link.url)}|${title(link.title)}>`);
  return [escaped(said.text), ...lines].join('\n');
}

function card(said: ChatText): object {
  const title = (part: string) => part.replace(/[\\[\]()*_`#]/g, '\\$&').replace(/\s+/g, ' ');
  const address = (url: string) => url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20');
  const block = (markdown: string) => ({ type: 'TextBlock', text: markdown, wrap: true });
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { ...block(title(said.text)), weight: 'Bolder' },
      ...linesOf(said, (link) => `[${title(link.title)}](${address(link.url)})`).map(block),
    ],
  };
}
