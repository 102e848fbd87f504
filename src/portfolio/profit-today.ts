/** What a user has gained or lost since 00:00 UTC, realised and unrealised. */
import { add, type Decimal, parseDecimal, sub, ZERO } from '../domain/decimal.ts';
import { type ExecutionState, openExecutionsOf } from '../domain/execution.ts';
import { dayBegin } from '../domain/funding.ts';
import { executionLedger } from '../domain/ledger.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Market } from '../ports/market.ts';
import { type EndedFigures, figuresOf } from './totals.ts';

export type ProfitToday = (userId: string) => Decimal | null;

/**
 * Against the last sample before midnight, which is minutes old; zero for a user who had no execution then. Null while the
 * mark of an open leg is not known: a mark that was received longer than `markAgeMsMax` ago.
 */
export function createProfitToday(options: {
	readonly journal: Pick<Journal, 'pnlSamples'>;
	readonly ended: EndedFigures;
	readonly states: () => readonly ExecutionState[];
	readonly market: Pick<Market, 'get'>;
	readonly clock: Clock;
	readonly markAgeMsMax: number;
}): ProfitToday {
	const { journal, ended, market, clock } = options;

	function markOf(leg: ExecutionState['plan']['legs']['long']): Decimal | null {
		const inputs = market.get(leg.venue, leg.instrument.symbol);
		const at = inputs?.tickerReceivedAt;
		if (at === undefined || clock.now() - at > options.markAgeMsMax) return null;
		return inputs?.ticker?.mark ?? null;
	}

	function unrealizedOf(state: ExecutionState): Decimal | null {
		const { long, short } = state.plan.legs;
		const ledger = executionLedger(state, { long: markOf(long), short: markOf(short) });
		const parts = [ledger.long.unrealized, ledger.short.unrealized];
		return parts.reduce<Decimal | null>(
			(total, part) => (total === null || part === null ? null : add(total, part)),
			ZERO,
		);
	}

	return (userId) => {
		let total = ended.sums(userId).realized;
		for (const state of openExecutionsOf(options.states(), userId)) {
			const unrealized = unrealizedOf(state);
			if (unrealized === null) return null;
			total = add(total, add(figuresOf(state).realized, unrealized));
		}
		return sub(total, totalBefore(journal, userId, dayBegin(clock.now())));
	};
}

function totalBefore(journal: Pick<Journal, 'pnlSamples'>, userId: string, midnight: number): Decimal {
	const [first] = journal.pnlSamples(userId, midnight);
	return first === undefined || first.at > midnight ? ZERO : parseDecimal(first.totalPnl);
}
