/** Tests what the markets of a recording of grade A show at each time. */
import { describe, expect, test } from 'vitest';
import {
	begun,
	eventsOf,
	inOrder,
	MINUTE,
	OBSERVED_FROM,
	observing,
	SECOND,
	stateOf,
} from '../../../test/support/observed-events.ts';
import { parseDecimal as d } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { RecordedObservation } from '../../domain/recording.ts';
import type { FeeRates, VenueMarketData } from '../../ports/venue-market.ts';
import { observedMarkets } from './observed-markets.ts';

const SOL = observing('bybit', 'SOL');
const STALE_MS = 5_000;
/** Observations that keep the recorder audible until a time. */
const sounding = (from: number, until: number): readonly RecordedObservation[] =>
	Array.from({ length: Math.ceil((until - from) / (10 * SECOND)) }, (_, index) =>
		observing('okx', 'BTC').priced(from + index * 10 * SECOND, String(100 + index)),
	);
const LISTED = [begun(0), stateOf(0, 'bybit', 'fresh'), SOL.listed(0)];

type Shown = {
	readonly source: VenueMarketData;
	/** Moves to a time, ms after the start. */
	readonly to: (at: number) => Promise<void>;
};

async function shown(
	observations: readonly RecordedObservation[],
	feesOf: (venue: string) => FeeRates | undefined = () => undefined,
): Promise<Shown> {
	let now = OBSERVED_FROM;
	const markets = observedMarkets({
		events: eventsOf(inOrder(observations)),
		tracks: [SOL.instrument],
		...{ feesOf, staleMs: STALE_MS, roundTripMs: 100, now: () => now },
	});
	await markets.begin(now);
	const [source] = markets.sources();
	if (source === undefined) throw new Error('The recording has an exchange.');
	return {
		source,
		async to(at) {
			now = OBSERVED_FROM + at;
			await markets.begin(now);
		},
	};
}

/** Returns the pushed books as best bids, and the losses. */
function streamed(source: VenueMarketData): readonly unknown[] {
	const seen: unknown[] = [];
	source.streamBooks(['SOLUSDT'], {
		onBook: ({ book }) => seen.push(book.bids[0]?.[0]),
		onDown: (symbols) => seen.push(symbols),
	});
	return seen;
}

const marks = async ({ source }: Shown) => (await source.fetchTickers()).map(({ mark }) => mark);

describe('an observation', () => {
	test('is visible from its receipt time on, and not before', async () => {
		const { source, to } = await shown([
			...LISTED,
			SOL.priced(0, '100'),
			SOL.book(0, '99'),
			SOL.priced(4 * SECOND, '101'),
			SOL.volume(4 * SECOND, '5000'),
			SOL.book(4 * SECOND, '100'),
			SOL.settled(4 * SECOND, [{ settledAt: OBSERVED_FROM, rate: d('0.0003') }]),
		]);
		const rates = () => source.fetchSettledRates('SOLUSDT', 0, OBSERVED_FROM + HOUR_MS, 'prompt');
		const books = streamed(source);
		await to(4 * SECOND - 1);
		expect(await source.fetchTickers()).toMatchObject([{ mark: d('100'), volume24h: null }]);
		expect((await rates()).rates).toEqual([]);
		expect(books).toEqual([d('99')]);
		await to(4 * SECOND);
		expect(await source.fetchTickers()).toMatchObject([{ mark: d('101'), volume24h: d('5000') }]);
		expect((await rates()).rates).toEqual([{ settledAt: OBSERVED_FROM, rate: d('0.0003') }]);
		expect(books).toEqual([d('99'), d('100')]);
		expect((await source.fetchBook('SOLUSDT', 50)).bids[0]?.[0]).toBe(d('100'));
	});

	test('is not shown if its contract is not chosen', async () => {
		const other = observing('bybit', 'BTC');
		const { source } = await shown([...LISTED, other.listed(0), other.priced(0, '7')]);
		expect(await source.loadInstruments()).toEqual([SOL.instrument]);
	});

	test('adds each settlement once if rates are repeated, newest first', async () => {
		const rate = (hour: number) => ({ settledAt: OBSERVED_FROM - hour * HOUR_MS, rate: d(`0.000${hour}`) });
		const { source } = await shown([
			...LISTED,
			SOL.settled(0, [rate(2), rate(5)]),
			SOL.settled(0, [rate(1), rate(2), rate(3), rate(4), rate(5)]),
			SOL.settled(0, [rate(4)]),
		]);
		const { rates } = await source.fetchSettledRates('SOLUSDT', rate(4).settledAt, OBSERVED_FROM, 'prompt');
		expect(rates).toEqual([rate(1), rate(2), rate(3), rate(4)]);
	});
});

describe('the terms of a contract', () => {
	test('change when the change was received', async () => {
		const changed = { ...SOL.instrument, tickSize: d('0.05') };
		const { source, to } = await shown([...LISTED, SOL.listed(MINUTE, { instrument: changed })]);
		expect(await source.loadInstruments()).toEqual([SOL.instrument]);
		await to(MINUTE);
		expect(await source.loadInstruments()).toEqual([changed]);
	});

	test('show an announced delisting, and the contract is gone afterwards', async () => {
		const delistingAt = OBSERVED_FROM + HOUR_MS;
		const { source, to } = await shown([
			...LISTED,
			SOL.priced(0, '100'),
			SOL.listed(10 * SECOND, { delistingAt }),
			SOL.listed(20 * SECOND, { delistingAt, trading: false }),
			SOL.gone(25 * SECOND),
		]);
		expect(await source.fetchTickers()).toMatchObject([{ delistingAt: null, tradable: true }]);
		await to(10 * SECOND);
		expect(await source.fetchTickers()).toMatchObject([{ delistingAt, tradable: true }]);
		await to(20 * SECOND);
		expect(await source.fetchTickers()).toMatchObject([{ delistingAt, tradable: false }]);
		const books = streamed(source);
		await to(25 * SECOND);
		expect(await source.loadInstruments()).toEqual([]);
		expect(books).toEqual([['SOLUSDT']]);
		await expect(source.fetchTickers()).rejects.toThrow('Nothing was recorded at this time.');
	});

	test('include the recorded fees, unless others are given', async () => {
		const recorded = { taker: d('0.0005'), maker: d('0.0002') };
		expect((await shown(LISTED)).source.baseFees('SOLUSDT')).toEqual(recorded);
		const given = { taker: d('0.0001'), maker: d('0') };
		expect((await shown(LISTED, () => given)).source.baseFees('SOLUSDT')).toEqual(given);
	});
});

describe('data of an exchange', () => {
	test('are as old as the last observation while the recorder is silent', async () => {
		const played = await shown([
			...LISTED,
			SOL.priced(0, '100'),
			SOL.book(0, '99'),
			SOL.priced(10 * MINUTE, '200'),
		]);
		await played.to(30 * SECOND);
		expect((await played.source.fetchTickers())[0]).not.toHaveProperty('receivedAt');
		await played.to(30 * SECOND + 1);
		expect(await played.source.fetchTickers()).toMatchObject([{ receivedAt: OBSERVED_FROM }]);
		await expect(played.source.fetchBook('SOLUSDT', 50)).rejects.toThrow('was not known at this time');
		await played.to(10 * MINUTE);
		expect(await marks(played)).toEqual([d('200')]);
		expect((await played.source.fetchTickers())[0]).not.toHaveProperty('receivedAt');
	});

	test('stay fresh while anything is recorded, even if nothing of them changes', async () => {
		const played = await shown([...LISTED, SOL.priced(0, '100'), ...sounding(0, 5 * MINUTE)]);
		await played.to(5 * MINUTE - 10 * SECOND);
		expect((await played.source.fetchTickers())[0]).not.toHaveProperty('receivedAt');
	});

	test.each([
		['stale', 1],
		['down', 3],
	] as const)('are at once as old as a recorded state %s says', async (state, factor) => {
		const at = 20 * SECOND;
		const played = await shown([
			...LISTED,
			SOL.priced(0, '100'),
			...sounding(0, MINUTE),
			stateOf(at, 'bybit', state),
			stateOf(at + 10 * SECOND, 'bybit', 'fresh'),
		]);
		await played.to(at + SECOND);
		const receivedAt = OBSERVED_FROM + at - 1 - factor * STALE_MS;
		expect(await played.source.fetchTickers()).toMatchObject([{ receivedAt }]);
		await played.to(at + 10 * SECOND);
		expect((await played.source.fetchTickers())[0]).not.toHaveProperty('receivedAt');
	});

	test('lose a book whose stream the recording lost', async () => {
		const { source, to } = await shown([
			...LISTED,
			SOL.book(0, '99'),
			SOL.book(5 * SECOND, null),
			SOL.book(9 * SECOND, '98'),
		]);
		const books = streamed(source);
		await to(5 * SECOND);
		await expect(source.fetchBook('SOLUSDT', 50)).rejects.toThrow('was not known at this time');
		await to(9 * SECOND);
		expect(books).toEqual([d('99'), ['SOLUSDT'], d('98')]);
	});

	test('include the notices, each set replacing the one before', async () => {
		const notice = (at: number, title: string): RecordedObservation => ({
			...{ kind: 'notice', at: OBSERVED_FROM + at, venue: 'bybit', unknown: [] },
			maintenance: [{ title, from: OBSERVED_FROM + HOUR_MS, until: null }],
			transfers: new Map([['USDT', { deposit: false, withdrawal: true }]]),
			coinNames: new Map([['SOL', 'Solana']]),
		});
		const { source, to } = await shown([...LISTED, notice(SECOND, 'Upgrade'), notice(MINUTE, 'Later')]);
		expect((await source.fetchNotices()).maintenance).toEqual([]);
		await to(SECOND);
		expect(await source.fetchNotices()).toMatchObject({ maintenance: [{ title: 'Upgrade' }] });
		await to(MINUTE);
		expect((await source.fetchNotices()).maintenance).toHaveLength(1);
		expect(await source.fetchNotices()).toMatchObject({ maintenance: [{ title: 'Later' }] });
	});
});

describe('a restart of the recorder', () => {
	const restarted = [begun(MINUTE, MINUTE), stateOf(MINUTE, 'bybit', 'fresh')];
	const before = [...LISTED, SOL.priced(0, '100'), SOL.book(0, '99')];

	test('makes prices and books unknown until they are received again', async () => {
		const { source, to } = await shown([
			...before,
			...restarted,
			SOL.listed(MINUTE + SECOND),
			SOL.priced(MINUTE + SECOND, '105'),
			SOL.book(MINUTE + 2 * SECOND, '104'),
		]);
		const books = streamed(source);
		await to(MINUTE);
		await expect(source.fetchTickers()).rejects.toThrow('Nothing was recorded at this time.');
		expect(await source.loadInstruments()).toEqual([SOL.instrument]);
		await to(MINUTE + 2 * SECOND);
		expect(await source.fetchTickers()).toMatchObject([{ mark: d('105') }]);
		expect(books).toEqual([d('99'), ['SOLUSDT'], d('104')]);
	});

	test('drops a contract that the recorder does not list again within six minutes', async () => {
		const { source, to } = await shown([...before, ...restarted, ...sounding(MINUTE, 10 * MINUTE)]);
		await to(7 * MINUTE - 1);
		expect(await source.loadInstruments()).toEqual([SOL.instrument]);
		await to(7 * MINUTE);
		expect(await source.loadInstruments()).toEqual([]);
	});

	test('is not a further file of the same recorder', async () => {
		const { source, to } = await shown([...before, begun(20 * SECOND, 0)]);
		const books = streamed(source);
		await to(20 * SECOND);
		expect(await source.fetchTickers()).toMatchObject([{ mark: d('100') }]);
		expect(books).toEqual([d('99')]);
	});

	test('is also a further file after a silence', async () => {
		const { source, to } = await shown([...before, begun(40 * SECOND, 0)]);
		await to(40 * SECOND);
		await expect(source.fetchTickers()).rejects.toThrow('Nothing was recorded at this time.');
	});
});

test('reads only a portion of a long recording ahead', async () => {
	let read = 0;
	async function* long(): AsyncGenerator<RecordedObservation> {
		for (let at = 0; at < 20_000; at += 1) {
			read += 1;
			yield at < LISTED.length ? (LISTED[at] as RecordedObservation) : SOL.priced(at, String(100 + at));
		}
	}
	const markets = observedMarkets({
		events: long(),
		tracks: [SOL.instrument],
		...{ feesOf: () => undefined, staleMs: STALE_MS, roundTripMs: 100, now: () => OBSERVED_FROM },
	});
	await markets.begin(OBSERVED_FROM + 5_000);
	expect(read).toBeGreaterThan(5_000);
	expect(read).toBeLessThan(10_000);
	await markets.close();
	expect(markets.nextAfter(0)).toBe(OBSERVED_FROM + 5_001);
});
