/** Sequence ids of OKX's book stream: a gap is found before ccxt applies what follows it. */
import { at, bodies, isBody, text, whole } from '../shared/fields.ts';

/**
 * Page "WS / Order book channel", section "Sequence ID" (read 2026-11): "The prevSeqId in the new message matches with seqId of
 * the previous message", "except in snapshot messages where the prevSeqId is always -1"; where nothing has changed for about 60 s
 * an empty message comes, whose "prevSeqId equals to seqId"; "The sequence number may be reset due to maintenance", then one
 * comes "with seqId smaller than prevSeqId" and "subsequent messages will follow the regular sequencing rule". The checksum is
 * always 0 since 2026-06-23 (announcement of its deprecation, 2026-05-21). ccxt looks only after it has applied an update, and its new subscription after a gap
 * asks for channels that are subscribed already, which need not bring a snapshot: here a gap opens a new connection.
 */
export function guardOkxSequence(
	exchange: object,
	onGap: (unifiedSymbol: string, reason: string) => void,
): void {
	const target = exchange as {
		handleOrderBook: (client: unknown, message: unknown) => void;
		safeSymbol?: (id: string) => string;
	};
	const original = target.handleOrderBook;
	const last = new Map<string, number>();
	target.handleOrderBook = function guarded(client, message) {
		const symbol = text(at(message, 'arg'), 'instId');
		if (symbol !== undefined && isBody(message) && message.action === 'snapshot') last.delete(symbol);
		for (const row of symbol === undefined ? [] : bodies(at(message, 'data'))) {
			const before = last.get(symbol as string);
			const previous = whole(row, 'prevSeqId');
			const next = whole(row, 'seqId');
			if (previous === undefined || next === undefined) continue;
			// After a gap, and before the first snapshot, there is nothing that an update could be applied to.
			if (previous !== -1 && before === undefined) return;
			if (previous !== -1 && previous !== before) {
				last.delete(symbol as string);
				const unified = target.safeSymbol?.(symbol as string) ?? (symbol as string);
				onGap(unified, `update ${next} followed ${previous}, the last one was ${before}`);
				return;
			}
			last.set(symbol as string, next);
		}
		original.call(exchange, client, message);
	};
}
