/** Stores users' quiet hours and heartbeats. */
import type { AlertSettingsStore, QuietHours, StoredHeartbeat } from '../ports/alert-settings.ts';
import { ownedRows, type Row, type SqlDatabase } from './sql-database.ts';

/** Creates the store for quiet hours and heartbeats. */
export function createAlertSettingsStore(database: SqlDatabase, owner?: string): AlertSettingsStore {
	const { where, values } = ownedRows(owner);
	return {
		load: async () => ({
			quietHours: new Map(
				(await database.rows(`SELECT * FROM alert_quiet_hours ${where}`, ...values)).map((row) => [
					String(row.user_id),
					quietHoursOf(row),
				]),
			),
			heartbeats: (
				await database.rows(`SELECT * FROM alert_heartbeat ${where} ORDER BY created_at, user_id`, ...values)
			).map(heartbeatOf),
		}),
		async saveQuietHours(userId, quietHours) {
			if (quietHours === null)
				await database.changes('DELETE FROM alert_quiet_hours WHERE user_id = ?', userId);
			else
				await database.changes(
					`INSERT INTO alert_quiet_hours (user_id, from_minute, until_minute, time_zone) VALUES (?, ?, ?, ?)
					 ON CONFLICT (user_id) DO UPDATE SET from_minute = excluded.from_minute, until_minute = excluded.until_minute,
						time_zone = excluded.time_zone`,
					userId,
					quietHours.fromMinute,
					quietHours.untilMinute,
					quietHours.timeZone,
				);
		},
		async saveHeartbeat(heartbeat) {
			await database.changes(
				`INSERT INTO alert_heartbeat (user_id, shown, sealed, method, created_at, last_ok_at, failing_since, failure)
				 VALUES (?, ?, ?, ?, ?, ?, ?, ?)
				 ON CONFLICT (user_id) DO UPDATE SET shown = excluded.shown, sealed = excluded.sealed, method = excluded.method,
					created_at = excluded.created_at, last_ok_at = excluded.last_ok_at, failing_since = excluded.failing_since,
					failure = excluded.failure`,
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
			await database.changes(
				'UPDATE alert_heartbeat SET last_ok_at = ?, failing_since = ?, failure = ? WHERE user_id = ?',
				lastOkAt,
				failingSince,
				failure,
				userId,
			);
		},
		async removeHeartbeat(userId) {
			await database.changes('DELETE FROM alert_heartbeat WHERE user_id = ?', userId);
		},
		async proveWritable(at) {
			await database.changes(
				`INSERT INTO alert_store_check (id, checked_at) VALUES (1, ?)
				 ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
				at,
			);
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
