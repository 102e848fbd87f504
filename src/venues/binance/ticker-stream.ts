/**
 * Binance USD-M, `!markPrice@arr@1s`: mark, index, running estimate of the funding rate and its settlement, of all contracts once a
 * second (page "Mark Price Stream for All market", read 2026-11), in the names that `premiumIndex` has for the same.
 *
 * It is served on the route `/market/ws` alone: without a route the subscription is confirmed and nothing comes (seen by others,
 * 2026-09). The request weighs 10 of the 2,400 that an address has a minute, the stream nothing. Contracts on shares come in a message
 * of their own, so that a message is of some contracts, not of all. Connection and limits as in `books.ts`.
 */
import {
	isTickerBody,
	type TickerBody,
	type TickerMessage,
	type TickerProtocol,
} from '../feeds/ticker-protocol.ts';

const COMMAND = { method: 'SUBSCRIBE', params: ['!markPrice@arr@1s'], id: 1 };

/** Protocol of Binance's mark price stream, whose one subscription covers all contracts. */
export const binanceMarks: TickerProtocol = {
	venue: 'binance',
	path: '/market/ws',
	commandGapMs: 200,
	heartbeat: { periodMs: 20_000 },
	begin: [JSON.stringify(COMMAND)],
	ofSymbol: null,
	read(text) {
		const message = parsed(text);
		if (Array.isArray(message)) return { kind: 'told', rows: message.flatMap(rowOf) };
		return isTickerBody(message) && isTickerBody(message.error)
			? { kind: 'refused', reason: String(message.error.msg ?? '') }
			: OTHER;
	},
};

const OTHER: TickerMessage = { kind: 'other' };

function rowOf(event: unknown): readonly { readonly symbol: string; readonly body: TickerBody }[] {
	if (!isTickerBody(event) || event.e !== 'markPriceUpdate' || typeof event.s !== 'string') return [];
	const { s: symbol, p: markPrice, i: indexPrice, r: lastFundingRate, T: nextFundingTime } = event;
	return [{ symbol, body: { symbol, markPrice, indexPrice, lastFundingRate, nextFundingTime } }];
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
