/**
 * Checks the sequence numbers of Bybit's order book stream, so that a gap is detected before ccxt applies the next
 * delta.
 */
import { at, isBody, text, whole } from '../../src/venues/shared/fields.ts';

/**
 * Calls `onGap` when a delta is missing. The `u` of each delta must be one more than that of the previous message. A
 * `u` of 1 marks a new snapshot after a restart at the venue (order book stream page, read 2026-11). ccxt does not
 * check `u`. Without this check, a lost delta would silently corrupt the book.
 */
export function guardSequence(exchange: object, onGap: (unifiedSymbol: string) => void): void {
	const target = exchange as {
		handleOrderBook: (client: unknown, message: unknown) => void;
		safeSymbol?: (id: string, market?: unknown, delimiter?: unknown, type?: string) => string;
	};
	const original = target.handleOrderBook;
	const last = new Map<string, number>();
	target.handleOrderBook = function guarded(client, message) {
		const symbol = text(at(message, 'data'), 's');
		const update = whole(at(message, 'data'), 'u');
		if (symbol !== undefined && update !== undefined && isBody(message)) {
			const before = last.get(symbol);
			const isDelta = message.type === 'delta' && update !== 1;
			// After a gap, and before the first snapshot, there is no valid book to apply a delta to.
			if (isDelta && before === undefined) return;
			last.set(symbol, update);
			if (isDelta && before !== undefined && update !== before + 1) {
				last.delete(symbol);
				const unified = target.safeSymbol?.(symbol, undefined, undefined, 'contract') ?? symbol;
				onGap(unified);
				return;
			}
		}
		original.call(exchange, client, message);
	};
}
