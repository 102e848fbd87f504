/**
 * Divides one payment of a venue among the executions that held the instrument. A venue pays per account and
 * instrument; the shares of the executions and the unmanaged share sum to the payment to the digit.
 *
 * The times of the fills determine the holders at the instant. The venue may count a fill in the very millisecond of
 * the instant, or closer to it than `settlementUncertaintyMs`, on either side. The quantity in the
 * venue's record decides. The first of these moments with that quantity is used, and the very first if none matches:
 *
 *   1. before every fill of the instant's millisecond: venues settle before they match;
 *   2. after them;
 *   3. after each later fill inside the uncertainty, in time;
 *   4. before each earlier fill inside the uncertainty, backward in time.
 *
 * If the venue states no quantity, the first moment with a non-zero quantity is used: somebody was paid.
 */
import { abs, add, type Decimal, neg, sub, ZERO } from './decimal.ts';
import type { LegRole } from './ids.ts';
import { heldAt, type LegTimeline } from './leg-timeline.ts';

/** 1e-8. */
const UNIT = 10n ** 10n;

/** Signed coins of one execution: a short leg is negative. */
export type Holder = { readonly id: string; readonly quantity: Decimal };

/** A leg of an execution with its quantities over time. */
export type HeldLeg = { readonly id: string; readonly leg: LegRole; readonly timeline: LegTimeline };

/** One payment divided, USD: the shares and the unmanaged rest sum to it exactly. */
export type PaymentShares = {
	/** Share of each holder, by execution. */
	readonly shares: ReadonlyMap<string, Decimal>;
	/** The part outside all executions; zero if the executions held everything. */
	readonly unmanaged: Decimal;
};

/** `fits`: the executions' quantities match the venue's; otherwise something else was held, or was taken unnoticed. */
export type Holders = { readonly holders: readonly Holder[]; readonly fits: boolean };

/** Holders at the settlement, by the rule above. `quantity`: the venue's own, signed; null if it states none. */
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
 * Splits `amount` in proportion to the quantities. The whole is the venue's own quantity if stated, so that unmanaged
 * coins receive their share. Each share is truncated to the 8 places of venue ledgers. The remainder goes to the
 * largest holder, or among equals to the id that sorts first. The unmanaged part receives it only if it is larger
 * than every holder.
 */
export function sharesOf(
	amount: Decimal,
	quantity: Decimal | null,
	holders: readonly Holder[],
): PaymentShares {
	const managed = totalOf(holders);
	const whole = quantity ?? managed;
	// Neither our fills nor the venue show a holder, so the payment is not ours.
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

/** Undefined if the unmanaged quantity is larger than every holder. */
function largest(holders: readonly Holder[], unmanaged: Decimal): Holder | undefined {
	let found: Holder | undefined;
	for (const holder of holders) {
		const size = abs(holder.quantity);
		const best = found === undefined ? unmanaged : abs(found.quantity);
		if (size > best || (size === best && (found === undefined || holder.id < found.id))) found = holder;
	}
	return found;
}
