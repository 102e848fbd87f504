import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '../domain/preferences.ts';
import { MIGRATIONS } from './migrations.ts';
import { createPreferenceStore } from './preferences.ts';
import { migrate } from './sqlite/migration-runner.ts';
import { createSqliteDatabase } from './sqlite/sqlite-database.ts';

let database: DatabaseSync;

beforeEach(() => {
	database = new DatabaseSync(':memory:');
	database.exec('PRAGMA foreign_keys = ON');
	migrate(database, MIGRATIONS);
	for (const user of ['user_a', 'user_b'])
		database
			.prepare('INSERT INTO account_user (user_id, name, created_at) VALUES (?, ?, ?)')
			.run(user, user, 1);
});

describe('preferences', () => {
	test('are absent until a change, which keeps the other ones', async () => {
		const store = createPreferenceStore(createSqliteDatabase(database));
		expect(await store.read('user_a')).toBeUndefined();
		expect(await store.change('user_a', { theme: 'dark' }, 5)).toEqual({
			preferences: { ...DEFAULT_PREFERENCES, theme: 'dark' },
			updatedAt: 5,
		});
		await store.change('user_a', { favourites: ['BTC'] }, 6);
		expect(await createPreferenceStore(createSqliteDatabase(database)).read('user_a')).toEqual({
			preferences: { ...DEFAULT_PREFERENCES, theme: 'dark', favourites: ['BTC'] },
			updatedAt: 6,
		});
		expect(await store.read('user_b')).toBeUndefined();
	});

	test('that an older program did not know have their default', async () => {
		database
			.prepare('INSERT INTO user_preference (user_id, preferences, updated_at) VALUES (?, ?, ?)')
			.run('user_a', '{"theme":"light"}', 1);
		expect((await createPreferenceStore(createSqliteDatabase(database)).read('user_a'))?.preferences).toEqual(
			{
				...DEFAULT_PREFERENCES,
				theme: 'light',
			},
		);
	});

	test('refuses preferences of a user who does not exist', async () => {
		await expect(
			createPreferenceStore(createSqliteDatabase(database)).change('nobody', { theme: 'dark' }, 1),
		).rejects.toThrow('FOREIGN KEY');
	});
});
