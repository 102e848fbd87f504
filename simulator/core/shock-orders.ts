/** Checks price shocks that the admin port requests, and applies them to the exchange's prices. */
import { type Decimal, divDown, formatDecimal, fromInteger, mulDown } from '../../src/domain/decimal.ts';
import { commit, type ExchangeState, newId } from './exchange-state.ts';
import { multiplierAt } from './price-shocks.ts';
import type { Instrument } from './types.ts';
import type { PriceShock } from './venue-records.ts';

/** Maximum number of shocks per exchange. */
const SHOCKS_MAX = 1_000;
/** All shocks on a coin together must keep its price between a tenth and ten times the price without shocks. */
const MULTIPLIER_MAX = 10;
/** A shocked price must be at least this many ticks, so that it can still move. */
const TICKS_MIN = 100n;

/** Thrown if a shock is refused; the message gives the reason. */
export class ShockError extends Error {
	override readonly name = 'ShockError';
}

/** @throws ShockError if the coin is not listed, the price would be out of range, or there are too many shocks */
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
		// The books must move even if the markets were already updated in this millisecond.
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
