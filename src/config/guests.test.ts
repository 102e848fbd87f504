import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../domain/exact-json.ts';
import { readConfig } from './config.ts';
import { areGuestsOffered } from './guests.ts';

function read(given: JsonObject) {
	const answer = readConfig(given);
	return 'faults' in answer
		? answer.faults.map(({ path, rule }) => `${path} ${rule}`)
		: areGuestsOffered(answer.config);
}
const withGuests = (guests: string, given: JsonObject): JsonObject => ({
	...given,
	auth: { ...(given.auth as JsonObject | undefined), guests },
});

describe('a guest', () => {
	test.each([
		{},
		{ mode: 'simulated' },
		{ server: { host: 'localhost' } },
		{ server: { host: '::1' } },
		{ server: { host: '127.8.0.1' } },
	])('is admitted at simulated exchanges on loopback: %j', (given) => {
		expect(read(given)).toBe(true);
		expect(read(withGuests('auto', given))).toBe(true);
		expect(read(withGuests('on', given))).toBe(true);
		expect(read(withGuests('off', given))).toBe(false);
	});

	test.each([
		[{ mode: 'paper' }, 'in paper mode: a guest has no proof of identity'],
		[{ mode: 'live' }, 'in live mode: a guest has no proof of identity'],
		[{ server: { host: '0.0.0.0' } }, 'when server.host is not a loopback address'],
		[{ server: { host: '::' } }, 'when server.host is not a loopback address'],
		[{ server: { host: '192.168.1.7' } }, 'when server.host is not a loopback address'],
		[{ server: { host: '127.0.0.1.example.org' } }, 'when server.host is not a loopback address'],
		[{ server: { publicUrl: 'https://carrywire.example' } }, 'when server.publicUrl or'],
		[{ server: { publicUrl: 'http://127.0.0.1:8080' } }, 'when server.publicUrl or'],
		[{ server: { trustedProxies: ['loopback'] } }, 'when server.publicUrl or'],
		[{ auth: { admitted: ['somebody'] } }, 'when auth.admitted lists the users who may log in'],
	] as const)('is refused with %j, and requiring guests there prevents a start', (given, why) => {
		expect(read(given as unknown as JsonObject)).toBe(false);
		expect(read(withGuests('on', given as unknown as JsonObject))).toEqual([
			expect.stringContaining(`auth.guests must be auto or off ${why}`),
		]);
	});
});
