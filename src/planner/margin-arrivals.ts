/**
 * Recognizes planned transfers in the flows of the exchanges' ledgers: a withdrawal at one exchange, and a deposit at
 * the other. A pure state machine: the same flows in any number of calls give the same states.
 */
import { abs, add, type Decimal, fromInteger, mulDown, parseDecimal, sub } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { PlannedTransfer, SeenFlow } from '../ports/margin-plan.ts';

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

/** Largest network fee of a transfer, USD. */
export const NETWORK_FEE_MAX = fromInteger(30);
/** People round: what they send may differ from the plan by this fraction. */
const AMOUNT_TOLERANCE = parseDecimal('0.05');
/** A transfer without a deadline is late after this time, and one that was sent after this time from then, ms. */
export const LATE_AFTER_MS = 24 * 3_600_000;
/** A deposit this long after its withdrawal is another transfer, ms. */
export const ARRIVAL_WINDOW_MS = 72 * 3_600_000;
/** Exchanges' clocks and time stamps may differ by this much, ms. */
const CLOCK_MS = 60_000;

/**
 * Advances the transfers by the flows that were seen, and by the time. A flow belongs to at most one transfer. Transfers
 * that have arrived or were withdrawn from the plan stay as they are.
 */
export function advanceTransfers(
	transfers: readonly PlannedTransfer[],
	flows: readonly LedgerFlow[],
	now: number,
): readonly PlannedTransfer[] {
	const used = new Set(
		transfers.flatMap(({ from, to, sent, arrived }) => [
			...(sent === null ? [] : [keyOf(from, sent.recordId)]),
			...(arrived === null ? [] : [keyOf(to, arrived.recordId)]),
		]),
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
export function withdrawTransfer(transfer: PlannedTransfer, now: number): PlannedTransfer {
	const isWaiting = transfer.sent === null && (transfer.state === 'planned' || transfer.state === 'late');
	return isWaiting ? { ...transfer, state: 'withdrawn', changedAt: now } : transfer;
}

/** Removes the flows that it takes from `unused`. */
function advancedOne(transfer: PlannedTransfer, unused: LedgerFlow[], now: number): PlannedTransfer {
	if (transfer.state === 'arrived' || transfer.state === 'withdrawn') return transfer;
	const sent = transfer.sent ?? take(unused, (flow) => isWithdrawalOf(transfer, flow));
	const withSent = { ...transfer, sent };
	const arrived = take(unused, (flow) => isDepositOf(withSent, flow));
	if (arrived !== null) return { ...withSent, arrived, state: 'arrived', changedAt: now };
	const lateAt =
		sent === null ? (transfer.by ?? transfer.plannedAt + LATE_AFTER_MS) : sent.at + LATE_AFTER_MS;
	const state = now > lateAt ? 'late' : sent === null ? 'planned' : 'sent';
	if (state === transfer.state && sent === transfer.sent) return transfer;
	return { ...withSent, state, changedAt: state === transfer.state ? transfer.changedAt : now };
}

function take(unused: LedgerFlow[], fits: (flow: LedgerFlow) => boolean): SeenFlow | null {
	const index = unused.findIndex(fits);
	if (index < 0) return null;
	const [flow] = unused.splice(index, 1);
	return flow === undefined ? null : { recordId: flow.recordId, amount: abs(flow.amount), at: flow.at };
}

/** Exchanges book the network fee with the withdrawal, or subtract it from what arrives. */
function isWithdrawalOf({ from, amount, plannedAt }: PlannedTransfer, flow: LedgerFlow): boolean {
	if (flow.exchange !== from || flow.amount >= 0n || flow.at < plannedAt - CLOCK_MS) return false;
	return isNear(abs(flow.amount), amount);
}

/** A deposit without a seen withdrawal counts too, because an exchange may show its withdrawals late. */
function isDepositOf({ to, amount, plannedAt, sent }: PlannedTransfer, flow: LedgerFlow): boolean {
	if (flow.exchange !== to || flow.amount <= 0n) return false;
	if (sent === null) return flow.at >= plannedAt - CLOCK_MS && isNear(flow.amount, amount);
	const waited = flow.at - sent.at;
	if (waited < -CLOCK_MS || waited > ARRIVAL_WINDOW_MS) return false;
	return flow.amount <= sent.amount && flow.amount >= sub(sent.amount, NETWORK_FEE_MAX);
}

function isNear(found: Decimal, planned: Decimal): boolean {
	const tolerance = add(mulDown(planned, AMOUNT_TOLERANCE), NETWORK_FEE_MAX);
	return abs(sub(found, planned)) <= tolerance;
}

function keyOf(exchange: VenueName, recordId: string): string {
	return `${exchange} ${recordId}`;
}
