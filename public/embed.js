// Gives newsgauge iframes the height of their content: <iframe data-newsgauge src="…"></iframe>, or the iframe just before this script.
(() => {
  const before = document.currentScript?.previousElementSibling;
  const frames = () =>
    [...document.querySelectorAll('iframe')].filter((frame) => frame === before || 'newsgauge' in frame.dataset);

  addEventListener('message', ({ source, origin, data }) => {
    const height = data?.type === 'newsgauge:height' ? Number(data.height) : Number.NaN;
    const frame = frames().find((candidate) => candidate.contentWindow === source);
    if (!frame?.src || Number.isNaN(height) || new URL(frame.src).origin !== origin) return;
    frame.style.height = `${Math.min(20000, Math.max(100, Math.ceil(height)))}px`;
  });

  // Those that were ready before this script have told their height to nobody.
  for (const frame of frames()) frame.contentWindow?.postMessage({ type: 'newsgauge:measure' }, '*');
})();
