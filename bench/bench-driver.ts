/** The execution driver as the service sets it up, over a market by hand. */
import { fromInteger } from '../src/domain/decimal.ts';
import type { DriverOptions } from '../src/execution/driver.ts';
import { FIXED_LIMITS, quoteOf } from '../src/execution/surroundings.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Journal } from '../src/ports/journal.ts';
import type { Market } from '../src/ports/market.ts';

const QUIET = { debug() {}, info() {}, warn: console.error, error: console.error };

export function benchDriverOptions(parts: {
	readonly journal: Journal;
	readonly clock: Clock;
	readonly market: Market;
	readonly tradingFor: DriverOptions['tradingFor'];
}): DriverOptions {
	const { market } = parts;
	return {
		journal: parts.journal,
		clock: parts.clock,
		log: QUIET,
		limits: {
			...FIXED_LIMITS,
			widenAfterMs: 2_000,
			reduceAfterMs: 5_000,
			settlementGuardMs: 0,
			unwindSlippageBpsMax: fromInteger(150),
			unknownAttentionMs: 60_000,
			unhedgedUserMaxUsd: fromInteger(1_000_000_000),
			unhedgedServiceMaxUsd: fromInteger(1_000_000_000),
		},
		tradingFor: parts.tradingFor,
		quoteOf(venue, symbol) {
			const book = market.get(venue, symbol)?.book;
			return book === undefined ? undefined : quoteOf(book);
		},
		nextSettlementOf: (venue, symbol) => market.get(venue, symbol)?.ticker?.funding?.nextSettlementAt,
		remainingNetOf: () => undefined,
		openingHalted: () => null,
		refreshPrice: () => {},
	};
}
