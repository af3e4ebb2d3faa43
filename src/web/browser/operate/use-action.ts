import { useState } from 'hono/jsx/dom';
import { announce } from '../lib/announce.ts';
import { ApiError } from '../lib/api-error.ts';

export interface Action {
  /** Name of what is being done; null: nothing. */
  busy: string | null;
  /** What came of the last one, in words. */
  notice: string;
  /** Does something and says what came of it: `act` returns the words. */
  run: (name: string, act: () => Promise<string>) => Promise<void>;
}

/** One thing done at a time, said where one looks and to those who listen. */
export function useAction(): Action {
  const [busy, setBusy] = useState<string | null>(null);
  const [notice, setNotice] = useState('');
  const say = (text: string) => {
    setNotice(text);
    announce(text);
  };
  const run = async (name: string, act: () => Promise<string>) => {
    setBusy(name);
    try {
      say(await act());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(error.message);
    } finally {
      setBusy(null);
    }
  };
  return { busy, notice, run };
}
