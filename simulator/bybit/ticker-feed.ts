/** Creates feeds for Bybit's `tickers.{symbol}` and `publicTrade.{symbol}` streams. */

import { everyPeriod } from '../core/stream-timer.ts';
import type { Exchange, Instrument, PublicTrade } from '../core/types.ts';
import type { Feed, Send } from './feed.ts';
import { streamTicker, streamTradeBody, tickDirection } from './market-bodies.ts';

/** Minimum time between two pushes of a ticker (documentation page "Ticker", 2026-07-24). */
const PUSH_MS = 100;

/**
 * Number of push periods between two checks of the mark price and predicted rate while the order book does not
 * change.
 */
const QUIET_PUSHES = 10;

type Ticker = Readonly<Record<string, string>>;

/** Creates a feed that sends a snapshot first and then the changed fields. */
export function createTickerFeed(exchange: Exchange, instrument: Instrument): Feed {
	const { symbol } = instrument;
	const listeners = new Set<Send>();
	let sent: Ticker = {};
	let stop: (() => void) | undefined;

	const frame = (type: 'snapshot' | 'delta', data: Ticker): string => {
		const now = exchange.now();
		return JSON.stringify({ topic: `tickers.${symbol}`, type, data, cs: now, ts: now });
	};
	const push = (): void => {
		const current = streamTicker(exchange, instrument);
		const changed = Object.entries(current).filter(([name, value]) => sent[name] !== value);
		sent = current;
		if (changed.length === 0) return;
		const text = frame('delta', { symbol, ...Object.fromEntries(changed) });
		for (const send of listeners) send(text);
	};
	const start = (): (() => void) => {
		let moved = false;
		let quiet = 0;
		const stopBook = exchange.onBook(symbol, () => {
			moved = true;
		});
		const stopPushes = everyPeriod(PUSH_MS, () => {
			quiet += 1;
			if (!moved && quiet < QUIET_PUSHES) return;
			moved = false;
			quiet = 0;
			push();
		});
		return () => {
			stopBook();
			stopPushes();
		};
	};
	return {
		join(send) {
			if (stop === undefined) {
				sent = streamTicker(exchange, instrument);
				stop = start();
			}
			listeners.add(send);
			send(frame('snapshot', sent));
			return () => {
				listeners.delete(send);
				if (listeners.size > 0) return;
				stop?.();
				stop = undefined;
			};
		},
	};
}

/** Creates a feed that sends every public trade as it happens, and nothing on subscribing. */
export function createTradeFeed(exchange: Exchange, instrument: Instrument): Feed {
	const { symbol } = instrument;
	const listeners = new Set<Send>();
	let recent: PublicTrade[] = [];
	let stop: (() => void) | undefined;

	const onTrade = (trade: PublicTrade): void => {
		// The tick direction depends only on the last two trades and on the last trade at another price.
		const other = recent.find((earlier) => earlier.price !== trade.price);
		const previous = recent[0];
		recent = [trade];
		if (previous !== undefined) recent.push(previous);
		if (other !== undefined && other !== previous) recent.push(other);
		const text = JSON.stringify({
			topic: `publicTrade.${symbol}`,
			type: 'snapshot',
			ts: exchange.now(),
			data: [streamTradeBody(instrument, trade, tickDirection(recent))],
		});
		for (const send of listeners) send(text);
	};
	return {
		join(send) {
			if (stop === undefined) {
				recent = [...exchange.publicTrades(symbol, 3)];
				stop = exchange.onTrade(symbol, onTrade);
			}
			listeners.add(send);
			return () => {
				listeners.delete(send);
				if (listeners.size > 0) return;
				stop?.();
				stop = undefined;
			};
		},
	};
}
