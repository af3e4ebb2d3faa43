import { vars } from './vars.ts';

/** What the run must know even if this process dies at any moment: reported before it happens, or after it is done. */

/** Messages are about to be in the queue, for a reader's click where `reader` is known. */
export const tellSent = (bodies: readonly unknown[], reader: string | null) => tell('sent', { bodies, reader });

/** The consumer has acknowledged these. */
export const tellDone = (bodies: readonly unknown[]) => tell('done', { bodies });

/** An attempt is about to write clicks into the ledger under its number, each for its hour. */
export const tellTried = (attempt: { nonce: number; hours: [id: string, hour: number][] }) =>
  tell('tried', { attempt });

async function tell(what: string, entry: object): Promise<void> {
  const response = await fetch(`${vars.FAULTS_LOGBOOK}/${what}`, { method: 'POST', body: JSON.stringify(entry) });
  await response.text();
}
