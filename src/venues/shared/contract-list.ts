/** A venue's contracts as instruments, one by one: a contract that cannot be read is left out with a sentence, alone. */
import type { Instrument } from '../../domain/instrument.ts';
import { type Body, BodyError, shown } from './fields.ts';

/** Contracts of a venue's list that can be traded here, with the faults of the others. */
export type ContractList = {
	readonly instruments: readonly Instrument[];
	/** A sentence for each contract that trades here and cannot be read. */
	readonly unreadable: readonly string[];
};

/** `instrumentOf` answers undefined for what is not traded here. @throws nothing but what is no BodyError */
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
			// Of rows that share a symbol none is believed.
			if (instruments.has(symbol))
				unreadable.set(symbol, `The contract ${shown(row.symbol)} is listed more than once.`);
			instruments.set(symbol, instrument);
		} catch (error) {
			if (!(error instanceof BodyError)) throw error;
			unreadable.set(symbol, `The contract ${shown(row.symbol)} cannot be read: ${error.message}`);
		}
	}
	for (const symbol of unreadable.keys()) instruments.delete(symbol);
	return { instruments: [...instruments.values()], unreadable: [...unreadable.values()] };
}
