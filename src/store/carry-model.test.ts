import { expect, test } from 'vitest';
import { storePerTest } from '../../test/support/store-per-test.ts';
import { neutralCarryModel, PRIOR_CARRY_MODEL } from '../domain/carry-prior.ts';
import { createCarryModelStore } from './carry-model.ts';

const databases = storePerTest();

test('holds the latest fitted model', async () => {
	const store = createCarryModelStore(databases.now());
	expect(await store.load()).toBeUndefined();
	await store.save(neutralCarryModel(), 1);
	await store.save(PRIOR_CARRY_MODEL, 2);
	expect(await createCarryModelStore(databases.reopen()).load()).toEqual(PRIOR_CARRY_MODEL);
});

test.each(['{', '{"rows":1}', 'null'])('ignores a model from another version: %s', async (text) => {
	await databases.now().changes('INSERT INTO carry_model (id, fitted_at, model) VALUES (1, 1, ?)', text);
	const store = createCarryModelStore(databases.now());
	expect(await store.load()).toBeUndefined();
});
