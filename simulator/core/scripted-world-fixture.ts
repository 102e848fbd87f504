/**
 * Provides a world defined by data, for tests of the exchange. Prices, rates and liquidity are plain functions of
 * time, and the clock moves only when a test moves it.
 */
import { add, type Decimal, fromInteger, mulDown, parseDecimal, sub } from '../../src/domain/decimal.ts';
import { EXCHANGES } from '../exchanges.ts';
import type { LiquidityProfile } from './liquidity-profile.ts';
import type { Instrument } from './types.ts';
import type { VenueTerms } from './venue-terms.ts';
import type { World } from './world.ts';

export type ScriptedWorld = World & {
	/** Current `mark`, `index` and `fair` price by symbol; 100 for a symbol without an entry. */
	readonly prices: Map<string, Decimal>;
	/** Settled rate by symbol, the same at every settlement. */
	readonly rates: Map<string, Decimal>;
	/** Mark prices at past times, where they differ from `prices`. */
	readonly marks: Map<number, Decimal>;
	profile: LiquidityProfile;
};

export const HOUR_MS = 3_600_000;

/** 2026-01-05 10:30:00 UTC, half an hour from the nearest settlements in the scripted world. */
export const STARTED_AT = Date.UTC(2026, 0, 5, 10, 30);

/** Five levels of 1,000 USDT each, one basis point apart. A tenth of a level refills per second. */
export const USUAL_PROFILE: LiquidityProfile = {
	halfSpread: parseDecimal('0.0001'),
	levelStep: parseDecimal('0.0001'),
	levelNotional: Array.from({ length: 5 }, () => fromInteger(1_000)),
	refillPerSecond: parseDecimal('0.1'),
};

function termsOf(exchange: string): VenueTerms {
	const found = EXCHANGES.find(({ name }) => name === exchange);
	if (found === undefined) throw new RangeError(`There is no exchange ${exchange}.`);
	return found.terms;
}

export function scriptedInstrument(symbol: string, change: Partial<Instrument> = {}): Instrument {
	return {
		exchange: 'bybit',
		symbol,
		base: symbol.replace('USDT', ''),
		quote: 'USDT',
		underlying: symbol,
		priceMultiplier: 1,
		contractSize: fromInteger(1),
		tickSize: parseDecimal('0.01'),
		lotSize: parseDecimal('0.001'),
		quantityMin: parseDecimal('0.001'),
		quantityMax: fromInteger(1_000),
		notionalMin: fromInteger(5),
		leverageMax: 50,
		maintenanceMarginRate: parseDecimal('0.005'),
		takerFeeRate: parseDecimal('0.00055'),
		makerFeeRate: parseDecimal('0.0002'),
		fundingCap: parseDecimal('0.005'),
		fundingFloor: parseDecimal('-0.005'),
		listedAt: STARTED_AT - 60 * 24 * HOUR_MS,
		...change,
	};
}

/**
 * Creates a world in which every instrument settles at each full hour, with a price of 100 and a rate of 0.0001
 * unless changed.
 */
export function scriptedWorld(
	instruments: readonly Instrument[] = [scriptedInstrument('AAAUSDT'), scriptedInstrument('BBBUSDT')],
): ScriptedWorld {
	const prices = new Map<string, Decimal>();
	const rates = new Map<string, Decimal>();
	const marks = new Map<number, Decimal>();
	const priceOf = ({ symbol }: Instrument): Decimal => prices.get(symbol) ?? fromInteger(100);
	const rateOf = ({ symbol }: Instrument): Decimal => rates.get(symbol) ?? parseDecimal('0.0001');
	const world: ScriptedWorld = {
		prices,
		rates,
		marks,
		profile: USUAL_PROFILE,
		firstStartAt: STARTED_AT,
		terms: termsOf,
		historySource: () => undefined,
		instruments: (exchange: string) => instruments.filter((each) => each.exchange === exchange),
		index: priceOf,
		mark: (instrument, at) => marks.get(at) ?? priceOf(instrument),
		fair: priceOf,
		intervalMs: () => HOUR_MS,
		nextSettlementAt: (_instrument, at) => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS,
		previousSettlementAt: (_instrument, at) => Math.floor(at / HOUR_MS) * HOUR_MS,
		settledRate: (instrument, at) => {
			if (at % HOUR_MS !== 0) throw new RangeError(`Nothing settles at ${at}.`);
			return rateOf(instrument);
		},
		predictedRate: (instrument) => mulDown(rateOf(instrument), parseDecimal('0.5')),
		liquidity: () => world.profile,
		turnover24h: () => fromInteger(1_000_000),
		openInterest: () => fromInteger(10_000),
		assetPrice: () => fromInteger(2),
	};
	return world;
}

/** Moves a symbol's price by a fraction, rounded down to a tick of 0.01. */
export function movePrice(world: ScriptedWorld, symbol: string, fraction: string): void {
	const price = world.prices.get(symbol) ?? fromInteger(100);
	const moved = add(price, mulDown(price, parseDecimal(fraction)));
	world.prices.set(symbol, sub(moved, (moved % parseDecimal('0.01')) as Decimal));
}
