/**
 * Describes one tradable perpetual at one venue, in uniform units.
 *
 * Inside the service every quantity counts **coins** and every price is **USD per coin**. 1000PEPE on Bybit and PEPE
 * lots on KuCoin are therefore both PEPE. The code for each venue converts with `coinsPerOrderUnit` and
 * `coinsPerPriceUnit`.
 */
import { commonStep, type Decimal, divTrunc, mulTrunc } from './decimal.ts';

/** Lower-case name of a venue, as on the wire, such as `bybit` or `kucoin`. */
export type VenueName = string;

/** A linear perpetual with the venue's trading rules, in coins and USD per coin. */
export type Instrument = {
	readonly venue: VenueName;
	/** The venue's symbol, such as `BTCUSDT` or `XBTUSDTM`. Together with `venue` it identifies the instrument. */
	readonly symbol: string;
	/** The coin after aliases and multipliers are resolved: `BTC` for XBT, `PEPE` for 1000PEPE. */
	readonly coin: string;
	readonly quote: string;
	/**
	 * Coins per unit of the venue's order quantity: 1 for BTC on Bybit, 0.001 for a KuCoin XBT lot, 1000 for 1000PEPE
	 * on Bybit.
	 */
	readonly coinsPerOrderUnit: Decimal;
	/** Coins per unit of the venue's price: 1000 for 1000PEPE, otherwise 1. */
	readonly coinsPerPriceUnit: Decimal;
	/** Smallest price step, USD per coin. */
	readonly tickSize: Decimal;
	/** Smallest quantity step, coins. */
	readonly lotSize: Decimal;
	readonly quantityMin: Decimal;
	readonly quantityMax: Decimal;
	/** Minimum notional of an opening order, USD; 0 if the venue has none. */
	readonly notionalMin: Decimal;
	readonly leverageMax: number;
	/** Number that orders use instead of the symbol (Hyperliquid). */
	readonly assetIndex?: number | undefined;
};

/** Venue and symbol in one text, such as `bybit:BTCUSDT`. */
export type InstrumentKey = string;

/** Joins venue and symbol to a text that is unique to the instrument, such as `bybit:BTCUSDT`. */
export function instrumentKey(instrument: {
	readonly venue: VenueName;
	readonly symbol: string;
}): InstrumentKey {
	return `${instrument.venue}:${instrument.symbol}`;
}

/**
 * Returns the finest quantity that both instruments can trade, which is the least common multiple of their lot sizes,
 * in coins.
 */
export function commonLot(a: Instrument, b: Instrument): Decimal {
	return commonStep(a.lotSize, b.lotSize);
}

/** Converts coins to the venue's order quantity (exact, because quantities are multiples of the lot). */
export function toOrderUnits(instrument: Instrument, coins: Decimal): Decimal {
	return divTrunc(coins, instrument.coinsPerOrderUnit);
}

/** Converts the venue's order quantity to coins. */
export function fromOrderUnits(instrument: Instrument, orderUnits: Decimal): Decimal {
	return mulTrunc(orderUnits, instrument.coinsPerOrderUnit);
}

/** Converts USD per coin to the venue's price. */
export function toVenuePrice(instrument: Instrument, price: Decimal): Decimal {
	return mulTrunc(price, instrument.coinsPerPriceUnit);
}

/** Converts the venue's price to USD per coin. */
export function fromVenuePrice(instrument: Instrument, venuePrice: Decimal): Decimal {
	return divTrunc(venuePrice, instrument.coinsPerPriceUnit);
}
