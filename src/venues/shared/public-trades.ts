/**
 * Parses public trades from the exchange's native response, or fetches them through ccxt if the exchange module has
 * no native request for them.
 */
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import type { PublicTrade } from '../../ports/venue-market.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { type Body, BodyError, decimalOf, listed, text } from './fields.ts';

/** Field names for a trade in an exchange's rows. */
export type TradeMembers = {
	readonly id: string;
	readonly price: string;
	readonly quantity: string;
	readonly time: string;
	/** Number of `time` units in one millisecond. */
	readonly timePerMs: number;
};

/**
 * Parses the trades in the rows. Unreadable rows are omitted, which is safe because a missing trade fills no paper
 * order.
 */
export function tradesOf(
	rows: readonly Body[],
	instrument: Instrument,
	members: TradeMembers,
): readonly PublicTrade[] {
	return rows.flatMap((row) => {
		const tradeId = text(row, members.id);
		const price = decimalOf(row[members.price]);
		const quantity = decimalOf(row[members.quantity]);
		const time = Number(text(row, members.time) ?? Number.NaN);
		if (tradeId === undefined || price === undefined || quantity === undefined) return [];
		if (price <= 0n || quantity <= 0n || !Number.isFinite(time)) return [];
		return [
			{
				tradeId,
				price: fromVenuePrice(instrument, price),
				quantity: fromOrderUnits(instrument, quantity),
				tradedAt: Math.floor(time / members.timePerMs),
			},
		];
	});
}

/**
 * Field names in ccxt's unified trade. Prices and amounts are floats in the exchange's units; times are in
 * milliseconds.
 */
const UNIFIED: TradeMembers = {
	id: 'id',
	price: 'price',
	quantity: 'amount',
	time: 'timestamp',
	timePerMs: 1,
};

/**
 * Fetches the latest public trades through ccxt. @throws BodyError if ccxt does not know the market, and any ccxt
 * error
 */
export async function unifiedTrades(
	exchange: CcxtExchange,
	instrument: Instrument,
): Promise<readonly PublicTrade[]> {
	await exchange.loadMarkets();
	const market = exchange.markets_by_id?.[instrument.symbol]?.[0];
	if (market === undefined) throw new BodyError(`ccxt does not know the market ${instrument.symbol}.`);
	return tradesOf(listed(await exchange.fetchTrades(market.symbol), 'trades'), instrument, UNIFIED);
}
