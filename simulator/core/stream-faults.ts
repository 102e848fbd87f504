/** Applies stream faults: incremental book updates that are dropped or sent twice. */
import { FieldError } from './json-fields.ts';

export type StreamFaultKind = 'skipDelta' | 'repeatDelta';

const WAITING_MAX = 1_000;

export type StreamFaults = {
	/**
	 * Adds a fault for the next `count` incremental updates of the symbol's book, across all connections. @throws
	 * FieldError if too many are pending
	 */
	add(kind: StreamFaultKind, symbol: string, count: number): void;
	/** Returns the number of updates still to be dropped or repeated. */
	waiting(): number;
	/** Returns how many times to send a frame: 0 if it is dropped, 2 if it is repeated, otherwise 1. */
	times(frame: string): number;
};

/** @param symbolOf returns the symbol if the frame is an incremental book update */
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
