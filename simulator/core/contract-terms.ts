/**
 * Derives the terms of a contract from its price and size: tick, lots, limits, leverage, maintenance rate, fees and
 * funding caps.
 */
import {
	type Decimal,
	fromInteger,
	fromNumber,
	min,
	ONE,
	parseDecimal,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { ExchangeModule } from './exchange-module.ts';
import { decimalOfUnits } from './generated-decimal.ts';
import type { Instrument } from './types.ts';
import type { MarketSize, VenueTerms } from './venue-terms.ts';

/** Maximum order value, in the settlement currency. */
const ORDER_VALUE_MAX: Readonly<Record<MarketSize, number>> = {
	giant: 10_000_000,
	large: 4_000_000,
	liquid: 1_500_000,
	mid: 600_000,
	small: 250_000,
};

export type ContractSketch = {
	/** The exchange's own code for the base asset. */
	readonly base: string;
	readonly underlying: string;
	readonly priceMultiplier: number;
	/** Usual price of one base unit, in the settlement currency. */
	readonly price: number;
	readonly size: MarketSize;
	readonly listedAt: number;
	/** Lot or contract size in base units, if it is not the usual one for the price. */
	readonly lot?: string | undefined;
	/** Maximum absolute funding rate, if it is not the usual one for the size. */
	readonly fundingCap?: Decimal | undefined;
};

/** Returns the exchange's own code for an asset. */
export function venueBase({ bases }: VenueTerms, asset: string): string {
	return bases[asset] ?? asset;
}

/** Creates a contract with the exchange's terms. */
export function instrumentOf(
	{ name, terms }: Pick<ExchangeModule, 'name' | 'terms'>,
	sketch: ContractSketch,
): Instrument {
	const { size, price } = sketch;
	const asked = sketch.lot === undefined ? usualLot(terms, size, price) : parseDecimal(sketch.lot);
	const contract = terms.priceFigures === undefined ? asked : min(asked, ONE);
	const lotSize = (contract / BigInt(terms.stepsPerContract)) as Decimal;
	const fundingCap = sketch.fundingCap ?? parseDecimal(terms.fundingCap[size]);
	return {
		exchange: name,
		symbol: terms.symbolOf(sketch.base),
		base: sketch.base,
		quote: terms.settledIn,
		underlying: sketch.underlying,
		priceMultiplier: sketch.priceMultiplier,
		contractSize: terms.countsContracts ? contract : fromInteger(1),
		tickSize:
			terms.priceFigures === undefined
				? usualTick(size, price)
				: tickOfFigures(terms.priceFigures, price, lotSize),
		lotSize,
		quantityMin: lotSize,
		quantityMax: (lotSize * BigInt(Math.max(1, lotsWorth(ORDER_VALUE_MAX[size], price, lotSize)))) as Decimal,
		notionalMin: fromInteger(terms.notionalMin),
		leverageMax: terms.leverageMax[size],
		maintenanceMarginRate: parseDecimal(terms.maintenanceMarginRate[size]),
		takerFeeRate: parseDecimal(terms.takerFee),
		makerFeeRate: parseDecimal(terms.makerFee),
		fundingCap,
		fundingFloor: (ZERO - fundingCap) as Decimal,
		listedAt: sketch.listedAt,
	};
}

/**
 * Returns the tick: the largest power of ten up to 0.1 bp of the price for giant markets, up to 0.5 bp for all
 * others.
 */
function usualTick(size: MarketSize, price: number): Decimal {
	return powerOfTenAtMost(price * (size === 'giant' ? 1e-5 : 5e-5));
}

/**
 * Maximum sum of the decimals of a price and the decimals of a quantity (Hyperliquid, page "Tick and lot size", read
 * 2026-11).
 */
const PRICE_AND_SIZE_DECIMALS = 6;
/** Factor by which a price may rise before its tick allows too many significant figures. */
const RISE_FACTOR = 2;

/**
 * Returns the smallest power of ten, at most 1, that as a tick keeps prices near `price` within `figures` significant
 * figures.
 */
function tickOfFigures(figures: number, price: number, lotSize: Decimal): Decimal {
	const wanted = Math.floor(Math.log10(price * RISE_FACTOR)) - (figures - 1);
	const sizeDecimals = Math.round(-Math.log10(Number(lotSize) / 1e18));
	const exponent = Math.min(0, Math.max(wanted, sizeDecimals - PRICE_AND_SIZE_DECIMALS));
	return decimalOfUnits(1, -exponent);
}

/**
 * Returns the lot size. On an exchange with quantities in contracts, a lot is worth 15 to 150 USD. On one with
 * quantities in coins, a lot is worth a tenth of that, except for the largest coins.
 */
function usualLot({ countsContracts }: VenueTerms, size: MarketSize, price: number): Decimal {
	return powerOfTenAtMost((countsContracts || size === 'giant' ? 150 : 15) / price);
}

function powerOfTenAtMost(value: number): Decimal {
	const exponent = Math.floor(Math.log10(value));
	return exponent < 0 ? decimalOfUnits(1, -exponent) : fromNumber(10 ** exponent);
}

function lotsWorth(value: number, price: number, lot: Decimal): number {
	return Math.floor(value / price / (Number(lot) / 1e18));
}
