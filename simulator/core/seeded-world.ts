/** The listings of the default world: every coin, price and rate follows from the seed. */
import { seededInstruments } from './coins.ts';
import { instrumentOf } from './contract-terms.ts';
import { hourlyRate, limitsOf, seededFunding } from './funding-path.ts';
import { type LogPath, markPremium, seededLogPath } from './price-path.ts';
import { gridClock } from './settlement-clock.ts';
import type { WorldRecord } from './world-file.ts';
import { HOURLY_VOLATILITY, type Listing, listing, MARK_DEVIATION_BP } from './world-listing.ts';

export function seededListings(record: WorldRecord): readonly Listing[] {
	const { seed } = record;
	const paths = new Map<string, LogPath>();
	const pathOf = (underlying: string, volatility: number): LogPath => {
		const known = paths.get(underlying);
		if (known !== undefined) return known;
		const path = seededLogPath(seed, underlying, volatility);
		paths.set(underlying, path);
		return path;
	};
	return seededInstruments(seed, record.firstStartAt, record.firstSettlementAt).map((each) => {
		const { sketch } = each;
		const instrument = instrumentOf(sketch);
		const name = `${instrument.exchange}/${instrument.symbol}`;
		const path = pathOf(instrument.underlying, HOURLY_VOLATILITY[sketch.size]);
		const premium = markPremium(seed, name, MARK_DEVIATION_BP[sketch.size]);
		const index = (at: number): number => sketch.price * Math.exp(path(at));
		const clock = gridClock(each.intervalHours, each.phaseHours, record.gridOffsetMs);
		const rate = hourlyRate(seed, name, each.rate);
		const funding = seededFunding(seed, name, clock, rate, limitsOf(instrument));
		return listing(seed, instrument, sketch.size, funding, {
			index,
			mark: (at) => index(at) * (1 + premium(at)),
		});
	});
}
