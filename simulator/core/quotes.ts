/** Computes the ticker figures of one instrument. */
import { divDown, floorToStep, max, min } from '../../src/domain/decimal.ts';
import type { Market } from './market.ts';
import type { Quote } from './types.ts';
import type { World } from './world.ts';

/** Returns the quote. The market must already be up to date at `at`. */
export function quoteOf(world: World, market: Market, at: number): Quote {
	const { instrument } = market;
	const mark = world.mark(instrument, at);
	const { price24hAgo, high, low } = market.dayStatistics(at);
	const last = market.tape.last()?.price ?? floorToStep(mark, instrument.tickSize);
	const turnover24h = world.turnover24h(instrument, at);
	return {
		at,
		mark,
		index: world.index(instrument, at),
		last,
		price24hAgo,
		high24h: max(high, last),
		low24h: min(low, last),
		volume24h: floorToStep(divDown(turnover24h, mark), instrument.lotSize),
		turnover24h,
		openInterest: floorToStep(world.openInterest(instrument, at), instrument.lotSize),
	};
}
