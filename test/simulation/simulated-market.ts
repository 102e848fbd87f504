/**
 * Provides market data for one run of the process from the simulated exchanges. The data is as old as the last book
 * that arrived.
 */
import { fromInteger } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { InstrumentInputs, Market } from '../../src/ports/market.ts';
import { VenueError } from '../../src/ports/venue-error.ts';
import type { InstrumentTicker } from '../../src/ports/venue-market.ts';
import type { SeededRandom } from '../../src/runtime/seeded-random.ts';
import type { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { freshStatus, unknownRate } from '../support/hand-driven-market.ts';
import type { ContractNotice } from './autopilots.ts';
import type { Exchange } from './exchange.ts';
import type { Faults } from './faults.ts';
import type { Incarnation } from './incarnation.ts';
import type { PotCarries } from './pot-carries.ts';
import { BOOK_PERIOD_MS } from './prices.ts';

export type MarketOptions = {
	readonly exchanges: readonly Exchange[];
	readonly life: Incarnation;
	readonly time: VirtualClock;
	readonly random: SeededRandom;
	readonly faults: Faults;
	/** Returns when the venue stopped sending order books; undefined while order books arrive. */
	readonly silentSince: (venue: string) => number | undefined;
	/** Returns a notice on a contract that seeds with pots have. */
	readonly noticeOf?: PotCarries['noticeOf'] | undefined;
};

/**
 * Milliseconds between change events. At each event, listeners receive the inputs of all instruments, one after the
 * other.
 */
const TELL_PERIOD_MS = 2_000;
const CONTRACTS_PERIOD_MS = 300_000;
const CHECK_AGAIN_MS = 100;
const PLENTY = fromInteger(100_000_000);

export function createSimulatedMarket(options: MarketOptions): Market {
	const { exchanges, life, time, random, faults } = options;
	const listeners = new Set<(inputs: InstrumentInputs) => void>();
	/** Contracts from the last read. The service reads them rarely, and after a refusal. */
	const contracts = new Map(exchanges.map((exchange) => [exchange.venue, exchange.instruments()]));
	const readContracts = (exchange: Exchange): void => {
		contracts.set(exchange.venue, exchange.instruments());
	};
	life.clock.every(CONTRACTS_PERIOD_MS, () => exchanges.forEach(readContracts));
	life.clock.every(TELL_PERIOD_MS, () => {
		if (listeners.size === 0) return;
		for (const inputs of allInputs()) for (const listener of [...listeners]) listener(inputs);
	});

	function exchangeOf(venue: string): Exchange | undefined {
		return exchanges.find((exchange) => exchange.venue === venue);
	}

	function listed({ venue }: Exchange): readonly Instrument[] {
		return contracts.get(venue) ?? [];
	}

	function inputsOf(exchange: Exchange, instrument: Instrument): InstrumentInputs {
		const silentSince = options.silentSince(exchange.venue);
		const lastAt = silentSince ?? time.now();
		const age = time.now() - lastAt + (lastAt % BOOK_PERIOD_MS);
		const receivedAt = life.clock.now() - age;
		// The service detects a broken stream one second after it falls silent.
		const isLost = age > 1_000 + BOOK_PERIOD_MS;
		return {
			instrument,
			ticker: tickerOf(exchange, instrument, time.now(), options.noticeOf?.(instrument)),
			tickerReceivedAt: receivedAt,
			book: isLost ? undefined : exchange.bookAt(instrument.symbol, lastAt),
			bookReceivedAt: isLost ? undefined : receivedAt,
			fees: exchange.fees,
		};
	}

	function allInputs(venue?: string): readonly InstrumentInputs[] {
		return exchanges
			.filter((exchange) => venue === undefined || exchange.venue === venue)
			.flatMap((exchange) => listed(exchange).map((instrument) => inputsOf(exchange, instrument)));
	}

	return {
		venues: exchanges.map(({ venue }) => venue),
		status: (venue) => freshStatus(venue),
		inputs: allInputs,
		get(venue, symbol) {
			const exchange = exchangeOf(venue);
			if (exchange === undefined) return undefined;
			const instrument = listed(exchange).find((candidate) => candidate.symbol === symbol);
			return instrument === undefined ? undefined : inputsOf(exchange, instrument);
		},
		quoteRate: unknownRate,
		onChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		onVenue: () => () => {},
		checkAgain(venue) {
			const exchange = exchangeOf(venue);
			if (exchange !== undefined) life.clock.after(1 + CHECK_AGAIN_MS, () => readContracts(exchange));
		},
		refreshBook: (venue, symbol) =>
			life.heard(
				new Promise((resolve, reject) => {
					const exchange = exchangeOf(venue);
					const fails =
						exchange === undefined || options.silentSince(venue) !== undefined || faults.hit('bookFails');
					time.after(1 + random.below(40), () => {
						if (fails) reject(new VenueError(venue, 'unavailable', `no book of ${symbol} came`));
						else resolve(exchange.bookNow(symbol));
					});
				}),
			),
	};
}

function tickerOf(
	exchange: Exchange,
	instrument: Instrument,
	now: number,
	notice: ContractNotice | undefined,
): InstrumentTicker {
	const mark = exchange.markOf(instrument.symbol);
	return {
		symbol: instrument.symbol,
		mark,
		index: mark,
		last: mark,
		volume24h: PLENTY,
		openInterest: PLENTY,
		funding: {
			predictedRate: exchange.rateOf(instrument),
			intervalMs: exchange.fundingIntervalMs(),
			nextSettlementAt: exchange.nextSettlementAt(),
		},
		fundingCap: notice?.kind === 'cap' ? exchange.rateOf(instrument) : null,
		fundingFloor: null,
		tradable: (exchange.toldStoppedAt(instrument.symbol) ?? Number.POSITIVE_INFINITY) > now,
		delistingAt: notice?.kind === 'delisting' ? notice.to : null,
		problems: [],
	};
}
