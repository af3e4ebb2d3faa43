import { channel } from '../lib/channel.ts';
import { isExcluded } from '../lib/reports/excluded.ts';

/**
 * Adapts the height of newsgauge iframes on publishers' pages to their content:
 * <iframe data-newsgauge src="https://…/api/v2/feed/?output=html&apiKey=ngp_…"></iframe>
 * An iframe directly before the script does not need the attribute. An iframe with `data-src` instead of `src` shows
 * articles related to the article of the page.
 */

const MIN_HEIGHT_PX = 100;
const MAX_HEIGHT_PX = 20_000;

const { src, previousElementSibling: before } = document.currentScript as HTMLScriptElement;
const isOff = isExcluded(src);

const frames = () =>
  [...document.querySelectorAll('iframe')].filter((frame) => frame === before || 'newsgauge' in frame.dataset);

const PROPERTIES = ['font', 'heading-font', 'paper', 'ink', 'muted', 'line', 'wash', 'accent', 'radius'];

addEventListener('message', ({ source, origin, data }) => {
  const frame = frames().find((candidate) => candidate.contentWindow === source);
  const height = Math.ceil(data?.height);
  if (data?.type !== 'newsgauge:height' || !frame?.src || Number.isNaN(height) || new URL(frame.src).origin !== origin)
    return;
  const { dataset, style } = frame;
  const own = getComputedStyle(frame);
  const look: Record<string, string> = {};
  for (const name of PROPERTIES) look[name] = own.getPropertyValue(`--newsgauge-${name}`).trim();
  frame.contentWindow?.postMessage(
    { type: 'newsgauge:token', token: dataset.token, channel: channel(), isOff, style: look },
    origin,
  );
  // A frame that shows nothing has the height 0.
  style.height = `${height && Math.min(MAX_HEIGHT_PX, Math.max(MIN_HEIGHT_PX, height))}px`;
});

/** Loads frames of related articles with the address of the page. */
function start(): void {
  for (const frame of frames()) {
    const { src } = frame.dataset;
    if (src && !frame.src)
      frame.src = `${src}&url=${encodeURIComponent(document.querySelector<HTMLLinkElement>('[rel=canonical]')?.href ?? location.href)}`;
    // A frame that loaded before this script must send its height again.
    frame.contentWindow?.postMessage({ type: 'newsgauge:measure' }, '*');
  }
}

start();
addEventListener('DOMContentLoaded', start);
