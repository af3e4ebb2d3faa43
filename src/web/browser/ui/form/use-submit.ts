import { useState } from 'hono/jsx/dom';
import { ApiError } from '../../lib/request/api-error.ts';
import { sessionEnded } from '../../lib/request/session.ts';

interface Submission {
  /** Why the last attempt failed; null: it has not. */
  error: ApiError | null;
  isBusy: boolean;
  /** For the form's `onSubmit`. */
  submit: (event: Event) => void;
}

/** Sends a form. An error of the API is kept, and one about the session ends it; any other is thrown. */
export function useSubmit(send: () => Promise<unknown>): Submission {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async () => {
    setBusy(true);
    try {
      await send();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.kind === 'key') sessionEnded();
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void attempt();
  };
  return { error, isBusy, submit };
}
