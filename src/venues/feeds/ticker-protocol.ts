/**
 * Defines the interface of a ticker stream protocol, which covers everything that differs between the exchanges'
 * ticker streams. Also defines the messages that a stream keeps.
 */

export type TickerBody = Readonly<Record<string, unknown>>;

/** True if a value is a JSON object, as every row in a ticker message must be. */
export function isTickerBody(value: unknown): value is TickerBody {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Path, commands, heartbeat and message format of an exchange's ticker stream. */
export type TickerProtocol = {
	readonly venue: string;
	/** Path below the origin of the exchange's public streams. */
	readonly path: string;
	/** Minimum time between two commands, milliseconds. */
	readonly commandGapMs: number;
	readonly heartbeat: { readonly periodMs: number; readonly text?: string };
	/** Commands that the stream sends when a connection opens. */
	readonly begin: readonly string[];
	/** Commands for one symbol; null if `begin` subscribes to all symbols. */
	readonly ofSymbol: {
		readonly subscribe: (symbol: string) => string;
		readonly unsubscribe: (symbol: string) => string;
	} | null;
	readonly read: (text: string) => TickerMessage;
};

/**
 * Parsed message of a ticker stream. `body` has all the symbol's current values, under the field names of the
 * response to the equivalent request.
 */
export type TickerMessage =
	| {
			readonly kind: 'tickers';
			readonly rows: readonly { readonly symbol: string; readonly body: TickerBody }[];
	  }
	| { readonly kind: 'refused'; readonly reason: string }
	| { readonly kind: 'other' };

/** A symbol's last message, with its time of receipt. */
export type StreamedTicker = {
	readonly body: TickerBody;
	/** Time of receipt by our clock, Unix milliseconds. */
	readonly receivedAt: number;
};

/** Read access to the latest ticker messages. */
export type StreamedTickers = {
	/** Returns the symbol's last message; undefined before the first one. */
	readonly latest: (symbol: string) => StreamedTicker | undefined;
	/** Returns the current time on the same clock as `receivedAt`. */
	readonly now: () => number;
};
