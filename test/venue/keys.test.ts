/** What the adapter says of keys, against each simulated exchange: what they may do, and that they are refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
	KeyRefusedError,
	type VenueCredentials,
	VenueError,
	type VenueTrading,
} from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { openVenueTrading } from '../../src/venues/ccxt/trading.ts';
import { startSimulator } from '../conformance/harness.ts';

type Simulator = Awaited<ReturnType<typeof startSimulator>>;
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

describe.each(['bybit', 'kucoin'] as const)('%s', (venue) => {
	let simulator: Simulator;
	let keys: VenueCredentials;

	beforeAll(async () => {
		simulator = await startSimulator({ exchange: venue, settleInSeconds: 3_000 });
		const { key, secret, passphrase } = await simulator.createAccount('main', { deposit: '10000' });
		keys = { apiKey: key, secret, passphrase };
	});

	afterAll(() => simulator[Symbol.asyncDispose]());

	const open = (credentials: VenueCredentials): VenueTrading =>
		openVenueTrading({
			venue,
			credentials,
			clock: systemClock,
			random: systemRandom,
			log: QUIET,
			redirect: { port: simulator.port },
			instrumentOf: () => undefined,
			clockOffsetMs: () => null,
		});

	/** What a read with the key is refused with. */
	async function refusal(credentials: VenueCredentials): Promise<VenueError> {
		const trading = open(credentials);
		const thrown = await trading.balance().catch((error: unknown) => error);
		await trading.close();
		if (!(thrown instanceof VenueError))
			throw new Error(`It was not refused, but answered ${String(thrown)}.`);
		return thrown;
	}

	test('a key that is none is refused as such, in the exchange’s words and without its own', async () => {
		const wrong = { ...keys, apiKey: 'nobodyknowsthiskey' };
		const error = await refusal(wrong);
		expect(error).toBeInstanceOf(KeyRefusedError);
		expect(error.kind).toBe('rejected');
		expect(error.message).toMatch(venue === 'bybit' ? /\(10003\)$/ : /\(400003\)$/);
		expect(error.message).not.toContain(wrong.apiKey);
		expect(error.cause).toBeUndefined();
	});

	test('so is one with another secret', async () => {
		const wrong = { ...keys, secret: 'anothersecretaltogether' };
		const error = await refusal(wrong);
		expect(error).toBeInstanceOf(KeyRefusedError);
		for (const secret of [wrong.secret, wrong.apiKey]) expect(String(error.stack)).not.toContain(secret);
	});

	test('an exchange that does not answer refuses no key', async () => {
		await simulator.admin('POST', '/faults', {
			operation: 'account',
			count: 1,
			action: { kind: 'status', at: 'before', status: 503 },
		});
		const error = await refusal(keys);
		expect(error).not.toBeInstanceOf(KeyRefusedError);
		expect(error.kind).toBe('unavailable');
	});

	async function described(name: string, wish: Readonly<Record<string, unknown>>) {
		const { key, secret, passphrase } = await simulator.createAccount(name, wish);
		const trading = open({ apiKey: key, secret, passphrase });
		try {
			return await trading.describeKey();
		} finally {
			await trading.close();
		}
	}

	test('a key that trades: what it may do, and whose it is', async () => {
		const first = await described('first', {});
		expect(first).toMatchObject({ canTrade: true, canWithdraw: false, readOnly: false, ipBound: false });
		expect(first.permissions).toContain(venue === 'bybit' ? 'ContractTrade:Order' : 'Futures');
		expect(first.uid).toMatch(/^\d+$/);
		expect((await described('second', {})).uid).not.toBe(first.uid);
	});

	test('a key that withdraws, and one that only reads', async () => {
		expect(await described('withdraws', { canWithdraw: true })).toMatchObject({ canWithdraw: true });
		expect(await described('reads', { canTrade: false })).toMatchObject({
			canTrade: false,
			readOnly: true,
			canWithdraw: false,
		});
	});
});
