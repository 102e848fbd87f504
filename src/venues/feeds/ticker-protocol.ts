/** What differs from venue to venue about a stream of tickers, and what is kept of it. */

export type TickerBody = Readonly<Record<string, unknown>>;

/** True for a JSON object, which a row of a ticker message must be. */
export function isTickerBody(value: unknown): value is TickerBody {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Path, commands, heartbeat and message format of an exchange's ticker stream. */
export type TickerProtocol = {
	readonly venue: string;
	/** Behind the origin of the venue's public streams. */
	readonly path: string;
	/** Shortest time between two commands, milliseconds. */
	readonly commandGapMs: number;
	readonly heartbeat: { readonly periodMs: number; readonly text?: string };
	/** Commands by which every connection begins. */
	readonly begin: readonly string[];
	/** Commands for one symbol; null where `begin` subscribes to all there are. */
	readonly ofSymbol: {
		readonly subscribe: (symbol: string) => string;
		readonly unsubscribe: (symbol: string) => string;
	} | null;
	readonly read: (text: string) => TickerMessage;
};

/** `body`: all that is told of the symbol, in the names of the request that tells the same. */
export type TickerMessage =
	| {
			readonly kind: 'told';
			readonly rows: readonly { readonly symbol: string; readonly body: TickerBody }[];
	  }
	| { readonly kind: 'refused'; readonly reason: string }
	| { readonly kind: 'other' };

/** Last message of one symbol with the time of its receipt. */
export type Told = {
	readonly body: TickerBody;
	/** By our clock, milliseconds. */
	readonly receivedAt: number;
};

/** What has been told by now. */
export type ToldTickers = {
	/** Undefined before the first message of the symbol. */
	readonly told: (symbol: string) => Told | undefined;
	/** The clock of `receivedAt`. */
	readonly now: () => number;
};
