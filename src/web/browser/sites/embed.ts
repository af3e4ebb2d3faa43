import { channel } from '../lib/channel.ts';
import { isExcluded } from '../lib/reports/excluded.ts';

/**
 * Adapts the height of newsgauge iframes on publishers' pages to their content:
 * <iframe data-newsgauge src="https://…/api/v2/feed?output=html&apiKey=ngp_…"></iframe>
 * An iframe directly before the script does not need the attribute.
 */

const MIN_HEIGHT_PX = 100;
const MAX_HEIGHT_PX = 20_000;

const { src, previousElementSibling: before } = document.currentScript as HTMLScriptElement;
const isOff = isExcluded(src);

const frames = (): HTMLIFrameElement[] =>
  Array.from(document.querySelectorAll('iframe')).filter((frame) => frame === before || 'newsgauge' in frame.dataset);

addEventListener('message', ({ source, origin, data }) => {
  const height = data?.type === 'newsgauge:height' ? Number(data.height) : Number.NaN;
  const frame = frames().find((candidate) => candidate.contentWindow === source);
  if (!frame?.src || Number.isNaN(height) || new URL(frame.src).origin !== origin) return;
  passToken(frame);
  passStyle(frame);
  // A frame that shows nothing has the height 0.
  const frameHeight = height && Math.min(MAX_HEIGHT_PX, Math.max(MIN_HEIGHT_PX, Math.ceil(height)));
  frame.style.height = `${frameHeight}px`;
});

/** Sends the token and the channel to the frame, but only if the frame has the service's origin. */
function passToken(frame: HTMLIFrameElement): void {
  const { token } = frame.dataset;
  frame.contentWindow?.postMessage(
    { type: 'newsgauge:token', token, channel: channel(), isOff },
    new URL(frame.src).origin,
  );
}

const PROPERTIES = ['font', 'heading-font', 'paper', 'ink', 'muted', 'line', 'wash', 'accent', 'radius'];

/** Passes style properties of the embedding page, such as `iframe { --newsgauge-font: Georgia }`, to the frame. */
function passStyle(frame: HTMLIFrameElement): void {
  const own = getComputedStyle(frame);
  const found = PROPERTIES.map((name) => [name, own.getPropertyValue(`--newsgauge-${name}`).trim()]);
  const style = Object.fromEntries(found.filter(([, value]) => value));
  if (Object.keys(style).length > 0)
    frame.contentWindow?.postMessage({ type: 'newsgauge:style', style }, new URL(frame.src).origin);
}

// A frame that loaded before this script must send its height again.
for (const frame of frames()) frame.contentWindow?.postMessage({ type: 'newsgauge:measure' }, '*');
