/**
 * One payment of a venue, shared among the executions that held the instrument. A venue pays per account and
 * instrument; the executions' shares, and that of what this service does not manage, sum to the payment to the digit.
 *
 * Who held at the instant is told by the times of the fills. A fill in the very millisecond of the instant, or so near
 * to it that the venue itself may count it on either side (`settlementUncertaintyMs`), is decided by the quantity that
 * the venue states in its record: the first of these that fits it is taken, and without a fit the first of all:
 *
 *   1. before every fill of the instant's millisecond: venues settle before they match;
 *   2. after them;
 *   3. after each later fill inside the uncertainty, in time;
 *   4. before each earlier fill inside the uncertainty, backward in time.
 *
 * Where the venue states no quantity, the first that is not zero is taken: somebody was paid.
 */
import { abs, add, type Decimal, neg, sub, ZERO } from './decimal.ts';
import type { LegRole } from './ids.ts';
import { heldAt, type LegTimeline } from './leg-timeline.ts';

/** 1e-8. */
const UNIT = 10n ** 10n;

/** Signed coins of one execution: a short leg is negative. */
export type Holder = { readonly id: string; readonly quantity: Decimal };

/** A leg of an execution with the quantities that it held over time. */
export type HeldLeg = { readonly id: string; readonly leg: LegRole; readonly timeline: LegTimeline };

/** One payment divided, USD: the shares and the unmanaged rest sum to it exactly. */
export type PaymentShares = {
	/** By execution; only those that held. */
	readonly shares: ReadonlyMap<string, Decimal>;
	/** What belongs to no execution; zero where the executions held all of it. */
	readonly unmanaged: Decimal;
};

/** `fits`: the executions' quantities are what the venue paid on; else something else was held, or was taken unnoticed. */
export type Holders = { readonly holders: readonly Holder[]; readonly fits: boolean };

/** Who held at the settlement, by the rule above. `quantity`: the venue's own, signed; null where it gives none. */
export function holdersAt(
	legs: readonly HeldLeg[],
	settledAt: number,
	quantity: Decimal | null,
	uncertaintyMs: number,
): Holders {
	let first: readonly Holder[] | undefined;
	for (const { at, inclusive } of cutsAround(legs, settledAt, uncertaintyMs)) {
		const holders = legs.map(({ id, leg, timeline }): Holder => {
			const held = heldAt(timeline, at, inclusive);
			return { id, quantity: leg === 'long' ? held : neg(held) };
		});
		first ??= holders;
		const total = totalOf(holders);
		if (quantity === null ? total !== 0n : total === quantity)
			return { holders: present(holders), fits: true };
	}
	return { holders: present(first ?? []), fits: false };
}

type Cut = { readonly at: number; readonly inclusive: boolean };

function* cutsAround(legs: readonly HeldLeg[], settledAt: number, uncertaintyMs: number): Generator<Cut> {
	yield { at: settledAt, inclusive: false };
	yield { at: settledAt, inclusive: true };
	const near = new Set(
		legs.flatMap(({ timeline }) =>
			timesWithin(timeline, settledAt - uncertaintyMs, settledAt + uncertaintyMs),
		),
	);
	const times = [...near].sort((a, b) => a - b);
	for (const at of times) if (at > settledAt) yield { at, inclusive: true };
	for (const at of times.reverse()) if (at < settledAt) yield { at, inclusive: false };
}

function timesWithin({ times }: LegTimeline, from: number, to: number): readonly number[] {
	return times.filter((time) => time >= from && time <= to);
}

function present(holders: readonly Holder[]): readonly Holder[] {
	return holders.filter((holder) => holder.quantity !== 0n);
}

function totalOf(holders: readonly Holder[]): Decimal {
	return holders.reduce<Decimal>((total, holder) => add(total, holder.quantity), ZERO);
}

/**
 * Splits `amount` in proportion to the quantities; the whole is the venue's own quantity where it gives one, so that
 * what is not managed takes its share. Each share is truncated to the 8 places that venues' ledgers count to; what that
 * leaves goes to the largest holder, of equal ones to the one whose id sorts first, to the unmanaged part only when it is
 * larger than every other.
 */
export function sharesOf(
	amount: Decimal,
	quantity: Decimal | null,
	holders: readonly Holder[],
): PaymentShares {
	const managed = totalOf(holders);
	const whole = quantity ?? managed;
	// Nobody held, by anybody's word: the payment is nobody's of ours.
	if (whole === 0n) return { shares: new Map(), unmanaged: amount };
	const shares = new Map<string, Decimal>();
	for (const holder of holders) shares.set(holder.id, shareOf(amount, holder.quantity, whole));
	const unmanagedQuantity = sub(whole, managed);
	const unmanaged = shareOf(amount, unmanagedQuantity, whole);
	const rest = [...shares.values()].reduce<Decimal>(
		(left, share) => sub(left, share),
		sub(amount, unmanaged),
	);
	const receiver = largest(holders, abs(unmanagedQuantity));
	if (receiver === undefined) return { shares, unmanaged: add(unmanaged, rest) };
	shares.set(receiver.id, add(shares.get(receiver.id) ?? ZERO, rest));
	return { shares, unmanaged };
}

function shareOf(amount: Decimal, quantity: Decimal, whole: Decimal): Decimal {
	return (((((amount * quantity) / whole) as Decimal) / UNIT) * UNIT) as Decimal;
}

/** Undefined when what is not managed is larger than every holder. */
function largest(holders: readonly Holder[], unmanaged: Decimal): Holder | undefined {
	let found: Holder | undefined;
	for (const holder of holders) {
		const size = abs(holder.quantity);
		const best = found === undefined ? unmanaged : abs(found.quantity);
		if (size > best || (size === best && (found === undefined || holder.id < found.id))) found = holder;
	}
	return found;
}
