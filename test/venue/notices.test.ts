/** Tests the status notices of each simulated exchange, through the adapter over real sockets. */

import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { VENUE_LACKS } from '../../scripts/venue-capabilities.ts';
import type { InstrumentTicker } from '../../src/ports/venue-market.ts';
import type { VenueNotices } from '../../src/ports/venue-notices.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { shownNameOf } from '../../src/venues/facts.ts';
import { until } from '../e2e/polling.ts';
import { casesOf } from './cases.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2100, 0, 1);

describe.each(VENUE_ROWS)('$venue', (row) => {
	const { venue } = row;
	const prove = casesOf(venue);
	const tellsTransfers = VENUE_LACKS[venue]?.transfers === undefined;
	const tellsMaintenance = VENUE_LACKS[venue]?.maintenance === undefined;
	const symbol = row.symbols.SOL;
	let fixture: Fixture;

	beforeAll(async () => {
		fixture = await openFixture(row);
	});

	afterEach(async () => {
		const { simulator } = fixture;
		await simulator.admin('POST', '/service', { trading: 'open' });
		await simulator.admin('DELETE', '/maintenance');
		await simulator.admin('POST', '/transfers', {
			currency: row.collateral,
			deposit: true,
			withdrawal: true,
		});
		await simulator.admin('POST', '/listing', { symbol, delistingAt: 0, paused: false });
		await simulator.admin('DELETE', '/faults');
		await fixture.data.loadInstruments();
	});

	afterAll(() => fixture.close());

	/** Repeats the request until the exchange responds, because both the exchanges and our own budget limit it. */
	const notices = (): Promise<VenueNotices> =>
		until({ what: `notices of ${venue}`, periodMs: 500 }, async () => {
			const told = await fixture.data.fetchNotices();
			return told.unknown.some((unknown) => /50011|Our own budget/.test(textOf(unknown))) ? undefined : told;
		});

	const ticker = async (): Promise<InstrumentTicker | undefined> =>
		(await fixture.data.fetchTickers()).find((each) => each.symbol === symbol);

	prove('unknown notices', 'reports no notices and names those that the venue does not publish', async () => {
		const { maintenance, transfers, unknown } = await notices();
		expect(maintenance).toEqual([]);
		expect(transfers.get(row.collateral)).toEqual(
			tellsTransfers ? { deposit: true, withdrawal: true } : undefined,
		);
		expect(unknown.map(textOf)).toEqual([
			...(tellsMaintenance
				? []
				: [expect.stringContaining(`service status of ${shownNameOf(venue)} is unknown`)]),
			...(tellsTransfers
				? []
				: [expect.stringContaining(`deposits and withdrawals of ${shownNameOf(venue)} is unknown`)]),
		]);
	});

	prove(
		'unknown notices',
		'reports notices as unknown instead of failing when the venue does not answer',
		async () => {
			await fixture.simulator.admin('POST', '/faults', {
				operation: 'market',
				count: 2,
				action: { kind: 'status', at: 'before', status: 500 },
			});
			const { maintenance, transfers, unknown }: VenueNotices = await fixture.data.fetchNotices();
			expect([maintenance, transfers.size]).toEqual([[], 0]);
			expect(unknown.map(textOf)).toEqual([
				expect.stringContaining(`service status of ${shownNameOf(venue)} is unknown`),
				expect.stringContaining(`deposits and withdrawals of ${shownNameOf(venue)} is unknown`),
			]);
		},
	);

	for (const trading of ['closed', 'cancelOnly'])
		prove('maintenance', `trading is ${trading}`, async () => {
			await fixture.simulator.admin('POST', '/service', { trading, title: 'Upgrade of the engine' });
			const { maintenance } = await notices();
			expect(maintenance.map(({ title, ...period }) => ({ ...period, title: textOf(title) }))).toEqual([
				{
					title: expect.stringContaining(row.saysWhy ? 'Upgrade of the engine' : ''),
					from: expect.any(Number),
					until: null,
				},
			]);
			expect(maintenance[0]?.from).toBeLessThanOrEqual(systemClock.now() + 1_000);
		});

	prove('maintenance to come', 'reports maintenance before it begins', async () => {
		const plan = { title: 'Next', from: FROM, until: FROM + HOUR_MS };
		await fixture.simulator.admin('POST', '/maintenance', plan);
		expect((await notices()).maintenance).toEqual([plan]);
	});

	prove('delisting', 'states the delisting and its time in the ticker', async () => {
		expect((await ticker())?.delistingAt).toBeNull();
		await fixture.simulator.admin('POST', '/listing', { symbol, delistingAt: FROM });
		await fixture.data.loadInstruments();
		expect((await ticker())?.delistingAt).toBe(FROM);
	});

	prove('pause', 'shows a paused contract as not trading or without a ticker', async () => {
		await fixture.simulator.admin('POST', '/listing', { symbol, paused: true });
		const isTold = row.pausedContract === 'ticker';
		const listed = (await fixture.data.loadInstruments()).some((instrument) => instrument.symbol === symbol);
		expect(listed).toBe(isTold);
		expect((await ticker())?.tradable ?? 'no ticker').toBe(isTold ? false : 'no ticker');
	});

	prove('transfers', 'reports suspended transfers', async () => {
		await fixture.simulator.admin('POST', '/transfers', { currency: row.collateral, withdrawal: false });
		const { transfers, coinNames } = await fixture.data.fetchNotices();
		expect(transfers.get(row.collateral)).toEqual({ deposit: true, withdrawal: false });
		expect(coinNames.get('SOL')).toBe(row.tellsCoinNames ? 'SOL' : undefined);
	});
});
