/** Public trades of a venue: by the rows of its own answer, or by ccxt's reading where the dialect has none. */
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import type { PublicTrade } from '../../ports/venue-market.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { type Body, BodyError, decimalOf, listed, text } from './fields.ts';

/** How a venue names the members of a trade. */
export type TradeMembers = {
	readonly id: string;
	readonly price: string;
	readonly quantity: string;
	readonly time: string;
	/** Units of `time` in one millisecond. */
	readonly timePerMs: number;
};

/** A row that cannot be read is left out: a trade that is not counted fills nothing. */
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

/** ccxt's unified trade: floats of the venue's own units, milliseconds. */
const UNIFIED: TradeMembers = {
	id: 'id',
	price: 'price',
	quantity: 'amount',
	time: 'timestamp',
	timePerMs: 1,
};

/** @throws BodyError when ccxt knows no such market, and whatever ccxt throws. */
export async function unifiedTrades(
	exchange: CcxtExchange,
	instrument: Instrument,
): Promise<readonly PublicTrade[]> {
	await exchange.loadMarkets();
	const market = exchange.markets_by_id?.[instrument.symbol]?.[0];
	if (market === undefined) throw new BodyError(`ccxt knows no market ${instrument.symbol}.`);
	return tradesOf(listed(await exchange.fetchTrades(market.symbol), 'trades'), instrument, UNIFIED);
}
