/** Makes observations of recordings for tests of grade A. */

import { parseDecimal } from '../../src/domain/decimal.ts';
import { HOUR_MS, type SettledRate } from '../../src/domain/funding.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import type { RecordedObservation, RecordedState, RecordedTerms } from '../../src/domain/recording.ts';
import { instrumentOf } from './hand-driven-market.ts';

/** Start of every recording in these tests. */
export const OBSERVED_FROM = Date.UTC(2026, 10, 21, 8);
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** Yields observations as a recording does. */
export async function* eventsOf(
	observations: readonly RecordedObservation[],
): AsyncGenerator<RecordedObservation> {
	yield* observations;
}

/** Makes the observations of one contract. `at` is ms after `OBSERVED_FROM`. */
export function observing(venue: string, coin: string, change: Partial<Instrument> = {}) {
	const instrument = instrumentOf(venue, coin, change);
	const { symbol } = instrument;
	const head = (at: number) => ({ at: OBSERVED_FROM + at, venue, symbol });
	return {
		instrument,
		listed: (at: number, terms: Partial<RecordedTerms> = {}): RecordedObservation => ({
			...head(at),
			...{ kind: 'instrument', instrument, trading: true, delistingAt: null },
			fees: { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') },
			...terms,
		}),
		gone: (at: number): RecordedObservation => ({ ...head(at), kind: 'gone' }),
		priced: (at: number, mark: string, rate = '0.0001'): RecordedObservation => ({
			...head(at),
			...{ kind: 'estimate', mark: parseDecimal(mark), index: parseDecimal(mark), otherIndex: null },
			...{ fundingCap: parseDecimal('0.02'), fundingFloor: null },
			funding: {
				predictedRate: parseDecimal(rate),
				intervalMs: HOUR_MS,
				nextSettlementAt: OBSERVED_FROM + (Math.floor(at / HOUR_MS) + 1) * HOUR_MS,
			},
		}),
		book: (at: number, bid: string | null): RecordedObservation => ({
			...{ ...head(at), kind: 'book' },
			book:
				bid === null
					? null
					: {
							bids: [[parseDecimal(bid), parseDecimal('1000')]],
							asks: [[parseDecimal(String(Number(bid) + 0.01)), parseDecimal('1000')]],
						},
		}),
		settled: (at: number, rates: readonly SettledRate[]): RecordedObservation => ({
			...{ ...head(at), kind: 'settled', rates },
		}),
		volume: (at: number, usd: string): RecordedObservation => ({
			...{ ...head(at), kind: 'volume', volume24h: parseDecimal(usd), openInterest: null },
		}),
	};
}

/** The beginning of a file. @param started start of the recorder, ms after `OBSERVED_FROM` */
export const begun = (at: number, started = 0): RecordedObservation => ({
	...{ kind: 'run', at: OBSERVED_FROM + at, startedAt: OBSERVED_FROM + started },
	...{ bookLevels: 20, bookPeriodMs: 10_000 },
});

export const stateOf = (at: number, venue: string, state: RecordedState): RecordedObservation => ({
	...{ kind: 'venue', at: OBSERVED_FROM + at, venue, state },
});

/** Sorts observations as they were received. */
export const inOrder = (observations: readonly RecordedObservation[]): readonly RecordedObservation[] =>
	observations.toSorted((a, b) => a.at - b.at);
