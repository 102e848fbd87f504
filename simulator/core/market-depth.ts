/** Computes depth of the background book, daily turnover and open interest, by market size and exchange. */
import { type Decimal, divUp, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { decimalAt } from './generated-decimal.ts';
import type { LiquidityProfile } from './liquidity-profile.ts';
import { noiseAt, streamOf } from './seeded.ts';
import type { Instrument } from './types.ts';
import type { MarketSize } from './venue-terms.ts';

type Depth = {
	readonly halfSpreadBp: number;
	readonly levelStepBp: number;
	/** USDT per side from the best quote to 10 bp from the mid price, on Bybit. */
	readonly within10Bp: number;
	readonly refillPerSecond: string;
	/** USDT traded in 24 hours, on Bybit. */
	readonly turnover24h: number;
	readonly openInterest: number;
};

const DEPTH: Readonly<Record<MarketSize, Depth>> = {
	giant: {
		halfSpreadBp: 0.5,
		levelStepBp: 0.5,
		within10Bp: 6_000_000,
		refillPerSecond: '0.2',
		turnover24h: 7e9,
		openInterest: 3e9,
	},
	large: {
		halfSpreadBp: 0.7,
		levelStepBp: 0.7,
		within10Bp: 2_000_000,
		refillPerSecond: '0.15',
		turnover24h: 1.2e9,
		openInterest: 6e8,
	},
	liquid: {
		halfSpreadBp: 1,
		levelStepBp: 0.9,
		within10Bp: 500_000,
		refillPerSecond: '0.1',
		turnover24h: 2e8,
		openInterest: 9e7,
	},
	mid: {
		halfSpreadBp: 1.8,
		levelStepBp: 1.1,
		within10Bp: 120_000,
		refillPerSecond: '0.08',
		turnover24h: 5e7,
		openInterest: 2.5e7,
	},
	small: {
		halfSpreadBp: 3,
		levelStepBp: 1.3,
		within10Bp: 30_000,
		refillPerSecond: '0.05',
		turnover24h: 1.2e7,
		openInterest: 7e6,
	},
};

const LEVELS = 30;
/** Each level is larger than the one before it by this fraction of the best level's size. */
const LEVEL_GROWTH = 0.12;
const DAY_MS = 86_400_000;
const TWO = fromInteger(2);

/**
 * Returns the usual background liquidity of an instrument of that size. The caller must still raise `halfSpread` to
 * at least half a tick.
 * @param marketShare depth as a fraction of Bybit's
 */
export function usualLiquidity(marketShare: number, size: MarketSize): LiquidityProfile {
	const depth = DEPTH[size];
	const weights = Array.from({ length: LEVELS }, (_, level) => 1 + LEVEL_GROWTH * level);
	const near = weights.slice(0, Math.floor((10 - depth.halfSpreadBp) / depth.levelStepBp) + 1);
	const best = (depth.within10Bp * marketShare) / near.reduce((sum, weight) => sum + weight, 0);
	return {
		halfSpread: decimalAt(depth.halfSpreadBp * 1e-4, 8),
		levelStep: decimalAt(depth.levelStepBp * 1e-4, 8),
		levelNotional: weights.map((weight) => decimalAt(best * weight, 2)),
		refillPerSecond: parseDecimal(depth.refillPerSecond),
	};
}

/** Returns the profile with a half-spread of at least half a tick at `price`. */
export function atLeastHalfTick(
	profile: LiquidityProfile,
	instrument: Instrument,
	price: Decimal,
): LiquidityProfile {
	const halfTick = divUp(divUp(instrument.tickSize, TWO), price);
	return halfTick <= profile.halfSpread ? profile : { ...profile, halfSpread: halfTick };
}

/** An amount in USDT that changes slowly over time. */
export type Amount = (at: number) => number;

export function turnover24hPath(seed: number, name: string, size: MarketSize, marketShare: number): Amount {
	const stream = streamOf(seed, `turnover/${name}`);
	const usual = DEPTH[size].turnover24h * marketShare;
	return (at) => usual * Math.exp(0.25 * noiseAt(stream, at, DAY_MS));
}

export function openInterestPath(seed: number, name: string, size: MarketSize, marketShare: number): Amount {
	const stream = streamOf(seed, `open-interest/${name}`);
	const usual = DEPTH[size].openInterest * marketShare;
	return (at) => usual * Math.exp(0.15 * noiseAt(stream, at, 3 * DAY_MS));
}
