/** Sums over a user's executions, ended ones included. An ended execution is folded once and kept as its few figures. */
import { add, type Decimal, ZERO } from '../domain/decimal.ts';
import {
	type ExecutionState,
	foldExecution,
	isEnded,
	legPlan,
	openExecutionsOf,
} from '../domain/execution.ts';
import type { VenueName } from '../domain/instrument.ts';
import { type ExecutionLedger, executionLedger } from '../domain/ledger.ts';
import type { Journal } from '../ports/journal.ts';

export type ExecutionFigures = {
	readonly realized: Decimal;
	readonly fundingReceived: Decimal;
	readonly fundingPaid: Decimal;
	readonly deployedPeak: Decimal;
	readonly realizedByVenue: ReadonlyMap<VenueName, Decimal>;
};

/** Ended executions are listed in pages of this size when a user's figures are first asked for. */
const PAGE_ROWS = 500;

export function createEndedFigures(journal: Journal) {
	const users = new Map<string, Map<string, ExecutionFigures>>();

	/** Figures of the user's ended executions by execution id. */
	function of(userId: string): ReadonlyMap<string, ExecutionFigures> {
		const known = users.get(userId);
		if (known !== undefined) return known;
		const figures = new Map<string, ExecutionFigures>();
		for (let offset = 0; ; offset += PAGE_ROWS) {
			const rows = journal.userExecutions(userId, { ended: true, offset, limit: PAGE_ROWS });
			for (const row of rows)
				figures.set(row.executionId, figuresOf(foldExecution(journal.readExecution(row.executionId))));
			if (rows.length < PAGE_ROWS) break;
		}
		users.set(userId, figures);
		return figures;
	}

	/** Takes over an execution that has ended, or to whose journal something was added after it had. */
	function update(state: ExecutionState): void {
		if (isEnded(state)) users.get(state.plan.userId)?.set(state.plan.executionId, figuresOf(state));
	}

	return { of, update };
}

export type EndedFigures = ReturnType<typeof createEndedFigures>;

/** Realised profit of all of a user's executions at one venue. `states`: executions in memory; the ended ones count once. */
export function realizedAt(
	ended: EndedFigures,
	states: readonly ExecutionState[],
	userId: string,
	venue: VenueName,
): Decimal {
	const open = openExecutionsOf(states, userId).map(figuresOf);
	return [...ended.of(userId).values(), ...open].reduce<Decimal>(
		(sum, figures) => add(sum, figures.realizedByVenue.get(venue) ?? ZERO),
		ZERO,
	);
}

export function figuresOf(state: ExecutionState): ExecutionFigures {
	const ledger: ExecutionLedger = executionLedger(state, { long: null, short: null });
	const realizedByVenue = new Map<VenueName, Decimal>();
	for (const leg of ['long', 'short'] as const) {
		const { venue } = legPlan(state, leg);
		realizedByVenue.set(venue, add(realizedByVenue.get(venue) ?? ZERO, ledger[leg].realized));
	}
	return {
		realized: add(ledger.long.realized, ledger.short.realized),
		fundingReceived: add(ledger.long.fundingReceived, ledger.short.fundingReceived),
		fundingPaid: add(ledger.long.fundingPaid, ledger.short.fundingPaid),
		deployedPeak: ledger.deployedPeak,
		realizedByVenue,
	};
}
