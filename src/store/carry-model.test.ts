import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../../test/support/memory-database.ts';
import { neutralCarryModel, PRIOR_CARRY_MODEL } from '../domain/carry-prior.ts';
import { createCarryModelStore } from './carry-model.ts';
import { createSqliteDatabase } from './sqlite/sqlite-database.ts';

test('holds the latest fitted model', async () => {
	const made = openMemoryDatabase();
	const store = createCarryModelStore(createSqliteDatabase(made));
	expect(await store.load()).toBeUndefined();
	await store.save(neutralCarryModel(), 1);
	await store.save(PRIOR_CARRY_MODEL, 2);
	expect(await createCarryModelStore(createSqliteDatabase(made)).load()).toEqual(PRIOR_CARRY_MODEL);
});

test.each(['{', '{"rows":1}', 'null'])('ignores a model from another version: %s', async (text) => {
	const made = openMemoryDatabase();
	const store = createCarryModelStore(createSqliteDatabase(made));
	made.prepare('INSERT INTO carry_model (id, fitted_at, model) VALUES (1, 1, ?)').run(text);
	expect(await store.load()).toBeUndefined();
});
