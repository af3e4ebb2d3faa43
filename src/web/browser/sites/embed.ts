import { channel } from '../lib/channel.ts';
import { isLeftOut } from '../lib/reports/left-out.ts';

/**
 * Gives newsgauge iframes the height of their content, on pages of other sites:
 *
 *   <script async src="https://…/embed.js"></script>
 *   <iframe data-newsgauge src="https://…/api/v2/feed?output=html&apiKey=ngp_…"></iframe>
 *
 * An iframe just before the script counts, too, without the attribute. On a page that signs what it knows of its reader, the
 * iframe carries the token (`data-token="eyJ…"`), and the feed page is given it.
 */

const LOWEST = 100;
const HIGHEST = 20_000;

const { src, previousElementSibling: before } = document.currentScript as HTMLScriptElement;
const isOff = isLeftOut(src);

const frames = (): HTMLIFrameElement[] =>
  Array.from(document.querySelectorAll('iframe')).filter((frame) => frame === before || 'newsgauge' in frame.dataset);

addEventListener('message', ({ source, origin, data }) => {
  const height = data?.type === 'newsgauge:height' ? Number(data.height) : Number.NaN;
  const frame = frames().find((candidate) => candidate.contentWindow === source);
  if (!frame?.src || Number.isNaN(height) || new URL(frame.src).origin !== origin) return;
  passToken(frame);
  passStyle(frame);
  frame.style.height = `${Math.min(HIGHEST, Math.max(LOWEST, Math.ceil(height)))}px`;
});

/** To the service alone, whatever else the frame may show by now; each page that it shows says its height, and gets the token and where the reader came from. */
function passToken(frame: HTMLIFrameElement): void {
  const { token } = frame.dataset;
  frame.contentWindow?.postMessage(
    { type: 'newsgauge:token', token, channel: channel(), isOff },
    new URL(frame.src).origin,
  );
}

const PROPERTIES = ['font', 'heading-font', 'paper', 'ink', 'muted', 'line', 'wash', 'accent', 'radius'];

/** What the page's style sheets say of the iframe: `iframe { --newsgauge-font: Georgia; --newsgauge-accent: #a4123f }`. */
function passStyle(frame: HTMLIFrameElement): void {
  const own = getComputedStyle(frame);
  const found = PROPERTIES.map((name) => [name, own.getPropertyValue(`--newsgauge-${name}`).trim()]);
  const style = Object.fromEntries(found.filter(([, value]) => value));
  if (Object.keys(style).length > 0)
    frame.contentWindow?.postMessage({ type: 'newsgauge:style', style }, new URL(frame.src).origin);
}

// A frame that was ready before this script has sent its height already, and nobody heard it.
for (const frame of frames()) frame.contentWindow?.postMessage({ type: 'newsgauge:measure' }, '*');
