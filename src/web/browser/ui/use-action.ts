import { useState } from 'hono/jsx/dom';
import { ApiError } from '../lib/request/api-error.ts';
import { sessionEnded } from '../lib/request/session.ts';
import { showToast } from './toast.tsx';

type Run = (action: () => Promise<unknown>) => Promise<void>;

const showError = ({ message }: ApiError) => showToast(message);

/**
 * Whether an action of the user is running, and a function that runs one. An error of the API goes to `refused`, which by default shows
 * it as a toast, and one about the session ends that; any other is thrown.
 */
export function useAction(refused: (error: ApiError) => void = showError): readonly [isRunning: boolean, run: Run] {
  const [isRunning, setRunning] = useState(false);
  const run: Run = async (action) => {
    setRunning(true);
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'key') sessionEnded();
      refused(error);
    } finally {
      setRunning(false);
    }
  };
  return [isRunning, run];
}

interface Submission {
  /** Why the last attempt failed; null: it has not. */
  error: ApiError | null;
  isBusy: boolean;
  /** For the form's `onSubmit`. */
  submit: (event: Event) => void;
}

/** Sends a form, and keeps the error of the API. */
export function useSubmit(send: () => Promise<unknown>): Submission {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, run] = useAction(setError);
  const submit = (event: Event) => {
    event.preventDefault();
    void run(send);
  };
  return { error, isBusy, submit };
}
