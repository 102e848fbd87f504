/** The terms of one contract from its price and size: tick, lots, limits, leverage, maintenance, fees, caps. */
import { type Decimal, fromInteger, fromNumber, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { decimalOfUnits } from './generated-decimal.ts';
import type { ExchangeName, Instrument } from './types.ts';

/** How big a market is; decides depth, leverage and volatility together, as it does on real exchanges. */
export type MarketSize = 'giant' | 'large' | 'liquid' | 'mid' | 'small';

type SizeTerms = {
	readonly leverageMax: Readonly<Record<ExchangeName, number>>;
	readonly maintenanceMarginRate: Readonly<Record<ExchangeName, string>>;
	readonly fundingCap: Readonly<Record<ExchangeName, string>>;
	/** Largest order, USDT. */
	readonly orderValueMax: number;
};

const SIZE_TERMS: Readonly<Record<MarketSize, SizeTerms>> = {
	giant: {
		leverageMax: { bybit: 100, kucoin: 125 },
		maintenanceMarginRate: { bybit: '0.005', kucoin: '0.004' },
		fundingCap: { bybit: '0.005', kucoin: '0.003' },
		orderValueMax: 10_000_000,
	},
	large: {
		leverageMax: { bybit: 75, kucoin: 75 },
		maintenanceMarginRate: { bybit: '0.0067', kucoin: '0.007' },
		fundingCap: { bybit: '0.005', kucoin: '0.003' },
		orderValueMax: 4_000_000,
	},
	liquid: {
		leverageMax: { bybit: 50, kucoin: 50 },
		maintenanceMarginRate: { bybit: '0.01', kucoin: '0.01' },
		fundingCap: { bybit: '0.01', kucoin: '0.0075' },
		orderValueMax: 1_500_000,
	},
	mid: {
		leverageMax: { bybit: 50, kucoin: 50 },
		maintenanceMarginRate: { bybit: '0.01', kucoin: '0.01' },
		fundingCap: { bybit: '0.01', kucoin: '0.02' },
		orderValueMax: 600_000,
	},
	small: {
		leverageMax: { bybit: 25, kucoin: 20 },
		maintenanceMarginRate: { bybit: '0.02', kucoin: '0.025' },
		fundingCap: { bybit: '0.02', kucoin: '0.02' },
		orderValueMax: 250_000,
	},
};

/** Base-tier fees for perpetuals: Bybit 0.055 % / 0.02 %, KuCoin 0.06 % / 0.02 % (taker / maker as both publish them for users without a tier, 2026-11). */
const TAKER_FEE: Readonly<Record<ExchangeName, string>> = { bybit: '0.00055', kucoin: '0.0006' };
const MAKER_FEE: Readonly<Record<ExchangeName, string>> = { bybit: '0.0002', kucoin: '0.0002' };

/** Smallest opening order on Bybit, USDT; KuCoin has only the one-contract minimum. */
const NOTIONAL_MIN: Readonly<Record<ExchangeName, number>> = { bybit: 5, kucoin: 0 };

export type ContractSketch = {
	readonly exchange: ExchangeName;
	/** The venue's own base code. */
	readonly base: string;
	readonly underlying: string;
	readonly priceMultiplier: number;
	/** Usual price of one base unit, USDT. */
	readonly price: number;
	readonly size: MarketSize;
	readonly listedAt: number;
	/** Quantity step in base units where it is not the usual one for the price. */
	readonly lot?: string | undefined;
	/** Cap and floor of funding where it is not the usual one for the size. */
	readonly fundingCap?: Decimal | undefined;
};

/** KuCoin's own code for bitcoin is XBT; other codes are taken over. */
export function venueBase(exchange: ExchangeName, asset: string): string {
	return exchange === 'kucoin' && asset === 'BTC' ? 'XBT' : asset;
}

export function instrumentOf(sketch: ContractSketch): Instrument {
	const { exchange, size, price } = sketch;
	const terms = SIZE_TERMS[size];
	const lotSize = sketch.lot === undefined ? usualLot(exchange, size, price) : parseDecimal(sketch.lot);
	const fundingCap = sketch.fundingCap ?? parseDecimal(terms.fundingCap[exchange]);
	return {
		exchange,
		symbol: exchange === 'kucoin' ? `${sketch.base}USDTM` : `${sketch.base}USDT`,
		base: sketch.base,
		quote: 'USDT',
		underlying: sketch.underlying,
		priceMultiplier: sketch.priceMultiplier,
		contractSize: exchange === 'kucoin' ? lotSize : fromInteger(1),
		tickSize: usualTick(size, price),
		lotSize,
		quantityMin: lotSize,
		quantityMax: (lotSize * BigInt(Math.max(1, lotsWorth(terms.orderValueMax, price, lotSize)))) as Decimal,
		notionalMin: fromInteger(NOTIONAL_MIN[exchange]),
		leverageMax: terms.leverageMax[exchange],
		maintenanceMarginRate: parseDecimal(terms.maintenanceMarginRate[exchange]),
		takerFeeRate: parseDecimal(TAKER_FEE[exchange]),
		makerFeeRate: parseDecimal(MAKER_FEE[exchange]),
		fundingCap,
		fundingFloor: (ZERO - fundingCap) as Decimal,
		listedAt: sketch.listedAt,
	};
}

/** A power of ten between a hundredth and half a basis point of price. */
function usualTick(size: MarketSize, price: number): Decimal {
	return powerOfTenAtMost(price * (size === 'giant' ? 1e-5 : 5e-5));
}

/** KuCoin's contracts are worth 15 to 150 USDT; Bybit's steps are a tenth of that but for the giants. */
function usualLot(exchange: ExchangeName, size: MarketSize, price: number): Decimal {
	return powerOfTenAtMost((exchange === 'kucoin' || size === 'giant' ? 150 : 15) / price);
}

function powerOfTenAtMost(value: number): Decimal {
	const exponent = Math.floor(Math.log10(value));
	return exponent < 0 ? decimalOfUnits(1, -exponent) : fromNumber(10 ** exponent);
}

function lotsWorth(value: number, price: number, lot: Decimal): number {
	return Math.floor(value / price / (Number(lot) / 1e18));
}
