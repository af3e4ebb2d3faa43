import { newAuditChange, recordOther } from '../../../content/history/audit.ts';
import { ConflictError } from '../../../db/client.ts';
import type { AuditAction } from '../../../db/values.ts';
import type { AppContext } from '../../../http/env.ts';
import { parameterInvalid } from '../../../http/errors.ts';
import { authorOf } from '../lines.ts';

/** Returns the id of the owner whose resources the caller may see and end. Undefined for operators, who may see all. */
export const ownerOf = ({ var: { key } }: AppContext): number | undefined =>
  key.kind === 'operator' ? undefined : key.id;

type AuditDetails = Omit<Parameters<typeof recordOther>[2], 'action'> & { action?: AuditAction };

export const auditRecorder = (c: AppContext, kind: Parameters<typeof recordOther>[1], action: AuditAction) => {
  const change = newAuditChange(authorOf(c));
  return (details: AuditDetails) => recordOther(change, kind, { action, ...details });
};

/** Returns an error handler that reports `fault` if the owner has reached the maximum number of resources. */
export const tooMany =
  (fault: Parameters<typeof parameterInvalid>[0]) =>
  (thrown: unknown): never => {
    throw thrown instanceof ConflictError ? parameterInvalid(fault) : thrown;
  };
