/** Compares the rows that the export makes of an execution with the execution's ledger, to the last digit. */
import { add, type Decimal, formatDecimal, neg, sub, sum, ZERO } from '../../src/domain/decimal.ts';
import type { ExecutionEvent } from '../../src/domain/event.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import { ledgerContext, ledgerRows } from '../../src/portfolio/ledger-rows.ts';
import type { Journaled } from '../../src/ports/journal.ts';
import type { LedgerKind, LedgerRow } from '../../src/ports/ledger-export.ts';

const NO_MARKS = { long: null, short: null };

/** Returns all rows that the export makes of one execution's journal. */
export function rowsOfJournal(journal: readonly Journaled<ExecutionEvent>[]): readonly LedgerRow[] {
	const context = ledgerContext(journal);
	const { executionId } = context.plan;
	return journal.flatMap((event, at) => ledgerRows({ ...event, executionId, seq: at + 1 }, context));
}

/** Returns a sentence for every sum of rows that differs from the ledger's figure. */
export function brokenLedgerSums(journal: readonly Journaled<ExecutionEvent>[]): readonly string[] {
	const state = foldExecution(journal);
	const rows = rowsOfJournal(journal);
	const ledger = executionLedger(state, NO_MARKS);
	const broken: string[] = [];
	const compare = (what: string, said: Decimal, wanted: Decimal): void => {
		if (said !== wanted)
			broken.push(`${what}: the rows say ${formatDecimal(said)}, the ledger ${formatDecimal(wanted)}`);
	};
	for (const leg of ['long', 'short'] as const) {
		const of = (...kinds: readonly LedgerKind[]) =>
			sum(rows.filter((row) => row.leg === leg && kinds.includes(row.kind)).map(({ usdValue }) => usdValue));
		const own = ledger[leg];
		compare(`fees of the ${leg} leg`, of('fee', 'rebate'), neg(own.fees));
		compare(`funding of the ${leg} leg`, of('funding'), sub(own.fundingReceived, own.fundingPaid));
		// The open part of a position has so far only cost its purchase price, or brought in its sale price if it is
		// short.
		const open = leg === 'long' ? neg(own.openCost) : own.openCost;
		compare(`trades of the ${leg} leg`, of('fill', 'handover'), add(own.realizedPrice, open));
		const signed = rows
			.filter((row) => row.leg === leg && row.quantity !== null)
			.map(({ side, quantity }) => (side === 'buy' ? (quantity ?? ZERO) : neg(quantity ?? ZERO)));
		compare(`coins of the ${leg} leg`, sum(signed), leg === 'long' ? own.held : neg(own.held));
	}
	if (new Set(rows.map(({ rowId }) => rowId)).size !== rows.length) broken.push('a row is there twice');
	return broken;
}
