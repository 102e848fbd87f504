/**
 * Applies price shocks: multipliers that the admin port puts on the world's price path, for one coin on this exchange
 * only. Shocks are never deleted, so prices, including past ones, are the same after a restart.
 */
import { type Decimal, mulDown } from '../../src/domain/decimal.ts';
import { decimalAt, placesOf } from './generated-decimal.ts';
import type { Instrument } from './types.ts';
import type { PriceShock } from './venue-records.ts';
import type { World } from './world.ts';

/** Returns the multiplier on the world's price of `underlying` at `at`; 1 without shocks. */
export function multiplierAt(shocks: readonly PriceShock[], underlying: string, at: number): number {
	let logarithm = 0;
	for (const shock of shocks) {
		if (shock.underlying !== underlying || at < shock.at) continue;
		const share = shock.halfLifeMs === undefined ? 1 : 2 ** ((shock.at - at) / shock.halfLifeMs);
		logarithm += Math.log(shock.factor) * share;
	}
	return logarithm === 0 ? 1 : Math.exp(logarithm);
}

/**
 * Wraps a world so that the shocks apply to its prices; rates, settlement times and liquidity are unchanged. Shocks
 * that are added to `shocks` later apply as well.
 */
export function shockedWorld(world: World, shocks: readonly PriceShock[]): World {
	const moved = (
		price: (instrument: Instrument, at: number) => Decimal,
	): ((instrument: Instrument, at: number) => Decimal) => {
		return (instrument, at) => {
			const quiet = price(instrument, at);
			const multiplier = multiplierAt(shocks, instrument.underlying, at);
			if (multiplier === 1) return quiet;
			// The precision is the same as in the world: one decimal finer than the tick.
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
