import { newChange, recordOther } from '../../../content/history/audit.ts';
import { Overtaken } from '../../../db/client.ts';
import type { AuditAction } from '../../../db/values.ts';
import type { AppContext } from '../../../http/env.ts';
import { parameterInvalid } from '../../../http/errors.ts';
import { authorOf } from '../lines.ts';

/** What is each one's own: operators see and end all of it, others theirs. The id of whose it must be. */
export const ownerOf = ({ var: { key } }: AppContext): number | undefined =>
  key.kind === 'operator' ? undefined : key.id;

/** `action`: where it is another one than that of the whole change. */
type Told = Omit<Parameters<typeof recordOther>[2], 'action'> & { action?: AuditAction };

/** Makes the audit's record of such a thing, in the name of who asks. */
export const recorded = (c: AppContext, kind: Parameters<typeof recordOther>[1], action: AuditAction) => {
  const change = newChange(authorOf(c));
  return (told: Told) => recordOther(change, kind, { action, ...told });
};

/** For the `catch` of what is made while its maker has not too many: names the fault where that is the reason, and passes on any other. */
export const tooMany =
  (fault: Parameters<typeof parameterInvalid>[0]) =>
  (thrown: unknown): never => {
    throw thrown instanceof Overtaken ? parameterInvalid(fault) : thrown;
  };
