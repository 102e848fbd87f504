/** Computes a user's realized and unrealized profit or loss since 00:00 UTC. */
import { add, type Decimal, mulTrunc, sub } from '../domain/decimal.ts';
import type { LegPlan } from '../domain/event.ts';
import { type ExecutionState, legPlan } from '../domain/execution.ts';
import { dayBegin } from '../domain/funding.ts';
import { type ExecutionLedger, executionLedger } from '../domain/ledger.ts';
import { openExecutionsOf } from '../domain/user-executions.ts';
import type { Clock } from '../ports/clock.ts';
import type { Market } from '../ports/market.ts';
import type { ProfitBase } from './profit-base.ts';
import type { EndedFigures } from './totals.ts';

/** A user's profit since 00:00 UTC, USD, for the daily loss limit. */
export type ProfitToday = {
	/** Loads the journal data that `of` needs, once per user. */
	readonly prepare: (userId: string) => Promise<void>;
	/**
	 * Returns the profit since 00:00 UTC, USD; null while the mark of an open leg is unknown. Call `prepare` for the
	 * user first.
	 */
	readonly of: (userId: string) => Decimal | null;
};

/**
 * Creates the computation of a day's profit. It subtracts the total profit in the last sample before midnight, which
 * is only minutes older than midnight. It subtracts zero for a user without executions at that time. Profit is null
 * while the mark of an open leg is unknown or older than `markAgeMsMax`.
 */
export function createProfitToday(options: {
	readonly base: ProfitBase;
	readonly ended: EndedFigures;
	/** Returns the user's executions in memory. */
	readonly states: (userId: string) => readonly ExecutionState[];
	readonly market: Pick<Market, 'get'>;
	readonly clock: Clock;
	readonly markAgeMsMax: number;
}): ProfitToday {
	const { base, ended, market, clock } = options;
	const ledgers = new WeakMap<ExecutionState, ExecutionLedger>();

	function markOf(leg: LegPlan): Decimal | null {
		const inputs = market.get(leg.venue, leg.instrument.symbol);
		const at = inputs?.tickerReceivedAt;
		if (at === undefined || clock.now() - at > options.markAgeMsMax) return null;
		return inputs?.ticker?.mark ?? null;
	}

	/** Returns a state's ledger, which is computed only once because a state never changes. */
	function ledgerOf(state: ExecutionState): ExecutionLedger {
		const known = ledgers.get(state);
		if (known !== undefined) return known;
		const ledger = executionLedger(state, { long: null, short: null });
		ledgers.set(state, ledger);
		return ledger;
	}

	function profitOf(state: ExecutionState): Decimal | null {
		const ledger = ledgerOf(state);
		let profit = add(ledger.long.realized, ledger.short.realized);
		for (const role of ['long', 'short'] as const) {
			const { held, openCost } = ledger[role];
			if (held === 0n) continue;
			const mark = markOf(legPlan(state, role));
			if (mark === null) return null;
			const gain = sub(mulTrunc(mark, held), openCost);
			profit = role === 'long' ? add(profit, gain) : sub(profit, gain);
		}
		return profit;
	}

	return {
		async prepare(userId) {
			await Promise.all([ended.prepare(userId), base.prepare(userId, clock.now())]);
		},
		of(userId) {
			let total = ended.sums(userId).realized;
			for (const state of openExecutionsOf(options.states(userId), userId)) {
				const profit = profitOf(state);
				if (profit === null) return null;
				total = add(total, profit);
			}
			return sub(total, base.at(userId, dayBegin(clock.now())));
		},
	};
}
