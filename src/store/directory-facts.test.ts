/** Tests the facts of a data directory: the first mode stays, and the last restore mark counts. */
import { expect, test } from 'vitest';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import { createDirectoryFacts } from './directory-facts.ts';

const databases = storePerTest();

test('keeps the first mode', async () => {
	const facts = createDirectoryFacts(databases.now());
	expect(await facts.mode()).toBeUndefined();
	expect(await facts.takeMode('paper')).toBe('paper');
	expect(await facts.takeMode('live')).toBe('paper');
	expect(await createDirectoryFacts(databases.reopen()).mode()).toBe('paper');
});

test('gives two processes that start at once the same mode', async () => {
	const modes = resultsOf(
		await databases.atOnce(
			'data_mode',
			() => createDirectoryFacts(databases.now()).takeMode('paper'),
			() => createDirectoryFacts(databases.beside()).takeMode('live'),
		),
	);
	expect(new Set(modes)).toEqual(new Set([await createDirectoryFacts(databases.now()).mode()]));
});

test('refuses a mode that does not exist', async () => {
	await expect(createDirectoryFacts(databases.now()).takeMode('trial' as never)).rejects.toThrow(/check/i);
});

test('keeps the last restore mark', async () => {
	const facts = createDirectoryFacts(databases.now());
	expect(await facts.restoreMark()).toBeUndefined();
	await facts.putRestoreMark('first', 1);
	await facts.putRestoreMark('second', 2);
	expect(await createDirectoryFacts(databases.reopen()).restoreMark()).toBe('second');
});
