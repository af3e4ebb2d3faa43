import { eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Author, newAuditChange, recordAround } from '../content/history/audit.ts';
import { type Db, NO_PRECONDITION } from '../db/client.ts';
import { alertSettings } from '../db/schema.ts';
import { objectOf } from '../db/sql.ts';
import type { Quiet } from '../outbox/quiet-hours.ts';
import { ALERT_TYPES, type AlertType } from './detect.ts';

export interface AlertSettings {
  types: AlertType[];
  oncePerDay: boolean;
  quiet: Quiet | null;
}

export const DEFAULT_ALERT_SETTINGS: AlertSettings = { types: [...ALERT_TYPES], oncePerDay: true, quiet: null };

/** Builds a query for the alert settings. Reads at most one row. */
export const selectSettings = (db: Db) => {
  const { types, oncePerDay, quiet } = alertSettings;
  return db.select({ types, oncePerDay, quiet }).from(alertSettings);
};

export function toSettings(row: Awaited<ReturnType<typeof selectSettings>>[number] | undefined): AlertSettings {
  if (!row) return DEFAULT_ALERT_SETTINGS;
  return { ...row, types: ALERT_TYPES.filter((type) => row.types.includes(type)) };
}

export const readAlertSettings = async (db: Db): Promise<AlertSettings> => toSettings((await selectSettings(db))[0]);

export const SETTINGS_ROW = {
  shape: z.unknown(),
  table: sql`${alertSettings}`,
  row: objectOf(alertSettings, ['types', 'oncePerDay', 'quiet']),
};
export const SETTINGS_ARE = eq(alertSettings.id, 1);

const SETTINGS_AUDIT_KIND = { ...SETTINGS_ROW, key: sql`'settings'`, refs: ['settings'] };

export async function saveSettings(
  db: Db,
  settings: AlertSettings,
  author: Author,
  guard = NO_PRECONDITION,
): Promise<void> {
  const record = recordAround(newAuditChange(author), 'alerts', SETTINGS_AUDIT_KIND);
  await db.transaction(
    guard,
    record.before,
    db
      .insert(alertSettings)
      .values({ id: 1, ...settings })
      .onConflictDoUpdate({ target: alertSettings.id, set: settings }),
    ...record.after,
  );
}
