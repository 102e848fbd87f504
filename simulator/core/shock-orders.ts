/** Price shocks as the admin port orders them: what is refused, and how one becomes part of the exchange's prices. */
import { type Decimal, divDown, formatDecimal, fromInteger, mulDown } from '../../src/domain/decimal.ts';
import { commit, type ExchangeState, newId } from './exchange-state.ts';
import { multiplierAt } from './price-shocks.ts';
import type { Instrument } from './types.ts';
import type { PriceShock } from './venue-records.ts';

/** Shocks of one exchange, ever. */
const SHOCKS_MAX = 1_000;
/** All shocks of a coin together stay within a tenth and ten times of its path. */
const MULTIPLIER_MAX = 10;
/** A price stays worth so many ticks, so that it can still move. */
const TICKS_MIN = 100n;

/** A shock that cannot be given; the sentence says why. */
export class ShockError extends Error {
	override readonly name = 'ShockError';
}

/** @throws ShockError for a coin that is not listed here, a price out of range, or too many shocks */
export function giveShock(
	state: ExchangeState,
	wish: {
		readonly underlying: string;
		readonly factor: Decimal;
		readonly halfLifeMs: number | undefined;
	},
	now: number,
): PriceShock {
	const { underlying, halfLifeMs } = wish;
	const listed = state.instruments.filter((each) => each.underlying === underlying);
	if (listed.length === 0) {
		throw new ShockError(
			`${state.name} lists nothing of the coin ${JSON.stringify(underlying.slice(0, 40))}.`,
		);
	}
	if (state.shocks.length >= SHOCKS_MAX) {
		throw new ShockError(`There were too many shocks, was ${state.shocks.length}, limit ${SHOCKS_MAX}.`);
	}
	const factor = Number(formatDecimal(wish.factor));
	const together = factor * multiplierAt(state.shocks, underlying, now);
	if (!(together <= MULTIPLIER_MAX && together >= 1 / MULTIPLIER_MAX)) {
		throw new ShockError(
			`All shocks of ${underlying} together were a factor of ${together}, limit ${1 / MULTIPLIER_MAX} to ${MULTIPLIER_MAX}.`,
		);
	}
	for (const instrument of listed) checkPrice(state, instrument, wish.factor, now);
	return commit(state, () => {
		const shock = { id: newId(state), underlying, factor, at: now, halfLifeMs };
		state.store.insertShock(shock);
		state.shocks.push(shock);
		// The millisecond has perhaps been looked at already; the books move all the same.
		for (const { symbol } of listed) {
			const market = state.markets.get(symbol);
			if (market !== undefined) market.advancedAt = 0;
		}
		return shock;
	});
}

function checkPrice(state: ExchangeState, instrument: Instrument, factor: Decimal, now: number): void {
	const price = mulDown(state.world.mark(instrument, now), factor);
	const ticks = divDown(price, instrument.tickSize) / fromInteger(1);
	if (ticks < TICKS_MIN) {
		throw new ShockError(
			`The price of ${instrument.symbol} would be ${ticks} ticks, limit at least ${TICKS_MIN}.`,
		);
	}
}
