/**
 * Once a second, polls the public trades in each instrument with a resting order, and reports each trade once. Trades
 * that a venue drops from its list between two polls are missed and fill nothing.
 */
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { PublicTrade } from '../../ports/venue-market.ts';

const PERIOD_MS = 1_000;

type Listener = (trades: readonly PublicTrade[]) => void;

type Watched = {
	readonly listeners: Set<Listener>;
	/**
	 * Trade ids in the last response. A venue lists its latest trades, so a trade that has left the list does not
	 * return, and older ids need not be kept.
	 */
	known: ReadonlySet<string>;
	reading: Promise<void> | undefined;
	cancel: () => void;
};

/** Polls the public trades of each instrument that has a listener. */
export type TradeWatch = {
	/** Calls `listener` with new trades until the returned function is called. */
	readonly watch: (symbol: string, listener: Listener) => () => void;
	/** Polls now if the symbol has a listener. Never rejects. */
	readonly check: (symbol: string) => Promise<void>;
	readonly close: () => void;
};

/** Creates a `TradeWatch`, which calls `read` periodically for each instrument with a listener. */
export function createTradeWatch(parts: {
	readonly venue: string;
	readonly read: (symbol: string) => Promise<readonly PublicTrade[]>;
	readonly clock: Clock;
	readonly log: Logger;
}): TradeWatch {
	const { venue, read, clock, log } = parts;
	const watched = new Map<string, Watched>();

	async function readOnce(symbol: string, entry: Watched): Promise<void> {
		try {
			const trades = await read(symbol);
			const fresh = trades.filter(({ tradeId }) => !entry.known.has(tradeId));
			entry.known = new Set(trades.map(({ tradeId }) => tradeId));
			for (const listener of [...entry.listeners]) listener(fresh);
		} catch (error) {
			log.warn(
				{ venue, symbol, error },
				'public trades could not be read; resting paper orders wait for them',
			);
		}
	}

	function check(symbol: string): Promise<void> {
		const entry = watched.get(symbol);
		if (entry === undefined) return Promise.resolve();
		entry.reading ??= readOnce(symbol, entry).finally(() => {
			entry.reading = undefined;
		});
		return entry.reading;
	}

	return {
		watch(symbol, listener) {
			const entry = watched.get(symbol) ?? {
				listeners: new Set(),
				known: new Set(),
				reading: undefined,
				cancel: clock.every(PERIOD_MS, () => void check(symbol)),
			};
			watched.set(symbol, entry);
			entry.listeners.add(listener);
			return () => {
				entry.listeners.delete(listener);
				if (entry.listeners.size > 0 || watched.get(symbol) !== entry) return;
				entry.cancel();
				watched.delete(symbol);
			};
		},
		check,
		close() {
			for (const { cancel } of watched.values()) cancel();
			watched.clear();
		},
	};
}
