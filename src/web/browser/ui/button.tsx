import type { Child } from 'hono/jsx/dom';

interface ButtonProps {
  text: Child;
  press: () => unknown;
  look?: 'primary' | 'danger' | 'link' | undefined;
  isDisabled?: boolean | undefined;
  /** What it does, for those who do not see what it stands beside. */
  label?: string | undefined;
}

/** A button that submits nothing. */
export const Button = ({ text, press, look, isDisabled = false, label }: ButtonProps) => (
  <button type="button" class={look} disabled={isDisabled} aria-label={label} onClick={() => void press()}>
    {text}
  </button>
);
