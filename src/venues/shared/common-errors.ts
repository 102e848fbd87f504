/**
 * Recognises error texts with the same meaning at every exchange: ccxt's messages for unsent requests, and words that
 * suggest that the exchange has a refused order. Also defines how the exchange modules match error messages.
 */

/** An error message that selects one of a code's several meanings. */
export type Sentence = {
	/** The exchange's code; undefined if the exchange sends none. */
	readonly code?: string;
	/** Pattern for the beginning of the message. */
	readonly said: RegExp;
	/** Our code for this meaning. */
	readonly ours: string;
};

/** Returns our code if one of the messages matches code and text; undefined otherwise. */
export function oursFor(
	code: string | undefined,
	words: string | undefined,
	sentences: readonly Sentence[],
): string | undefined {
	if (words === undefined) return undefined;
	return sentences.find((sentence) => sentence.code === code && sentence.said.test(words))?.ours;
}

/**
 * Words that say that the exchange has, or had, the order. No code that comes with such words confirms a refusal,
 * because Binance has sent them with a code for any refusal. The words alone confirm nothing.
 */
const ALREADY_THERE = /duplicat|repeated|\balready\b/i;

/** True if the text that came with a code may mean that the exchange accepted the order. */
export function mayBeThere(words: string | undefined): boolean {
	return words !== undefined && ALREADY_THERE.test(words);
}

/** Node's text for a connection that was never made, as ccxt reports it. */
const NEVER_CONNECTED =
	/^\w+ [A-Z]+ \S+ fetch failed: (?:connect (?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)|getaddrinfo (?:ENOTFOUND|EAI_AGAIN))\b/;

/** True if the request had no connection, so that no part of it can have been sent. */
export function wasNeverConnected(error: unknown): boolean {
	return error instanceof Error && NEVER_CONNECTED.test(error.message);
}

/** ccxt's message for a key that lacks a required part. In that case ccxt sends nothing. */
const LACKS_PART = /^\w+ requires "(?:apiKey|secret|password|walletAddress|privateKey)" credential/;

/** True if ccxt sent nothing because a part of the key is missing. */
export function lacksKeyPart(error: unknown): boolean {
	return error instanceof Error && LACKS_PART.test(error.message);
}
