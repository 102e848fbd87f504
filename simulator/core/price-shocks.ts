/**
 * Price shocks: what the admin port orders lies over the world's own price path, of one coin at this exchange alone. A
 * shock is kept for ever, so a restart sees the same prices, also of the past.
 */
import { type Decimal, divDown, formatDecimal, fromInteger, mulDown } from '../../src/domain/decimal.ts';
import { commit, type ExchangeState, newId } from './exchange-state.ts';
import { decimalAt, placesOf } from './generated-decimal.ts';
import type { Instrument } from './types.ts';
import type { World } from './world.ts';

export type PriceShock = {
	readonly id: string;
	/** The coin, as the instruments' `underlying` names it. */
	readonly underlying: string;
	/** What prices are multiplied by at `at`. */
	readonly factor: number;
	/** Wall milliseconds. */
	readonly at: number;
	/** The shock's logarithm halves in this time; undefined never fades. */
	readonly halfLifeMs: number | undefined;
};

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

/** What the world's price of `underlying` is multiplied by at `at`; 1 while nothing disturbs it. */
export function multiplierAt(shocks: readonly PriceShock[], underlying: string, at: number): number {
	let logarithm = 0;
	for (const shock of shocks) {
		if (shock.underlying !== underlying || at < shock.at) continue;
		const share = shock.halfLifeMs === undefined ? 1 : 2 ** ((shock.at - at) / shock.halfLifeMs);
		logarithm += Math.log(shock.factor) * share;
	}
	return logarithm === 0 ? 1 : Math.exp(logarithm);
}

/** The world with the shocks on its prices; rates, clocks and liquidity stay as they are. `shocks` may grow later. */
export function shockedWorld(world: World, shocks: readonly PriceShock[]): World {
	const moved = (
		price: (instrument: Instrument, at: number) => Decimal,
	): ((instrument: Instrument, at: number) => Decimal) => {
		return (instrument, at) => {
			const quiet = price(instrument, at);
			const multiplier = multiplierAt(shocks, instrument.underlying, at);
			if (multiplier === 1) return quiet;
			// As fine as the world's own: one decimal finer than the tick.
			return times(quiet, multiplier, placesOf(instrument.tickSize) + 1);
		};
	};
	return {
		...world,
		index: moved(world.index),
		mark: moved(world.mark),
		fair: moved(world.fair),
		assetPrice: (asset, at) => {
			const multiplier = multiplierAt(shocks, asset, at);
			const quiet = world.assetPrice(asset, at);
			return multiplier === 1 ? quiet : times(quiet, multiplier, ASSET_PLACES);
		},
	};
}

const ASSET_PLACES = 6;
const MULTIPLIER_PLACES = 12;

function times(price: Decimal, multiplier: number, places: number): Decimal {
	const product = mulDown(price, decimalAt(multiplier, MULTIPLIER_PLACES));
	const unit = 10n ** BigInt(18 - places);
	return (product - (product % unit)) as Decimal;
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
