/** Measures how much each instrument's mark moves. It takes one sample a minute and keeps samples only in memory. */
import { toNumber } from '../domain/decimal.ts';
import { type InstrumentKey, instrumentKey, type VenueName } from '../domain/instrument.ts';
import { afterSample, hourlySigma, type Volatility } from '../domain/realized-volatility.ts';
import type { Clock } from '../ports/clock.ts';
import type { Market } from '../ports/market.ts';

/** Hourly volatility of each instrument, estimated from the mark prices that this service has seen. */
export type VolatilityWatch = {
	/** Returns the standard deviation of the log price over one hour; null with less than an hour of samples. */
	readonly hourlySigmaOf: (venue: VenueName, symbol: string) => number | null;
	readonly close: () => void;
};

const SAMPLE_PERIOD_MS = 60_000;

/** Starts to sample mark prices once a minute. Samples with an old mark are skipped. */
export function createVolatilityWatch(options: {
	readonly market: Pick<Market, 'inputs'>;
	readonly clock: Clock;
	/** Ticker marks older than this, milliseconds, are not sampled. */
	readonly markAgeMsMax: number;
}): VolatilityWatch {
	const { market, clock } = options;
	let known = new Map<InstrumentKey, Volatility>();

	/** Samples all marks. Delisted instruments are forgotten. */
	function sample(): void {
		const next = new Map<InstrumentKey, Volatility>();
		for (const { instrument, ticker, tickerReceivedAt } of market.inputs()) {
			const key = instrumentKey(instrument);
			const before = known.get(key);
			if (before !== undefined && before.at === tickerReceivedAt) {
				next.set(key, before);
				continue;
			}
			const mark = ticker?.mark ?? null;
			const isCurrent =
				tickerReceivedAt !== undefined && clock.now() - tickerReceivedAt <= options.markAgeMsMax;
			if (isCurrent && mark !== null && mark > 0n)
				next.set(key, afterSample(before, toNumber(mark), tickerReceivedAt));
			else if (before !== undefined) next.set(key, before);
		}
		known = next;
	}

	const cancel = clock.every(SAMPLE_PERIOD_MS, sample);
	return {
		hourlySigmaOf: (venue, symbol) => hourlySigma(known.get(instrumentKey({ venue, symbol }))) ?? null,
		close: cancel,
	};
}
