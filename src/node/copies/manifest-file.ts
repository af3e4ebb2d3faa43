import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { failCommand } from '../../command/command.ts';

/** Reads a JSON file. Ends the command with an explanation if the file does not match the schema. */
export function parseManifest<T>(schema: z.ZodType<T>, file: string): T {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    failCommand(`${file} is truncated or not valid JSON`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) failCommand(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
