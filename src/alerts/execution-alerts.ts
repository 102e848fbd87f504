/** What is told of an execution's own journal: one alert per event that says something to a person. Pure. */
import { add, type Decimal, divTrunc, fromInteger, mulTrunc, sub } from '../domain/decimal.ts';
import type { ExecutionEvent } from '../domain/event.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { alertId } from '../domain/ids.ts';
import { executionLedger } from '../domain/ledger.ts';
import type { Alert, AlertSeverity } from '../ports/alerts.ts';
import type { Journaled } from '../ports/journal.ts';
import { duration, figure, figureOrNull, usd } from './figures.ts';

/** Events by which an alert is raised. */
export const TOLD_EVENTS = [
	'ExecutionPlanned',
	'ExecutionOpened',
	'ExecutionClosed',
	'ExecutionFailed',
	'AttentionRaised',
	'AttentionCleared',
] as const satisfies readonly ExecutionEvent['type'][];

type Said = {
	readonly state: 'began' | 'running' | 'closed' | 'failed' | 'needs_attention' | 'attention_cleared';
	readonly severity: AlertSeverity;
	readonly message: string;
	readonly facts?: Readonly<Record<string, unknown>>;
};

/** The alert of the event at `streamSeq`, by the state that followed from it; undefined where it tells nothing. */
export function executionAlert(
	journal: readonly Journaled<ExecutionEvent>[],
	streamSeq: number,
): Alert | undefined {
	const until = journal.filter((entry) => entry.streamSeq <= streamSeq);
	const last = until.at(-1);
	if (last === undefined || last.streamSeq !== streamSeq) return undefined;
	const state = foldExecution(until);
	const said = saidOf(last.event, state);
	if (said === undefined) return undefined;
	const { userId, executionId, exchangepair, symbol } = state.plan;
	return {
		// With its time: in a journal that was restored from a backup another event may stand at the same place.
		alertId: alertId(userId, ['execution_state', executionId, streamSeq, last.recordedAt]),
		userId,
		kind: 'execution_state',
		severity: said.severity,
		raisedAt: last.recordedAt,
		message: said.message,
		executionId,
		exchange: null,
		facts: { state: said.state, symbol, exchangepair, ...said.facts },
	};
}

function saidOf(event: ExecutionEvent, state: ExecutionState): Said | undefined {
	const name = nameOf(state);
	switch (event.type) {
		case 'ExecutionPlanned':
			return began(state, name);
		case 'ExecutionOpened':
			return running(state, name);
		case 'ExecutionClosed':
			return closed(state, name, event.reason);
		case 'ExecutionFailed':
			return {
				state: 'failed',
				severity: 'warning',
				message: `${name} failed, and nothing was opened: ${sentence(event.reason)}`,
				facts: { reason: event.reason },
			};
		case 'AttentionRaised':
			return {
				state: 'needs_attention',
				severity: 'critical',
				message: `${name} needs a person: ${sentence(event.reason)}`,
				facts: { reason: event.reason, attention: event.kind },
			};
		case 'AttentionCleared':
			return {
				state: 'attention_cleared',
				severity: 'info',
				message: `${name} needs no person any more: ${sentence(event.reason)}`,
				facts: { reason: event.reason },
			};
		default:
			return undefined;
	}
}

function began({ plan }: ExecutionState, name: string): Said {
	const { amount, leverage, mode, takenOver } = plan;
	return {
		state: 'began',
		severity: takenOver === undefined ? 'info' : 'warning',
		message:
			takenOver === undefined
				? `${name} began: ${usd(amount)} over both legs.`
				: `${name} began as the emergency hedge of ${takenOver.from}.`,
		facts: {
			amount: figure(amount),
			leverage: figure(leverage),
			mode,
			longExchange: plan.legs.long.venue,
			shortExchange: plan.legs.short.venue,
		},
	};
}

function running(state: ExecutionState, name: string): Said {
	const { deployed } = executionLedger(state, { long: null, short: null });
	return {
		state: 'running',
		severity: 'info',
		message: `${name} runs: both legs hold the same, ${usd(deployed)} are deployed.`,
		facts: {
			longSize: figure(state.held.long),
			shortSize: figure(state.held.short),
			deployed: figure(deployed),
		},
	};
}

/** By what was booked until it was flat: a settlement that its exchange records later is not in it. */
function closed(state: ExecutionState, name: string, reason: string): Said {
	const { long, short, deployedPeak } = executionLedger(state, { long: null, short: null });
	const pnl = add(long.realized, short.realized);
	const received = add(long.fundingReceived, short.fundingReceived);
	const paid = add(long.fundingPaid, short.fundingPaid);
	const fees = add(long.fees, short.fees);
	const heldMs = (state.closedAt ?? state.updatedAt) - state.createdAt;
	return {
		state: 'closed',
		severity: 'info',
		message: `${name} is closed after ${duration(heldMs)}: profit ${usd(pnl)}, of it funding ${usd(sub(received, paid))} and fees ${usd(fees)}. Why: ${sentence(reason)}`,
		facts: {
			reason,
			totalPnl: figure(pnl),
			totalPnlPct: figureOrNull(percentOf(pnl, deployedPeak)),
			fundingReceived: figure(received),
			fundingPaid: figure(paid),
			fees: figure(fees),
			slippage: figure(add(long.slippage, short.slippage)),
			durationMs: heldMs,
		},
	};
}

/** `SOLUSDT (long bybit, short kucoin)`. */
export function nameOf({ plan }: ExecutionState): string {
	return `${plan.symbol} (long ${plan.legs.long.venue}, short ${plan.legs.short.venue})`;
}

function percentOf(part: Decimal, base: Decimal): Decimal | null {
	return base === 0n ? null : divTrunc(mulTrunc(part, fromInteger(100)), base);
}

/** With one full stop at its end. */
function sentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
