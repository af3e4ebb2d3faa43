import { useEffect, useRef } from 'hono/jsx/dom';

/** Milliseconds after the last letter. */
const TYPING = 250;

interface Props {
  value: string;
  change: (text: string) => void;
  /** What can be typed; where it changes, something else is searched. */
  placeholder: string;
  class: string;
  /** Key that leads to the field, for assistive technology. */
  shortcut?: string;
}

/** A field that asks when the typing pauses. */
export function SearchField({ value, change, placeholder, class: look, shortcut }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (field.current && field.current.value.trim() !== value) field.current.value = value;
  }, [value, placeholder]);
  const type = () => {
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => change(field.current?.value.trim() ?? ''), TYPING);
  };
  return (
    <label class={look}>
      Search
      <input
        type="search"
        ref={field}
        placeholder={placeholder}
        autocomplete="off"
        maxlength={200}
        aria-keyshortcuts={shortcut}
        onInput={type}
      />
    </label>
  );
}
