import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXCHANGE_NAMES, EXCHANGES, exchangeNamed } from './exchanges.ts';

test('every folder except the core is a registered exchange, under its own name', () => {
	const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name !== 'core')
		.map(({ name }) => name);
	expect([...EXCHANGE_NAMES].sort()).toEqual(folders.sort());
	expect(EXCHANGES.map(({ name }) => name)).toEqual(EXCHANGE_NAMES);
	for (const name of EXCHANGE_NAMES) expect(exchangeNamed(name).name).toBe(name);
});

test('an exchange that replays history has series in the files', () => {
	const recorded = new Set(
		EXCHANGES.filter(({ history }) => history.recorded !== undefined).map(({ name }) => name),
	);
	for (const { history } of EXCHANGES) expect(recorded).toContain(history.plays);
});
