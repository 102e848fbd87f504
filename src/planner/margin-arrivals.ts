/**
 * Recognizes planned transfers in the flows of the exchanges' ledgers: a withdrawal at one exchange, and a deposit at
 * the other. A transfer may arrive in several parts. A pure state machine: the same flows in any number of calls give the
 * same states.
 */
import { abs, add, type Decimal, fromInteger, mulDown, parseDecimal, sub, ZERO } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { PlannedTransfer, SeenFlow, TransferPart, TransferState } from '../ports/margin-plan.ts';

/** A change of an account's balance that is not a trade, fee or settlement. */
export type LedgerFlow = {
	readonly exchange: VenueName;
	/** Id of the exchange's record, unique per exchange and account. */
	readonly recordId: string;
	/** USD; positive if it came in. */
	readonly amount: Decimal;
	/** Time on the exchange's clock, Unix milliseconds. */
	readonly at: number;
};

/** A change of a balance, and whether the service made it by a transfer between the owner's wallets. */
export type JudgedFlow = LedgerFlow & { readonly isOwn: boolean };

/** Largest network fee of a transfer, USD. */
export const NETWORK_FEE_MAX = fromInteger(30);
/** Smallest part of a transfer that is recognized, USD. */
export const PART_MIN = fromInteger(10);
/** People round: what they send may differ from the plan by this fraction. */
const AMOUNT_TOLERANCE = parseDecimal('0.05');
/** A transfer without a deadline is late after this time, and one that was sent after this time from then, ms. */
export const LATE_AFTER_MS = 24 * 3_600_000;
/** A deposit this long after its withdrawal is another transfer, ms. */
export const ARRIVAL_WINDOW_MS = 72 * 3_600_000;
/** Exchanges' clocks and time stamps may differ by this much, ms. */
const CLOCK_MS = 60_000;
/** Longest time between a transfer of the service and its record, ms. */
const OWN_MOVE_MS = 5 * 60_000;

/**
 * Advances the transfers by the flows that were seen, and by the time. A flow belongs to at most one transfer. Transfers
 * that have arrived or were withdrawn from the plan stay as they are.
 */
export function advanceTransfers<Transfer extends PlannedTransfer>(
	transfers: readonly Transfer[],
	flows: readonly JudgedFlow[],
	now: number,
): readonly Transfer[] {
	const used = new Set(
		transfers.flatMap(({ from, to, parts }) =>
			parts.flatMap(({ sent, arrived }) => [
				...(sent === null ? [] : [keyOf(from, sent.recordId)]),
				...(arrived === null ? [] : [keyOf(to, arrived.recordId)]),
			]),
		),
	);
	const unused = flows
		.filter(({ exchange, recordId }) => !used.has(keyOf(exchange, recordId)))
		.toSorted((a, b) => a.at - b.at || (a.recordId < b.recordId ? -1 : 1));
	// The oldest transfer has the first choice.
	const inOrder = transfers.toSorted((a, b) => a.plannedAt - b.plannedAt);
	const advanced = new Map(
		inOrder.map((transfer) => [transfer.transferId, advancedOne(transfer, unused, now)] as const),
	);
	return transfers.map((transfer) => advanced.get(transfer.transferId) ?? transfer);
}

/** Takes back a transfer that the plan no longer wants. One that was sent or has ended stays as it is. */
export function withdrawTransfer<Transfer extends PlannedTransfer>(
	transfer: Transfer,
	now: number,
): Transfer {
	return isWaiting(transfer) ? { ...transfer, state: 'withdrawn', changedAt: now } : transfer;
}

/** Returns true while nobody has sent anything and the transfer is still wanted. */
export function isWaiting({ state, parts }: Pick<PlannedTransfer, 'state' | 'parts'>): boolean {
	return parts.length === 0 && (state === 'planned' || state === 'late');
}

/** Returns what has left the one exchange and has not reached the other, USD. It counts for three days. */
export function underWay({ state, parts }: Pick<PlannedTransfer, 'state' | 'parts'>, now: number): Decimal {
	const sent = openPart(parts)?.sent ?? null;
	if (sent === null || state === 'withdrawn' || now - sent.at > ARRIVAL_WINDOW_MS) return ZERO;
	return sent.amount;
}

/** Returns what has arrived, USD. */
export function arrivedAmount({ parts }: Pick<PlannedTransfer, 'parts'>): Decimal {
	return parts.reduce<Decimal>(
		(sum, { arrived }) => (arrived === null ? sum : add(sum, arrived.amount)),
		ZERO,
	);
}

/**
 * Marks the flows that the service's own transfers between wallets caused: the same exchange, the same amount, and a
 * few minutes at most between the request and its record. Each transfer marks one flow.
 */
export function markOwnMoves(
	flows: readonly LedgerFlow[],
	moves: readonly Pick<LedgerFlow, 'exchange' | 'amount' | 'at'>[],
): readonly JudgedFlow[] {
	const own = new Set<number>();
	for (const move of moves) {
		const index = flows.findIndex(
			({ exchange, amount, at }, n) =>
				!own.has(n) &&
				exchange === move.exchange &&
				amount === move.amount &&
				Math.abs(at - move.at) <= OWN_MOVE_MS,
		);
		if (index >= 0) own.add(index);
	}
	return flows.map((flow, n) => ({ ...flow, isOwn: own.has(n) }));
}

/** Removes the flows that it takes from `unused`. */
function advancedOne<Transfer extends PlannedTransfer>(
	transfer: Transfer,
	unused: JudgedFlow[],
	now: number,
): Transfer {
	if (transfer.state === 'arrived' || transfer.state === 'withdrawn') return transfer;
	let { parts } = transfer;
	for (;;) {
		const next = nextParts({ ...transfer, parts }, unused);
		if (next === undefined) break;
		parts = next;
	}
	const state = stateOf({ ...transfer, parts }, now);
	if (state === transfer.state && parts === transfer.parts) return transfer;
	return { ...transfer, parts, state, changedAt: state === transfer.state ? transfer.changedAt : now };
}

/** Returns the parts with one more flow; undefined if no flow fits. */
function nextParts(transfer: PlannedTransfer, unused: JudgedFlow[]): readonly TransferPart[] | undefined {
	const { parts } = transfer;
	const open = openPart(parts);
	if (open !== undefined) {
		const arrived = take(unused, (flow) => isArrivalOf(transfer, open.sent, flow));
		return arrived === null ? undefined : [...parts.slice(0, -1), { sent: open.sent, arrived }];
	}
	const rest = restOf(transfer);
	if (rest === ZERO) return undefined;
	const sent = take(unused, (flow) => isWithdrawalOf(transfer, rest, flow));
	if (sent !== null) return [...parts, { sent, arrived: null }];
	// An exchange may show its withdrawals late, so a deposit alone counts too.
	const arrived = take(unused, (flow) => isDepositOf(transfer, rest, flow));
	if (arrived !== null) return [...parts, { sent: null, arrived }];
	const part = takePart(transfer, rest, unused);
	return part === undefined ? undefined : [...parts, part];
}

/** A smaller amount counts only if both its withdrawal and its deposit are there, because either may be another matter. */
function takePart(transfer: PlannedTransfer, rest: Decimal, unused: JudgedFlow[]): TransferPart | undefined {
	for (const flow of unused) {
		const amount = abs(flow.amount);
		if (!isFrom(transfer, flow) || amount < PART_MIN || amount > rest) continue;
		const sent = seen(flow);
		if (!unused.some((other) => isArrivalOf(transfer, sent, other))) continue;
		take(unused, (other) => other === flow);
		return { sent, arrived: take(unused, (other) => isArrivalOf(transfer, sent, other)) };
	}
	return undefined;
}

function stateOf(transfer: PlannedTransfer, now: number): TransferState {
	const { parts, by, plannedAt } = transfer;
	const sent = openPart(parts)?.sent ?? null;
	if (sent === null && parts.length > 0 && restOf(transfer) === ZERO) return 'arrived';
	if (now > (sent === null ? (by ?? plannedAt + LATE_AFTER_MS) : sent.at + LATE_AFTER_MS)) return 'late';
	if (sent !== null) return 'sent';
	return parts.length === 0 ? 'planned' : 'partly';
}

/** Returns the amount that has not been sent, USD; zero if it is within what fees and rounding explain. */
function restOf({ amount, parts }: PlannedTransfer): Decimal {
	const moved = parts.reduce<Decimal>(
		(sum, part) => add(sum, (part.sent ?? part.arrived)?.amount ?? ZERO),
		ZERO,
	);
	const rest = sub(amount, moved);
	return parts.length > 0 && rest <= toleranceOf(amount) ? ZERO : rest;
}

function openPart(parts: readonly TransferPart[]): TransferPart | undefined {
	const last = parts.at(-1);
	return last?.arrived === null ? last : undefined;
}

function take(unused: JudgedFlow[], fits: (flow: JudgedFlow) => boolean): SeenFlow | null {
	const index = unused.findIndex(fits);
	if (index < 0) return null;
	const [flow] = unused.splice(index, 1);
	return flow === undefined ? null : seen(flow);
}

function seen({ recordId, amount, at }: LedgerFlow): SeenFlow {
	return { recordId, amount: abs(amount), at };
}

function isFrom({ from, plannedAt }: PlannedTransfer, flow: LedgerFlow): boolean {
	return flow.exchange === from && flow.amount < 0n && flow.at >= plannedAt - CLOCK_MS;
}

/** Exchanges book the network fee with the withdrawal, or subtract it from what arrives. */
function isWithdrawalOf(transfer: PlannedTransfer, rest: Decimal, flow: LedgerFlow): boolean {
	return isFrom(transfer, flow) && isNear(abs(flow.amount), rest);
}

/** Money that the service moved from the owner's wallet may have been there before, so alone it proves nothing. */
function isDepositOf({ to, plannedAt }: PlannedTransfer, rest: Decimal, flow: JudgedFlow): boolean {
	if (flow.isOwn) return false;
	return flow.exchange === to && flow.at >= plannedAt - CLOCK_MS && isNear(flow.amount, rest);
}

function isArrivalOf({ to }: PlannedTransfer, sent: SeenFlow | null, flow: LedgerFlow): boolean {
	if (sent === null || flow.exchange !== to || flow.amount <= 0n) return false;
	const waited = flow.at - sent.at;
	if (waited < -CLOCK_MS || waited > ARRIVAL_WINDOW_MS) return false;
	return flow.amount <= sent.amount && flow.amount >= sub(sent.amount, NETWORK_FEE_MAX);
}

function isNear(found: Decimal, planned: Decimal): boolean {
	return found > 0n && abs(sub(found, planned)) <= toleranceOf(planned);
}

function toleranceOf(amount: Decimal): Decimal {
	return add(mulDown(amount, AMOUNT_TOLERANCE), NETWORK_FEE_MAX);
}

function keyOf(exchange: VenueName, recordId: string): string {
	return `${exchange} ${recordId}`;
}
