import { type RefObject, useEffect, useRef, useState } from 'hono/jsx/dom';

/** The time, again every so many milliseconds, so that what grows old is seen to. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, []);
  return Math.max(now, Date.now());
}

/** A text once it has not changed for a while; until then the one before, at first `initial`. */
export function useDebounced<T extends string | null>(text: string, milliseconds: number, initial: T): string | T {
  const [settled, setSettled] = useState<string | T>(initial);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The height in pixels that the page in a frame says it has; 0: it has not said yet. */
export function useFrameHeight(frame: RefObject<HTMLIFrameElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.type === 'newsgauge:height')
        setHeight(Number(data.height) || 0);
    };
    addEventListener('message', hear);
    frame.current?.contentWindow?.postMessage({ type: 'newsgauge:measure' }, '*');
    return () => removeEventListener('message', hear);
  }, []);
  return height;
}

/** Lets the browser ask before the page is left with changes that are not stored. */
export function useLeaveGuard(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
}

/** Does what a key stands for, unless somebody types or a dialog is open. `actionOf` need not be stable. */
export function useKeys(actionOf: (key: string) => (() => unknown) | undefined): void {
  const current = useRef(actionOf);
  current.current = actionOf;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
      if (isShortcut || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const act = current.current?.(event.key);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox';
