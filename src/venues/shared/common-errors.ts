/**
 * The texts that mean the same whatever the exchange: ccxt's own sentences where nothing was sent, and words that cast doubt on a
 * proof. How an exchange's errors file reads one of its sentences is here too.
 */

/** A sentence that gives a code one of its several meanings. */
export type Sentence = {
	/** The exchange's code; absent where it has none. */
	readonly code?: string;
	/** Matches from the beginning of the sentence. */
	readonly said: RegExp;
	/** Our code for it. */
	readonly ours: string;
};

/** Our code where code and sentence are one of these; undefined otherwise. */
export function oursFor(
	code: string | undefined,
	words: string | undefined,
	sentences: readonly Sentence[],
): string | undefined {
	if (words === undefined) return undefined;
	return sentences.find((sentence) => sentence.code === code && sentence.said.test(words))?.ours;
}

/**
 * Words for an order that the exchange has, or had: with them no code is proof, as Binance has said so with that of any refusal.
 * They only ever take a proof away.
 */
const ALREADY_THERE = /duplicat|repeated|\balready\b/i;

/** Whether the words beside a code may speak of an order that the exchange has taken. */
export function mayBeThere(words: string | undefined): boolean {
	return words !== undefined && ALREADY_THERE.test(words);
}

/** Node's words for a connection that was never made, in ccxt's sentence for a request without an answer. */
const NEVER_CONNECTED =
	/^\w+ [A-Z]+ \S+ fetch failed: (?:connect (?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)|getaddrinfo (?:ENOTFOUND|EAI_AGAIN))\b/;

/** Whether no connection was made for the request, so that nothing of it can have been sent. */
export function wasNeverConnected(error: unknown): boolean {
	return error instanceof Error && NEVER_CONNECTED.test(error.message);
}

/** ccxt's own words for a key without a part that the exchange needs: nothing was sent. */
const LACKS_PART = /^\w+ requires "(?:apiKey|secret|password|walletAddress|privateKey)" credential/;

/** Whether ccxt sent nothing because a part of the key is missing. */
export function lacksKeyPart(error: unknown): boolean {
	return error instanceof Error && LACKS_PART.test(error.message);
}
