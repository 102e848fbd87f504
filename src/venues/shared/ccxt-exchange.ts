/** What is used of ccxt's exchange objects; everything else of them stays unknown here. */

/** What is used of a ccxt exchange. Its implicit API methods (`publicGetV5MarketTickers` …) are called by name. */
export type CcxtExchange = {
	readonly id: string;
	agent?: unknown;
	fetchDispatcher?: unknown;
	loadFetchImplementation: () => Promise<unknown>;
	loadMarkets: (reload?: boolean) => Promise<unknown>;
	/** By the venue's own symbol. */
	markets_by_id?: Readonly<Record<string, readonly { readonly symbol: string }[] | undefined>>;
	watchOrderBookForSymbols: (symbols: readonly string[], limit?: number) => Promise<unknown>;
	/** The venue's latest public trades, newest last. */
	fetchTrades: (symbol: string, since?: number, limit?: number) => Promise<unknown>;
	close: () => Promise<unknown>;
	orderbooks: Record<string, CcxtBook | undefined>;
	options: Record<string, unknown>;
	/** Of every request, beside those that ccxt signs. */
	headers: Readonly<Record<string, string>>;
};

/** Live book of ccxt: prices and sizes in the venue's units, best first; `timestamp` in Unix milliseconds. */
export type CcxtBook = {
	readonly bids: readonly (readonly [number, number])[];
	readonly asks: readonly (readonly [number, number])[];
	readonly timestamp?: number | undefined;
	readonly nonce?: number | undefined;
};
