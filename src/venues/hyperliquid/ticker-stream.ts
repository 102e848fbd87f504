/**
 * Hyperliquid, `activeAssetCtx` of perpetuals: all of a contract's context (mark, oracle, mid, premium, funding, open interest,
 * the day's volume), whole in every message, in the members of `metaAndAssetCtxs`.
 *
 * Pages "Subscriptions" and "Rate limits and user limits", read 2026-11. When it is pushed is not documented: measured by others on
 * 2026-09-03 it came every 1.0 s at the median for BTC, and by another's account every few seconds. Whether it is repeated without a
 * change is not documented either, so that a contract of which nothing came says nothing of its age. There is no stamp in it.
 * Connection and limits as in `books.ts`: with one subscription a contract beside its book's, two connections hold the
 * 200 and more contracts that there are. The pace is a third of that of the books, so that both together stay below 2,000 messages a
 * minute.
 */
import { bodyOf } from '../feeds/protocol.ts';
import { isTickerBody, type TickerBody, type TickerProtocol } from '../feeds/ticker-protocol.ts';

const CHANNEL = 'activeAssetCtx';

/** Protocol of Hyperliquid's context stream, with one subscription a contract. */
export const hyperliquidContexts: TickerProtocol = {
	venue: 'hyperliquid',
	path: '/ws',
	commandGapMs: 120,
	heartbeat: { periodMs: 20_000, text: '{"method":"ping"}' },
	begin: [],
	ofSymbol: {
		subscribe: (symbol) => command('subscribe', symbol),
		unsubscribe: (symbol) => command('unsubscribe', symbol),
	},
	read(text) {
		const message = bodyOf(text);
		if (message?.channel === 'error') return { kind: 'refused', reason: String(message.data ?? '') };
		if (message?.channel !== CHANNEL) return { kind: 'other' };
		const { coin, ctx } = (isTickerBody(message.data) ? message.data : {}) as TickerBody;
		return typeof coin === 'string' && isTickerBody(ctx)
			? { kind: 'told', rows: [{ symbol: coin, body: ctx }] }
			: { kind: 'other' };
	},
};

function command(method: string, coin: string): string {
	return JSON.stringify({ method, subscription: { type: CHANNEL, coin } });
}
