/**
 * Runs the scanner over the recorded year. Rates, intervals and settlement times are recorded. The following inputs
 * are not, so they are assumed:
 *
 * - The current estimate is, throughout an interval, the rate settled at its end. A real estimate converges towards
 *   that rate, but the recording does not contain its path.
 * - The price is the last recorded mark price of Binance, which all venues use as index and mark price. The best bid
 *   and ask are one part in ten thousand from the mid price and larger than the leg. Prices on different venues
 *   differ by a fixed premium.
 * - USDC is at par with USDT.
 * - Settled rates are available from the time of settlement.
 * - The carry model is not fitted on any data, so it cannot know anything about later months.
 */
import { neutralCarryModel } from '../../src/domain/carry-prior.ts';
import { type Decimal, fromInteger, neg, ONE, parseDecimal } from '../../src/domain/decimal.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import { type Instrument, instrumentKey } from '../../src/domain/instrument.ts';
import {
	DEFAULT_TERMS,
	type HeldTerms,
	type Opportunity,
	type OpportunityDetail,
} from '../../src/domain/opportunity.ts';
import { createScanner, type Scanner } from '../../src/opportunities/scanner.ts';
import { createVirtualClock, type VirtualClock } from '../../src/runtime/virtual-clock.ts';
import {
	bookOf,
	createHandDrivenMarket,
	fundingOf,
	type HandDrivenMarket,
	tickerOf,
} from '../support/hand-driven-market.ts';
import { createHeldHistory, type HeldHistory } from '../support/held-history.ts';
import { createScannerSources } from '../support/scanner-sources.ts';
import { type ComingSettlement, comingSettlement, type RecordedSettlement } from './recorded-settlements.ts';

/** A recorded instrument, and its upper and lower funding-rate bounds at the venue; a bound is null if unknown. */
export type RecordedInstrument = {
	readonly instrument: Instrument;
	readonly rows: readonly RecordedSettlement[];
	readonly cap: Decimal | null;
	readonly floor: Decimal | null;
	/** Returns the price at an instant, USD per coin. */
	readonly price: (at: number) => number;
	/** Announced time at which the instrument stops trading, unix ms; absent if there is no announcement. */
	readonly delistingAt?: number;
	/**
	 * True if the instrument stays listed after its last settlement, without trading, and the venue keeps publishing
	 * that settlement as the next one. False if it is delisted then.
	 */
	readonly staysListed?: boolean;
};

export type RecordedMarket = {
	readonly market: HandDrivenMarket;
	readonly history: HeldHistory;
	readonly scanner: Scanner;
	/** Advances to a later instant and delivers all inputs for that instant. */
	readonly goTo: (at: number) => Promise<void>;
	/**
	 * Returns the opportunity between two instruments in its current direction, at default terms; undefined if there
	 * is none.
	 */
	readonly recordOf: (a: RecordedInstrument, b: RecordedInstrument) => Opportunity | undefined;
	readonly detailOf: (record: Opportunity) => Promise<OpportunityDetail>;
};

/** The service's default limits. */
export const RECORDED_LIMITS = {
	tickerStaleMs: 5_000,
	bookStaleMs: 5_000,
	maxAmountSlippageBps: fromInteger(15),
	stressMovePct: fromInteger(10),
	tooGoodApr: fromInteger(5),
};
/** Terms with a horizon of one week, because the recording ends soon after the tested times. */
export const WEEK_TERMS: HeldTerms = { ...DEFAULT_TERMS, horizonHours: fromInteger(168) };

/**
 * Time that the market runs before the test starts, milliseconds. In this time the scanner, which samples the price
 * basis once a second, gets a first mean.
 */
const WARM_UP_MS = 6_000;
const FEED_MS = 1_000;

export function createRecordedMarket(
	instruments: readonly RecordedInstrument[],
	startAt: number,
): RecordedMarket {
	const clock = createVirtualClock(startAt - WARM_UP_MS);
	const market = createHandDrivenMarket([...new Set(instruments.map(({ instrument }) => instrument.venue))]);
	const history = createHeldHistory();
	const stored = new Map<string, number>();
	const scanner = createScanner({
		market,
		clock,
		...createScannerSources(clock, history),
		model: neutralCarryModel(),
		limits: RECORDED_LIMITS,
	});

	/** Adds all settled rates up to the current time. */
	function settle({ instrument, rows }: RecordedInstrument): void {
		const key = instrumentKey(instrument);
		const from = stored.get(key) ?? 0;
		const found = rows.findIndex(({ at }) => at > clock.now());
		const until = found === -1 ? rows.length : found;
		if (until === from) return;
		stored.set(key, until);
		const rates = rows.slice(from, until).map(({ at, exactRate }) => ({ settledAt: at, rate: exactRate }));
		history.put(instrument.venue, instrument.symbol, rates);
	}

	/**
	 * Returns the next settlement and interval that the venue currently publishes, and whether the instrument trades;
	 * undefined once delisted.
	 */
	function statedNow({
		rows,
		staysListed,
	}: RecordedInstrument): (ComingSettlement & { tradable: boolean }) | undefined {
		const coming = comingSettlement(rows, clock.now());
		if (coming !== undefined) return { ...coming, tradable: true };
		const last = rows.at(-1);
		if (last === undefined || last.intervalHours === null || staysListed !== true) return undefined;
		return { ...last, statedHours: last.intervalHours, tradable: false };
	}

	function feed(recorded: RecordedInstrument): void {
		const { instrument } = recorded;
		const now = clock.now();
		const isListed = market.get(instrument.venue, instrument.symbol) !== undefined;
		settle(recorded);
		const stated = statedNow(recorded);
		if (stated === undefined) {
			if (isListed) market.delist(instrument);
			return;
		}
		if (!isListed) market.list(instrument);
		const mid = recorded.price(now);
		const funding = { ...fundingOf('0', stated.statedHours, stated.at), predictedRate: stated.exactRate };
		market.put(instrument, {
			ticker: tickerOf(instrument.symbol, mid.toFixed(6), funding, {
				fundingCap: recorded.cap,
				fundingFloor: recorded.floor,
				delistingAt: recorded.delistingAt ?? null,
				tradable: stated.tradable,
			}),
			tickerReceivedAt: now,
			book: bookOf([[(mid * 0.9999).toFixed(6), '100000']], [[(mid * 1.0001).toFixed(6), '100000']]),
			bookReceivedAt: now,
		});
	}

	function feedAll(): void {
		market.setQuoteRate('USDC', 'USDT', { rate: ONE, at: clock.now() });
		market.setQuoteRate('USDT', 'USDC', { rate: ONE, at: clock.now() });
		for (const each of instruments) feed(each);
	}

	return {
		market,
		history,
		scanner,
		async goTo(at) {
			clock.leap(at - WARM_UP_MS);
			while (clock.now() < at) {
				feedAll();
				await pass(clock, Math.min(FEED_MS, at - clock.now()));
			}
			feedAll();
			await pass(clock, 0);
		},
		recordOf({ instrument: a }, { instrument: b }) {
			const ids = [opportunityId(a, b), opportunityId(b, a)];
			return ids.map((id) => scanner.record(id, WEEK_TERMS)).find((record) => record !== undefined);
		},
		async detailOf({ opportunityId: id }) {
			const detail = await scanner.detail(id, WEEK_TERMS);
			if (detail === undefined) throw new Error(`There is no opportunity ${id} now.`);
			return detail;
		},
	};
}

async function pass(clock: VirtualClock, ms: number): Promise<void> {
	const until = clock.now() + ms;
	clock.after(ms, () => {});
	while (await clock.advance(until));
}

/**
 * Returns a function of time. It gives the mark price that Binance recorded with its last settlement up to then,
 * raised by the given fraction.
 */
export function lastMark(rows: readonly RecordedSettlement[], premium: number): (at: number) => number {
	return (at) =>
		(rows.findLast((row) => row.at <= at && row.mark !== null)?.mark ?? Number.NaN) * (1 + premium);
}

/** Returns a symmetric funding-rate cap and floor, ±`rate` per funding interval. */
export function boundedBy(rate: string): Pick<RecordedInstrument, 'cap' | 'floor'> {
	const cap = parseDecimal(rate);
	return { cap, floor: neg(cap) };
}

export const UNBOUNDED = { cap: null, floor: null } as const;
