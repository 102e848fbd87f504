/** Tests that the upgrade to the alerts page keeps targets and deliveries from before it. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { writeSchemaBefore } from '../../test/support/memory-database.ts';
import { createAlertStore } from './alerts.ts';
import { MIGRATIONS } from './migrations.ts';
import { migrate } from './sqlite/migration-runner.ts';
import { createSqliteDatabase } from './sqlite/sqlite-database.ts';

test('keeps targets as confirmed, and their deliveries', async () => {
	const database = new DatabaseSync(':memory:');
	database.exec('PRAGMA foreign_keys = ON');
	writeSchemaBefore(database, 'alert-page');
	database.exec(`
		INSERT INTO alert (seq, alert_id, user_id, kind, severity, raised_at, message, facts)
			VALUES (1, 'alert_1', 'user_a', 'venue_down', 'critical', 10, 'Down.', '{}');
		INSERT INTO alert_target (target_id, user_id, kind, name, shown, sealed, least_severity, created_at, dropped, dropped_said)
			VALUES ('target_1', 'user_a', 'webhook', 'pager', 'https://a.example', 'sealed', 'info', 5, 2, 1);
		INSERT INTO alert_delivery (target_id, alert_seq, state, attempts, failure) VALUES ('target_1', 1, 'waiting', 3, 'late');
	`);
	migrate(database, MIGRATIONS);
	const store = createAlertStore(createSqliteDatabase(database));
	expect((await store.atStart()).targets).toMatchObject([
		{ targetId: 'target_1', confirmedAt: 5, dropped: 2, droppedSaid: 1, sealed: 'sealed' },
	]);
	expect(await store.recentAlerts('user_a', { limit: 5 })).toMatchObject([
		{
			deliveries: [
				{ targetId: 'target_1', state: 'waiting', attempts: 3, attemptedAt: null, failure: 'late' },
			],
		},
	]);
	expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
	await store.removeTarget('target_1');
	expect(database.prepare('SELECT count(*) AS n FROM alert_delivery').get()).toEqual({ n: 0 });
	database.close();
});
