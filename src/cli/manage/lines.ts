import { closestMatch } from 'leven';
import { fail } from '../../command/command.ts';
import { fieldsOfLine } from './things.ts';

/** Lines of files that are sent to the API. */

/** Ends the command where a value has a field that its collection does not have, with the nearest one that it has. */
export function checkLine(collection: string, value: unknown, line: number): void {
  if (typeof value !== 'object' || value === null) return;
  const known = fieldsOfLine(collection);
  const unknown = known.length > 0 && Object.keys(value).find((name) => !known.includes(name));
  if (!unknown) return;
  const nearest = closestMatch(unknown, known, { maxDistance: Math.max(2, unknown.length / 3) });
  const others = nearest ? `did you mean "${nearest}"?` : `there are ${known.sort().join(', ')}`;
  fail(`line ${line}: there is no field "${unknown}" here; ${others}`);
}
