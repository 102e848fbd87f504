/** Stores users' quiet hours and heartbeats in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { AlertSettingsStore, QuietHours, StoredHeartbeat } from '../ports/alert-settings.ts';
import { changesOf, type Row, rowsOf } from './database.ts';

/** Creates the store for quiet hours and heartbeats. */
export function createSqliteAlertSettingsStore(database: DatabaseSync): AlertSettingsStore {
	return {
		load: async () => ({
			quietHours: new Map(
				rowsOf(database, 'SELECT * FROM alert_quiet_hours').map((row) => [
					String(row.user_id),
					quietHoursOf(row),
				]),
			),
			heartbeats: rowsOf(database, 'SELECT * FROM alert_heartbeat ORDER BY created_at, user_id').map(
				heartbeatOf,
			),
		}),
		async saveQuietHours(userId, quietHours) {
			if (quietHours === null) changesOf(database, 'DELETE FROM alert_quiet_hours WHERE user_id = ?', userId);
			else
				changesOf(
					database,
					'INSERT OR REPLACE INTO alert_quiet_hours (user_id, from_minute, until_minute, time_zone) VALUES (?, ?, ?, ?)',
					userId,
					quietHours.fromMinute,
					quietHours.untilMinute,
					quietHours.timeZone,
				);
		},
		async saveHeartbeat(heartbeat) {
			changesOf(
				database,
				`INSERT OR REPLACE INTO alert_heartbeat (user_id, shown, sealed, method, created_at, last_ok_at, failing_since, failure)
				 VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
				heartbeat.userId,
				heartbeat.shown,
				heartbeat.sealed,
				heartbeat.method,
				heartbeat.createdAt,
				heartbeat.lastOkAt,
				heartbeat.failingSince,
				heartbeat.failure,
			);
		},
		async noteHeartbeat(userId, { lastOkAt, failingSince, failure }) {
			changesOf(
				database,
				'UPDATE alert_heartbeat SET last_ok_at = ?, failing_since = ?, failure = ? WHERE user_id = ?',
				lastOkAt,
				failingSince,
				failure,
				userId,
			);
		},
		async removeHeartbeat(userId) {
			changesOf(database, 'DELETE FROM alert_heartbeat WHERE user_id = ?', userId);
		},
		async proveWritable(at) {
			changesOf(database, 'INSERT OR REPLACE INTO alert_store_check (id, checked_at) VALUES (1, ?)', at);
		},
	};
}

function quietHoursOf(row: Row): QuietHours {
	return {
		fromMinute: Number(row.from_minute),
		untilMinute: Number(row.until_minute),
		timeZone: String(row.time_zone),
	};
}

function heartbeatOf(row: Row): StoredHeartbeat {
	return {
		userId: String(row.user_id),
		shown: String(row.shown),
		sealed: String(row.sealed),
		method: String(row.method) as StoredHeartbeat['method'],
		createdAt: Number(row.created_at),
		lastOkAt: row.last_ok_at === null ? null : Number(row.last_ok_at),
		failingSince: row.failing_since === null ? null : Number(row.failing_since),
		failure: row.failure === null ? null : String(row.failure),
	};
}
