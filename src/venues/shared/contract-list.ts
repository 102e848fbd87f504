/**
 * Converts an exchange's contracts to instruments. An unreadable contract is omitted with a message and does not
 * affect others.
 */
import type { Instrument } from '../../domain/instrument.ts';
import { type Body, BodyError, shown } from './fields.ts';
import { contractRepeated, contractUnreadable } from './text.ts';

/** Tradable contracts in an exchange's list, with the faults of unreadable ones. */
export type ContractList = {
	readonly instruments: readonly Instrument[];
	/** A message for each unreadable contract that the service would trade. */
	readonly unreadable: readonly string[];
};

/**
 * Reads the contracts. @param instrumentOf returns undefined for contracts that the service does not trade @throws
 * any error of `instrumentOf` except BodyError
 */
export function readContracts(
	rows: readonly Body[],
	instrumentOf: (row: Body) => Instrument | undefined,
): ContractList {
	const instruments = new Map<string, Instrument>();
	const unreadable = new Map<string, string>();
	for (const row of rows) {
		const symbol = String(row.symbol);
		try {
			const instrument = instrumentOf(row);
			if (instrument === undefined) continue;
			// Rows that share a symbol are all omitted.
			if (instruments.has(symbol)) unreadable.set(symbol, contractRepeated(shown(row.symbol)));
			instruments.set(symbol, instrument);
		} catch (error) {
			if (!(error instanceof BodyError)) throw error;
			unreadable.set(symbol, contractUnreadable(shown(row.symbol), error.message));
		}
	}
	for (const symbol of unreadable.keys()) instruments.delete(symbol);
	return { instruments: [...instruments.values()], unreadable: [...unreadable.values()] };
}
