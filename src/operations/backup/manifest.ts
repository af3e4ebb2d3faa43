import * as z from 'zod';

const FORMAT = 1;

export const manifestHeader = z.object({
  service: z.literal('newsgauge', { error: 'is not a newsgauge backup' }),
  format: z.literal(FORMAT, { error: `must be ${FORMAT}, the format that this version reads` }),
  /** Each row is stored as it was at some moment between `startedAt` and `finishedAt`. */
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
});

/** Contents of `manifest.json`, which is written last. A folder without it is not a backup. */
export const manifestSchema = manifestHeader.extend({
  /** Tables by name. Each line of `<name>.ndjson` is an array of the values of `columns`. */
  tables: z.record(
    z.string().regex(/^\w+$/, 'is not a table name'),
    z.object({ columns: z.array(z.string()).min(1), rows: z.int().min(0), sha256: z.string() }),
  ),
});

export type Manifest = z.output<typeof manifestSchema>;
export type TableEntry = Manifest['tables'][string];

export const SERVICE_NAME = { service: 'newsgauge', format: FORMAT } as const;
