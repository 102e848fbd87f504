import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../domain/exact-json.ts';
import { readConfig } from './config.ts';
import { unconfirmedExposures } from './exposure.ts';

function exposures(given: JsonObject): readonly string[] {
	const read = readConfig(given);
	if ('faults' in read) throw new Error(JSON.stringify(read.faults));
	return unconfirmedExposures(read.config);
}

describe('plain HTTP reachable by others', () => {
	test.each([
		{},
		{ server: { host: 'localhost' } },
		{ server: { host: '::1' } },
		{ server: { host: '0.0.0.0', publicUrl: 'https://carrywire.example' } },
		{ server: { publicUrl: 'https://carrywire.example' } },
		{ server: { publicUrl: 'http://127.0.0.1:8080' } },
		{ server: { host: '0.0.0.0', acceptPlainHttp: true } },
		{ server: { publicUrl: 'http://carrywire.example', acceptPlainHttp: true } },
	])('is absent or confirmed with %j', (given) => {
		expect(exposures(given)).toEqual([]);
	});

	test.each([
		[{ host: '0.0.0.0' }, 'server.host: 0.0.0.0 is neither'],
		[{ host: '::' }, 'server.host: :: is neither'],
		[{ host: '192.168.1.7' }, 'server.host: 192.168.1.7 is neither'],
		[{ host: '0.0.0.0', publicUrl: 'http://127.0.0.1:8080' }, 'server.host: 0.0.0.0 is neither'],
		[{ publicUrl: 'http://carrywire.example' }, 'server.publicUrl: http://carrywire.example is neither'],
	])('must be confirmed with %j', (server, begin) => {
		expect(exposures({ server })).toEqual([
			expect.stringMatching(new RegExp(`^${begin}.+--accept-plain-http`)),
		]);
	});
});

describe('live mode', () => {
	test('requires a token for totals over all users unless they are public', () => {
		const isPublic = (given: JsonObject) => {
			const read = readConfig(given);
			return 'config' in read && read.config.server.publicFigures;
		};
		expect(['simulated', 'paper', 'live'].map((mode) => isPublic({ mode }))).toEqual([true, true, false]);
		expect(isPublic({ mode: 'live', server: { publicFigures: true } })).toBe(true);
		expect(isPublic({ server: { publicFigures: false } })).toBe(false);
	});

	test('must not admit everybody without confirmation', () => {
		expect(exposures({ mode: 'live' })).toEqual([
			expect.stringMatching(/^auth\.admitted: the list is empty.+--admitted LIST.+--admit-everybody/),
		]);
	});

	test.each([
		{ mode: 'live', auth: { admitted: ['0x0000000000000000000000000000000000000001'] } },
		{ mode: 'live', auth: { admitEverybody: true } },
		{ mode: 'live', auth: { identityProviders: [] } },
		{ mode: 'paper' },
	])('starts with %j', (given) => {
		expect(exposures(given)).toEqual([]);
	});
});
