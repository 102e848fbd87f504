/** Reads what alerting continues from, at once. */
import type { DatabaseSync } from 'node:sqlite';
import type { AlertsAtStart } from '../../src/ports/alert-store.ts';
import { alertsAtStart } from '../../src/store/alerts.ts';
import { followWhole } from '../../src/store/journal-follower.ts';
import { createSqliteDatabase, performAtOnce } from '../../src/store/sqlite/sqlite-database.ts';

export function storedAlerts(database: DatabaseSync): AlertsAtStart {
	return performAtOnce(database, alertsAtStart(followWhole(createSqliteDatabase(database))));
}
