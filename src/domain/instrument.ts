/**
 * One tradable perpetual at one venue, in uniform units.
 *
 * Inside the service every quantity counts **coins** and every price is **USD per coin**: 1000PEPE on Bybit and PEPE
 * lots on KuCoin are both PEPE. The venue boundary converts, with `coinsPerOrderUnit` and `coinsPerPriceUnit`.
 */
import { commonStep, type Decimal, divTrunc, mulTrunc } from './decimal.ts';

/** Lower-case name of a venue, as on the wire: `bybit`, `kucoin`. */
export type VenueName = string;

/** A linear perpetual with the venue's trading rules, in coins and USD per coin. */
export type Instrument = {
	readonly venue: VenueName;
	/** The venue's own symbol: `BTCUSDT`, `XBTUSDTM`. With `venue` it is the identity. */
	readonly symbol: string;
	/** The coin after aliases and multipliers are resolved: `BTC` for XBT, `PEPE` for 1000PEPE. */
	readonly coin: string;
	readonly quote: string;
	/** Coins in one unit of the venue's order quantity: 1 on Bybit BTC, 0.001 in a KuCoin XBT lot, 1000 in Bybit's 1000PEPE. */
	readonly coinsPerOrderUnit: Decimal;
	/** Coins in the unit of the venue's price: 1000 for 1000PEPE, else 1. */
	readonly coinsPerPriceUnit: Decimal;
	/** USD per coin. */
	readonly tickSize: Decimal;
	/** Coins. */
	readonly lotSize: Decimal;
	readonly quantityMin: Decimal;
	readonly quantityMax: Decimal;
	/** Minimum USD notional of an opening order; 0 if the venue states none. */
	readonly notionalMin: Decimal;
	readonly leverageMax: number;
	/** Number that orders use instead of the symbol (Hyperliquid). */
	readonly assetIndex?: number | undefined;
};

/** `bybit:BTCUSDT`: one text for (venue, symbol). */
export type InstrumentKey = string;

/** Joins venue and symbol to a text unique to the instrument: `bybit:BTCUSDT`. */
export function instrumentKey(instrument: {
	readonly venue: VenueName;
	readonly symbol: string;
}): InstrumentKey {
	return `${instrument.venue}:${instrument.symbol}`;
}

/** The finest quantity that both instruments can trade: the common multiple of both lot steps, in coins. */
export function commonLot(a: Instrument, b: Instrument): Decimal {
	return commonStep(a.lotSize, b.lotSize);
}

/** Coins as the venue's own order quantity (exact: quantities are multiples of the lot). */
export function toOrderUnits(instrument: Instrument, coins: Decimal): Decimal {
	return divTrunc(coins, instrument.coinsPerOrderUnit);
}

/** The venue's order quantity as coins. */
export function fromOrderUnits(instrument: Instrument, orderUnits: Decimal): Decimal {
	return mulTrunc(orderUnits, instrument.coinsPerOrderUnit);
}

/** USD per coin as the venue's own price. */
export function toVenuePrice(instrument: Instrument, price: Decimal): Decimal {
	return mulTrunc(price, instrument.coinsPerPriceUnit);
}

/** The venue's price as USD per coin. */
export function fromVenuePrice(instrument: Instrument, venuePrice: Decimal): Decimal {
	return divTrunc(venuePrice, instrument.coinsPerPriceUnit);
}
