import type { Child } from 'hono/jsx/dom';
import { useAction } from './use-action.ts';

interface ButtonProps {
  text: Child;
  /** What it does; a promise is waited for, and an error of the API is shown as a toast. */
  press: () => unknown;
  look?: 'primary' | 'danger' | 'link' | undefined;
  isDisabled?: boolean | undefined;
  /** What it does, for those who do not see what it stands beside. */
  label?: string | undefined;
  /** What stands on it while it works. */
  busy?: string | undefined;
  /** It shows or hides something. */
  isOpen?: boolean | undefined;
}

/** A button that submits nothing. While it works it cannot be pressed again. */
export function Button({ text, press, look, isDisabled = false, label, busy, isOpen }: ButtonProps) {
  const [isBusy, run] = useAction();
  const click = () => {
    const work = isBusy ? undefined : press();
    if (work instanceof Promise) void run(() => work);
  };
  return (
    <button
      type="button"
      class={look}
      disabled={isDisabled}
      aria-label={label}
      aria-busy={isBusy ? 'true' : undefined}
      aria-expanded={isOpen === undefined ? undefined : isOpen ? 'true' : 'false'}
      onClick={click}
    >
      {isBusy && busy ? busy : text}
    </button>
  );
}

interface SubmitProps {
  text: string;
  isBusy: boolean;
  /** What stands on it while the form is sent. */
  busy?: string | undefined;
  isDisabled?: boolean;
  /** Something else on the page matters more. */
  isPlain?: boolean;
}

/** The button that sends the form around it, which says so while it waits. */
export const Submit = ({ text, isBusy, busy = `${text}…`, isDisabled = false, isPlain = false }: SubmitProps) => (
  <button type="submit" class={isPlain ? '' : 'primary'} disabled={isBusy || isDisabled}>
    {isBusy ? busy : text}
  </button>
);
