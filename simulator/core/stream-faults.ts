/** Faults of the streams: increments of a book that are not sent, or sent twice. */
import { FieldError } from './json-fields.ts';

export type StreamFaultKind = 'skipDelta' | 'repeatDelta';

const WAITING_MAX = 1_000;

export type StreamFaults = {
	/** The next `count` increments of the symbol's book, over all connections. @throws FieldError when too many wait */
	add(kind: StreamFaultKind, symbol: string, count: number): void;
	/** Increments that are still to be skipped or repeated. */
	waiting(): number;
	/** How often a frame is to be sent: 1, or what a fault makes of it. */
	times(frame: string): number;
};

/** @param symbolOf the symbol of a frame that is an increment of a book */
export function createStreamFaults(symbolOf: (frame: string) => string | undefined): StreamFaults {
	const waiting: { readonly kind: StreamFaultKind; readonly symbol: string; left: number }[] = [];
	return {
		add(kind, symbol, count) {
			if (waiting.length >= WAITING_MAX) {
				throw new FieldError(`There are too many stream faults, limit ${WAITING_MAX}.`);
			}
			waiting.push({ kind, symbol, left: count });
		},
		waiting: () => waiting.reduce((sum, { left }) => sum + left, 0),
		times(frame) {
			if (waiting.length === 0) return 1;
			const symbol = symbolOf(frame);
			const index = symbol === undefined ? -1 : waiting.findIndex((fault) => fault.symbol === symbol);
			const fault = waiting[index];
			if (fault === undefined) return 1;
			fault.left -= 1;
			if (fault.left === 0) waiting.splice(index, 1);
			return fault.kind === 'skipDelta' ? 0 : 2;
		},
	};
}
