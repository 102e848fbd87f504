/** Builds the listings of the default world, in which every coin, price and rate follows from the seed. */
import { seededInstruments } from './coins.ts';
import { instrumentOf } from './contract-terms.ts';
import type { ExchangeModule } from './exchange-module.ts';
import { hourlyRate, limitsOf, printOf, seededFunding } from './funding-path.ts';
import { type LogPath, markPremium, seededLogPath } from './price-path.ts';
import { gridClock, hourlyAfterExtremes } from './settlement-clock.ts';
import type { WorldRecord } from './world-file.ts';
import { HOURLY_VOLATILITY, type Listing, listing, MARK_DEVIATION_BP } from './world-listing.ts';

/** Hourly settlements after extreme rates are simulated from this long before the first start, milliseconds. */
const EXTREMES_BEFORE_MS = 30 * 24 * 3_600_000;

/**
 * Returns the listings of every exchange. @throws WorldError if slow spreads do not occur between exactly two
 * exchanges
 */
export function seededListings(
	record: WorldRecord,
	exchanges: readonly ExchangeModule[],
): readonly Listing[] {
	const { seed } = record;
	const paths = new Map<string, LogPath>();
	const pathOf = (underlying: string, volatility: number): LogPath => {
		const known = paths.get(underlying);
		if (known !== undefined) return known;
		const path = seededLogPath(seed, underlying, volatility);
		paths.set(underlying, path);
		return path;
	};
	return seededInstruments(record, exchanges).map((each) => {
		const { exchange, sketch } = each;
		const instrument = instrumentOf(exchange, sketch);
		const name = `${instrument.exchange}/${instrument.symbol}`;
		const path = pathOf(instrument.underlying, HOURLY_VOLATILITY[sketch.size]);
		const { marketShare } = exchange.terms;
		const premium = markPremium(seed, name, MARK_DEVIATION_BP[sketch.size]);
		const index = (at: number): number => sketch.price * Math.exp(path(at));
		const grid = gridClock(each.intervalHours, each.phaseHours, record.gridOffsetMs);
		const rate = hourlyRate(seed, name, each.rate);
		const limits = limitsOf(instrument);
		const clock = exchange.terms.isHourlyAfterExtremes
			? hourlyAfterExtremes(grid, printOf(rate, limits), record.firstStartAt - EXTREMES_BEFORE_MS)
			: grid;
		const funding = seededFunding(seed, name, clock, rate, limits);
		return listing(seed, instrument, { size: sketch.size, marketShare }, funding, {
			index,
			mark: (at) => index(at) * (1 + premium(at)),
		});
	});
}
