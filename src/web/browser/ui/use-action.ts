import { useState } from 'hono/jsx/dom';
import { ApiError } from '../lib/request/api-error.ts';
import { sessionEnded } from '../lib/request/session.ts';
import { showToast } from './toast.tsx';

/**
 * Whether an action of the user is running, and a function that runs one. An error of the API is shown as a toast, after `failed`;
 * any other is thrown.
 */
export function useAction(
  failed?: () => void,
): readonly [isRunning: boolean, run: (action: () => Promise<unknown>) => Promise<void>] {
  const [isRunning, setRunning] = useState(false);
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    setRunning(true);
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'key') sessionEnded();
      failed?.();
      showToast(error.message);
    } finally {
      setRunning(false);
    }
  };
  return [isRunning, run];
}
