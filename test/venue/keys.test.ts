/** Tests keys through the adapter against each simulated exchange: their permissions and their refusals. */

import { afterAll, beforeAll, describe, expect } from 'vitest';
import { formatDecimal } from '../../src/domain/decimal.ts';
import type { VenueCredentials } from '../../src/ports/venue.ts';
import { KeyRefusedError, VenueError } from '../../src/ports/venue-error.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { keyFormOf } from '../../src/venues/facts.ts';
import { SIMULATED_DEPOSIT_USD, simulatedAccountsOf } from '../../src/venues/shared/simulated-accounts.ts';
import { casesOf } from './cases.ts';
import { credentialsOf, type Fixture, openFixture } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

describe.each(VENUE_ROWS)('$venue', (row) => {
	const prove = casesOf(row.venue);
	let fixture: Fixture;
	let keys: VenueCredentials;

	beforeAll(async () => {
		fixture = await openFixture(row);
		keys = credentialsOf(await fixture.simulator.createAccount('main', { deposit: '10000' }));
	});

	afterAll(() => fixture.close());

	/** Returns the error that refuses a read with the key. */
	async function refusal(credentials: VenueCredentials): Promise<VenueError> {
		const trading = fixture.open(credentials);
		const thrown = await trading.balance().catch((error: unknown) => error);
		await trading.close();
		if (!(thrown instanceof VenueError))
			throw new Error(`It was not refused, but answered ${String(thrown)}.`);
		return thrown;
	}

	prove(
		'key refused',
		'refuses an unknown key in the exchange’s words, without printing the key',
		async () => {
			const error = await refusal({ ...keys, apiKey: row.wrongKey.apiKey });
			expect(error).toBeInstanceOf(KeyRefusedError);
			expect(error.kind).toBe('rejected');
			// For an exchange with other sites, the message ends with the setting to change.
			expect(error.message.split('. A key of another site ')[0]?.endsWith(`(${row.codes.keyUnknown})`)).toBe(
				true,
			);
			expect(error.message).not.toContain(row.wrongKey.apiKey);
			expect(error.cause).toBeUndefined();
		},
	);

	prove('key refused', 'refuses a key with a wrong secret', async () => {
		const wrong = { ...keys, secret: row.wrongKey.secret };
		const error = await refusal(wrong);
		expect(error).toBeInstanceOf(KeyRefusedError);
		for (const secret of [wrong.secret, wrong.apiKey]) expect(String(error.stack)).not.toContain(secret);
	});

	prove('key refused', 'does not take an unanswered request for a refused key', async () => {
		// The balance reads that were refused above may have requests for other assets in flight, and this fault
		// affects them too.
		await fixture.simulator.admin('POST', '/faults', {
			operation: 'account',
			count: 100,
			action: { kind: 'status', at: 'before', status: 503 },
		});
		const error = await refusal(keys);
		await fixture.simulator.admin('DELETE', '/faults');
		expect(error).not.toBeInstanceOf(KeyRefusedError);
		expect(error.kind).toBe('unavailable');
	});

	async function described(name: string, wish: Readonly<Record<string, unknown>>) {
		const trading = fixture.open(credentialsOf(await fixture.simulator.createAccount(name, wish)));
		try {
			return await trading.describeKey();
		} finally {
			await trading.close();
		}
	}

	prove('key description', 'states the permissions and the account of a trading key', async () => {
		const first = await described('first', {});
		expect(first).toMatchObject({ canTrade: true, canWithdraw: false, readOnly: false, ipBound: false });
		expect(first.permissions).toContain(row.permission);
		expect(first.uid).toMatch(row.uid);
		expect((await described('second', {})).uid).not.toBe(first.uid);
	});

	prove(
		'key description',
		'an account opened through the service can trade and has its deposit',
		async () => {
			const accounts = simulatedAccountsOf({
				simulators: { [row.venue]: fixture.simulator.adminAccess },
				keyFormOf,
				clock: systemClock,
				random: systemRandom,
			});
			expect([accounts.opens(row.venue), accounts.opens('elsewhere')]).toEqual([true, false]);
			const trading = fixture.open(await accounts.open(row.venue, 'user_of_a_page'));
			expect(await trading.describeKey()).toMatchObject({
				canTrade: true,
				canWithdraw: false,
				// Hyperliquid's trading wallet can never transfer.
				canTransfer: row.transfers !== undefined,
			});
			expect(formatDecimal((await trading.balance()).equity)).toBe(SIMULATED_DEPOSIT_USD);
			await trading.close();
		},
	);

	prove('key description', 'recognizes withdrawal keys and read-only keys', async () => {
		expect(await described('withdraws', row.withdrawing)).toMatchObject({ canWithdraw: true });
		expect(await described('reads', { canTrade: false })).toMatchObject({
			canTrade: false,
			readOnly: true,
			canWithdraw: false,
		});
	});
});
