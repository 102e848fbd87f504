/**
 * Converts journaled events of every released version to today's form. Events on disk are never rewritten, so a
 * change in meaning needs a new version and a step here.
 */
import { type Decimal, mulUp } from './decimal.ts';
import {
	type AccountEvent,
	type AttentionKind,
	EXECUTION_EVENT_VERSION,
	type ExecutionEvent,
} from './event.ts';
import { withReason } from './journal-reason.ts';

/** Converts an execution's event. @throws Error for an unknown version, which a newer program wrote. */
export function upcastExecutionEvent(type: string, version: number, payload: unknown): ExecutionEvent {
	assertKnown(type, version);
	const members = payload as Members;
	return { type, ...(version === 1 ? fromFirst(type, members) : withReason(members)) } as ExecutionEvent;
}

/** Converts an account's event. @throws Error for an unknown version, which a newer program wrote. */
export function upcastAccountEvent(type: string, version: number, payload: unknown): AccountEvent {
	assertKnown(type, version);
	const members = payload as Members;
	return { type, ...(version === 1 ? accountFromFirst(type, members) : members) } as AccountEvent;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Converts an execution's event of version 1 (releases 0.1 and 0.2). These releases had one slice, opened both legs
 * at once, charged fees in USDT, and exited by time alone.
 */
function fromFirst(type: string, members: Members): Members {
	switch (type) {
		case 'ExecutionPlanned':
			return { ...members, plan: firstPlan(members.plan as Members) };
		case 'OrderIntended':
			return { ...members, timeInForce: 'IOC' };
		case 'FillsRecorded':
			return { ...members, fills: (members.fills as readonly Members[]).map(firstFill) };
		case 'AttentionRaised':
			return { ...members, kind: firstAttention(String(members.reason)) };
		default:
			return members;
	}
}

/** Converts an account's event of version 1 (releases 0.1 and 0.2). These releases read only USDT. */
function accountFromFirst(type: string, members: Members): Members {
	return type === 'ExternalFlowRecorded' ? { ...members, asset: 'USDT', quantity: members.amount } : members;
}

function firstPlan(plan: Members): Members {
	return {
		...plan,
		children: [{ quantity: plan.quantity, basisMin: null }],
		firstLeg: null,
		makerMs: 0,
		openWithinMs: 0,
		// Version 1 did not slice its orders, so this limit must allow the whole amount.
		unhedgedMax: mulUp(plan.amount as Decimal, plan.leverage as Decimal),
		netFloor: null,
		exit: {
			...(plan.exit as Members),
			takeProfitPct: null,
			stopLossPct: null,
			closeOnReversal: false,
			minLiquidationDistancePct: null,
		},
	};
}

/** Derives the attention kind of a version 1 event from the first words of its message. */
function firstAttention(reason: string): AttentionKind {
	if (reason.startsWith('An order has been unknown')) return 'unknown';
	if (reason.startsWith('The close waits')) return 'price';
	return reason.startsWith('Our fills say flat') ? 'flat' : 'stuck';
}

function firstFill(fill: Members): Members {
	return { ...fill, feeAsset: 'USDT', feeQuantity: fill.fee };
}

function assertKnown(type: string, version: number): void {
	if (version >= 1 && version <= EXECUTION_EVENT_VERSION) return;
	throw new Error(
		`The journal holds a ${type} event of version ${version}, but this program reads versions up to ${EXECUTION_EVENT_VERSION}. Start the newer version that wrote it.`,
	);
}
