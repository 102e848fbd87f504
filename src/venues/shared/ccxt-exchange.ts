/** Defines the members of ccxt's exchange objects that we use. */

/** A ccxt exchange. We call its implicit API methods (`publicGetV5MarketTickers` …) by name. */
export type CcxtExchange = {
	readonly id: string;
	agent?: unknown;
	fetchDispatcher?: unknown;
	loadFetchImplementation: () => Promise<unknown>;
	loadMarkets: (reload?: boolean) => Promise<unknown>;
	/** Markets, keyed by the exchange's own symbol. */
	markets_by_id?: Readonly<Record<string, readonly { readonly symbol: string }[] | undefined>>;
	watchOrderBookForSymbols: (symbols: readonly string[], limit?: number) => Promise<unknown>;
	/** Fetches the latest public trades, newest last. */
	fetchTrades: (symbol: string, since?: number, limit?: number) => Promise<unknown>;
	close: () => Promise<unknown>;
	orderbooks: Record<string, CcxtBook | undefined>;
	options: Record<string, unknown>;
	/** Headers for every request, in addition to those that ccxt adds when it signs the request. */
	headers: Readonly<Record<string, string>>;
};

/** ccxt's live book: prices and sizes in the exchange's units, best first; `timestamp` in Unix milliseconds. */
export type CcxtBook = {
	readonly bids: readonly (readonly [number, number])[];
	readonly asks: readonly (readonly [number, number])[];
	readonly timestamp?: number | undefined;
	readonly nonce?: number | undefined;
};
