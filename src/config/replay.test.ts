/** Tests section `replay`: names of data, limits, and paths from the working directory. */
import { expect, test } from 'vitest';
import { parseExactJson } from '../domain/exact-json.ts';
import { readConfig } from './config.ts';
import { withAbsolutePaths } from './replay.ts';

function read(replay: object) {
	return readConfig(parseExactJson(JSON.stringify({ replay }), 16) as Parameters<typeof readConfig>[0]);
}

test('has defaults under which one replay runs at once, without files of the operator', () => {
	const found = read({});
	expect('config' in found && found.config.replay).toEqual({
		enabled: true,
		dataFolders: {},
		policyFolder: null,
		concurrent: 1,
		queueMax: 3,
		minutesMax: 60,
		memoryMb: 2_048,
		keptMax: 20,
		keptMb: 1_000,
	});
});

test('resolves paths from the working directory', () => {
	const found = read({ dataFolders: { year: 'data/2025', all: '/all' }, policyFolder: 'policies' });
	expect('config' in found && withAbsolutePaths(found.config.replay, '/srv/carrywire')).toMatchObject({
		dataFolders: { year: '/srv/carrywire/data/2025', all: '/all' },
		policyFolder: '/srv/carrywire/policies',
	});
});

test.each([
	[{ dataFolders: { recordings: '/x' } }, 'the name recordings is taken'],
	[{ dataFolders: { 'A b': '/x' } }, 'must have names of 1 to 40 lower-case letters'],
	[{ concurrent: 0 }, 'from 1 to 64'],
	[{ memoryMb: 10 }, 'from 256 to 65536'],
	[{ policyFolder: '' }, 'at least 1'],
])('refuses %j', (given, rule) => {
	const found = read(given);
	expect('faults' in found && found.faults.map((fault) => fault.rule).join(' ')).toContain(rule);
});
