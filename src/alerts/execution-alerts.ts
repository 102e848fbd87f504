/** Builds alerts from an execution's journal: one for each event that concerns its owner. Pure functions. */
import { add, type Decimal, divTrunc, fromInteger, mulTrunc, sub } from '../domain/decimal.ts';
import type { ExecutionEvent, ExecutionPlan } from '../domain/event.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { alertId } from '../domain/ids.ts';
import { executionLedger } from '../domain/ledger.ts';
import { storedReason } from '../domain/stored-reason.ts';
import type { Alert, AlertSeverity } from '../ports/alerts.ts';
import type { Journaled } from '../ports/journal.ts';
import { textOf, type Words } from '../sentences/sentence.ts';
import { alertWords } from './alert-words.ts';
import { figure, figureOrNull } from './figures.ts';
import { ALERT_TEXT, executionName } from './text.ts';

/** Events that raise an alert. */
export const ALERT_EVENTS = [
	'ExecutionPlanned',
	'ExecutionOpened',
	'ExecutionClosed',
	'ExecutionFailed',
	'AttentionRaised',
	'AttentionCleared',
] as const satisfies readonly ExecutionEvent['type'][];

type AlertContent = {
	readonly state: 'began' | 'running' | 'closed' | 'failed' | 'needs_attention' | 'attention_cleared';
	readonly severity: AlertSeverity;
	readonly message: Words;
	readonly facts?: Readonly<Record<string, unknown>>;
};

/**
 * Builds the alert for the event at `streamSeq` from the state right after it. Returns undefined if the event raises
 * no alert.
 */
export function executionAlert(
	journal: readonly Journaled<ExecutionEvent>[],
	streamSeq: number,
): Alert | undefined {
	const until = journal.filter((entry) => entry.streamSeq <= streamSeq);
	const last = until.at(-1);
	if (last === undefined || last.streamSeq !== streamSeq) return undefined;
	const state = foldExecution(until);
	const content = contentOf(last.event, state);
	if (content === undefined) return undefined;
	const { userId, executionId, exchangepair, symbol } = state.plan;
	return {
		// The id includes the time, because a journal restored from a backup may have another event at `streamSeq`.
		alertId: alertId(userId, ['execution_state', executionId, streamSeq, last.recordedAt]),
		userId,
		kind: 'execution_state',
		severity: content.severity,
		raisedAt: last.recordedAt,
		...alertWords(content.message),
		executionId,
		exchange: null,
		facts: { state: content.state, symbol, exchangepair, ...content.facts },
	};
}

function contentOf(event: ExecutionEvent, state: ExecutionState): AlertContent | undefined {
	const name = nameOf(state);
	switch (event.type) {
		case 'ExecutionPlanned':
			return began(state, name);
		case 'ExecutionOpened':
			return isBetweenSlices(state) ? undefined : running(state, name);
		case 'ExecutionClosed':
			return closed(state, name, event.reason);
		case 'ExecutionFailed':
			return {
				state: 'failed',
				severity: 'warning',
				message: ALERT_TEXT.failed({ name, reason: storedReason(event.reason) }),
				facts: { reason: textOf(event.reason) },
			};
		case 'AttentionRaised':
			return {
				state: 'needs_attention',
				severity: 'critical',
				message: ALERT_TEXT.attention({ name, reason: storedReason(event.reason) }),
				facts: { reason: textOf(event.reason), attention: event.kind },
			};
		case 'AttentionCleared':
			return {
				state: 'attention_cleared',
				severity: 'info',
				message: ALERT_TEXT.attentionCleared({ name, reason: storedReason(event.reason) }),
				facts: { reason: textOf(event.reason) },
			};
		default:
			return undefined;
	}
}

function began({ plan }: ExecutionState, name: Words): AlertContent {
	const { amount, leverage, mode, takenOver } = plan;
	return {
		state: 'began',
		severity: takenOver === undefined ? 'info' : 'warning',
		message: beganMessage(plan, name),
		facts: {
			amount: figure(amount),
			leverage: figure(leverage),
			mode,
			longExchange: plan.legs.long.venue,
			shortExchange: plan.legs.short.venue,
		},
	};
}

function beganMessage({ amount, takenOver, rolls }: ExecutionPlan, name: Words): Words {
	if (takenOver !== undefined) return ALERT_TEXT.tookOver({ name, from: takenOver.from });
	return rolls === undefined
		? ALERT_TEXT.began({ name, amount })
		: ALERT_TEXT.rolls({ name, from: rolls.from });
}

/** True for an execution that is equal again after a slice of a roll took a part away. Only its end is reported. */
function isBetweenSlices({ openedAt, updatedAt, reductions }: ExecutionState): boolean {
	return openedAt !== updatedAt && reductions.at(-1)?.to !== undefined;
}

function running(state: ExecutionState, name: Words): AlertContent {
	const { deployed } = executionLedger(state, { long: null, short: null });
	return {
		state: 'running',
		severity: 'info',
		message: ALERT_TEXT.running({ name, deployed }),
		facts: {
			longSize: figure(state.held.long),
			shortSize: figure(state.held.short),
			deployed: figure(deployed),
		},
	};
}

/**
 * Builds the alert content for a closed execution from everything booked until it was flat. Settlements that an
 * exchange records later are not included.
 */
function closed(state: ExecutionState, name: Words, reason: Words): AlertContent {
	const { long, short, deployedPeak } = executionLedger(state, { long: null, short: null });
	const pnl = add(long.realized, short.realized);
	const received = add(long.fundingReceived, short.fundingReceived);
	const paid = add(long.fundingPaid, short.fundingPaid);
	const fees = add(long.fees, short.fees);
	const heldMs = (state.closedAt ?? state.updatedAt) - state.createdAt;
	return {
		state: 'closed',
		severity: 'info',
		message: ALERT_TEXT.closed({
			name,
			heldMs,
			pnl,
			funding: sub(received, paid),
			fees,
			reason: storedReason(reason),
		}),
		facts: {
			reason: textOf(reason),
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

/** Names the execution in messages: `SOLUSDT (long Bybit, short KuCoin)`. */
export function nameOf({ plan }: ExecutionState): Words {
	return executionName(plan.symbol, plan.legs.long.venue, plan.legs.short.venue);
}

function percentOf(part: Decimal, base: Decimal): Decimal | null {
	return base === 0n ? null : divTrunc(mulTrunc(part, fromInteger(100)), base);
}
