/** What Binance says publicly beside prices and funding. Risk tiers are told only to whoever has a key (page "Notional and Leverage Brackets", read 2026-11). */
import type { Instrument } from '../../domain/instrument.ts';
import type { PublicTrade } from '../../ports/venue.ts';
import type { Call } from './dialect.ts';
import { listed } from './fields.ts';
import { type TradeMembers, tradesOf } from './public-trades.ts';

/** The most that one answer has (page "Recent Trades List", read 2026-11). */
const TRADE_ROWS = 1_000;
const TRADE_MEMBERS: TradeMembers = {
	id: 'id',
	price: 'price',
	quantity: 'qty',
	time: 'time',
	timePerMs: 1,
};

export async function readBinanceTrades(call: Call, instrument: Instrument): Promise<readonly PublicTrade[]> {
	const answer = await call('market', 'fapiPublicGetTrades', {
		symbol: instrument.symbol,
		limit: TRADE_ROWS,
	});
	return tradesOf(listed(answer, 'trades'), instrument, TRADE_MEMBERS);
}
