import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as partitions from '../db/partitions.ts';
import * as schema from '../db/schema.ts';

export const ALL_TABLES: readonly SQLiteTable[] = [
  ...new Set(Object.values<unknown>({ ...schema, ...partitions }).filter((value) => is(value, SQLiteTable))),
];

export const INDEXES: readonly string[] = ALL_TABLES.flatMap((table) => {
  const { columns, indexes } = getTableConfig(table);
  return [
    ...indexes.map(({ config }) => config.name),
    ...columns.flatMap(({ isUnique, uniqueName }) => (isUnique && uniqueName ? [uniqueName] : [])),
  ];
});
