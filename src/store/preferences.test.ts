import { beforeEach, describe, expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import { DEFAULT_PREFERENCES } from '../domain/preferences.ts';
import { createPreferenceStore } from './preferences.ts';
import { createTokenStore } from './tokens.ts';

const databases = storePerTest();

beforeEach(async () => {
	const users = createTokenStore(databases.now());
	for (const name of ['user_a', 'user_b']) await users.ensureUser({ userId: name, name, createdAt: 1 });
});

describe('preferences', () => {
	test('are absent until a change, which keeps the other ones', async () => {
		const store = createPreferenceStore(databases.now());
		expect(await store.read('user_a')).toBeUndefined();
		expect(await store.change('user_a', { theme: 'dark' }, 5)).toEqual({
			preferences: { ...DEFAULT_PREFERENCES, theme: 'dark' },
			updatedAt: 5,
		});
		await store.change('user_a', { favourites: ['BTC'] }, 6);
		expect(await createPreferenceStore(databases.beside()).read('user_a')).toEqual({
			preferences: { ...DEFAULT_PREFERENCES, theme: 'dark', favourites: ['BTC'] },
			updatedAt: 6,
		});
		expect(await store.read('user_b')).toBeUndefined();
	});

	test('that an older program did not know have their default', async () => {
		await databases
			.now()
			.changes(
				'INSERT INTO user_preference (user_id, preferences, updated_at) VALUES (?, ?, ?)',
				'user_a',
				'{"theme":"light"}',
				1,
			);
		expect((await createPreferenceStore(databases.now()).read('user_a'))?.preferences).toEqual({
			...DEFAULT_PREFERENCES,
			theme: 'light',
		});
	});

	test('refuses preferences of a user who does not exist', async () => {
		await expect(
			createPreferenceStore(databases.now()).change('nobody', { theme: 'dark' }, 1),
		).rejects.toThrow(/foreign key/i);
	});
});

test('keeps both preferences that two processes change at once', async () => {
	resultsOf(
		await databases.atOnce(
			'user_preference',
			() => createPreferenceStore(databases.now()).change('user_a', { theme: 'dark' }, 5),
			() => createPreferenceStore(databases.beside()).change('user_a', { favourites: ['BTC'] }, 6),
		),
	);
	expect((await createPreferenceStore(databases.now()).read('user_a'))?.preferences).toEqual({
		...DEFAULT_PREFERENCES,
		theme: 'dark',
		favourites: ['BTC'],
	});
});
