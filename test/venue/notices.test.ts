/** What each simulated exchange says of itself, through the adapter and over real sockets. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { InstrumentTicker, VenueMarketData, VenueNotices } from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { openVenueMarketData } from '../../src/venues/ccxt/market-data.ts';
import { startSimulator } from '../conformance/harness.ts';

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2100, 0, 1);

describe.each(['bybit', 'kucoin'] as const)('%s', (venue) => {
	let simulator: Awaited<ReturnType<typeof startSimulator>>;
	let data: VenueMarketData;
	const symbol = venue === 'bybit' ? 'SOLUSDT' : 'SOLUSDTM';

	beforeAll(async () => {
		simulator = await startSimulator({ exchange: venue, settleInSeconds: 3_000 });
		data = openVenueMarketData({
			venue,
			clock: systemClock,
			random: systemRandom,
			log: QUIET,
			redirect: { port: simulator.port },
		});
		await data.loadInstruments();
	});

	afterEach(async () => {
		await simulator.admin('POST', '/service', { trading: 'open' });
		await simulator.admin('DELETE', '/maintenance');
		await simulator.admin('POST', '/transfers', { currency: 'USDT', deposit: true, withdrawal: true });
		await simulator.admin('POST', '/listing', { symbol, delistingAt: 0, paused: false });
		await simulator.admin('DELETE', '/faults');
		await data.loadInstruments();
	});

	afterAll(async () => {
		await data.close();
		await simulator[Symbol.asyncDispose]();
	});

	async function ticker(): Promise<InstrumentTicker | undefined> {
		return (await data.fetchTickers()).find((row) => row.symbol === symbol);
	}

	test('nothing to tell, and what the venue tells nobody is said', async () => {
		const { maintenance, transfers, unknown } = await data.fetchNotices();
		expect(maintenance).toEqual([]);
		expect(transfers.get('USDT')).toEqual(
			venue === 'kucoin' ? { deposit: true, withdrawal: true } : undefined,
		);
		expect(unknown).toEqual(
			venue === 'kucoin' ? [] : [expect.stringMatching(/deposits and withdrawals of bybit is not known/)],
		);
		expect((await ticker())?.delistingAt).toBeNull();
	});

	test.each(['closed', 'cancelOnly'])('trading is %s', async (trading) => {
		await simulator.admin('POST', '/service', { trading, title: 'Upgrade of the engine' });
		const { maintenance } = await data.fetchNotices();
		expect(maintenance).toEqual([
			{ title: expect.stringContaining('Upgrade of the engine'), from: expect.any(Number), until: null },
		]);
		expect(maintenance[0]?.from).toBeLessThanOrEqual(systemClock.now() + 1_000);
	});

	test('maintenance to come is told by the venue that announces it', async () => {
		await simulator.admin('POST', '/maintenance', { title: 'Next', from: FROM, until: FROM + HOUR_MS });
		const { maintenance } = await data.fetchNotices();
		expect(maintenance).toEqual(
			venue === 'bybit' ? [{ title: 'Next', from: FROM, until: FROM + HOUR_MS }] : [],
		);
	});

	test('a delisting is in the ticker with its time', async () => {
		await simulator.admin('POST', '/listing', { symbol, delistingAt: FROM });
		expect((await ticker())?.delistingAt).toBe(FROM);
	});

	test('a paused contract trades no longer, by its ticker or by having none', async () => {
		await simulator.admin('POST', '/listing', { symbol, paused: true });
		expect((await ticker())?.tradable ?? 'no ticker').toBe(venue === 'bybit' ? 'no ticker' : false);
		const listed = (await data.loadInstruments()).some((instrument) => instrument.symbol === symbol);
		expect(listed).toBe(venue === 'kucoin');
	});

	test('suspended transfers are told by the venue that publishes them', async () => {
		await simulator.admin('POST', '/transfers', { currency: 'USDT', withdrawal: false });
		const { transfers, coinNames } = await data.fetchNotices();
		const isTold = venue === 'kucoin';
		expect(transfers.get('USDT')).toEqual(isTold ? { deposit: true, withdrawal: false } : undefined);
		expect(coinNames.get('SOL')).toBe(isTold ? 'SOL' : undefined);
	});

	test('a venue that does not answer makes these unknown, and rejects nothing', async () => {
		await simulator.admin('POST', '/faults', {
			operation: 'market',
			count: 2,
			action: { kind: 'status', at: 'before', status: 500 },
		});
		const { maintenance, transfers, unknown }: VenueNotices = await data.fetchNotices();
		expect([maintenance, transfers.size]).toEqual([[], 0]);
		expect(unknown).toEqual([
			expect.stringMatching(new RegExp(`service status of ${venue} is not known`)),
			expect.stringMatching(new RegExp(`deposits and withdrawals of ${venue} is not known`)),
		]);
	});
});
