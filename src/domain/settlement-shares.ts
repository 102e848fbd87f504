/**
 * Divides one payment from a venue among the executions that held the instrument. A venue pays per account and
 * instrument. The executions' shares and the unmanaged share add up to the payment exactly.
 *
 * The times of the fills determine the holders at the settlement. The venue may count a fill in the same millisecond
 * as the settlement, or within `uncertaintyMs` before or after it. The quantity in the venue's record
 * decides. The first of these moments with that quantity is used, and the very first if none matches:
 *
 *   1. before every fill in the settlement's millisecond, because venues settle before they match orders;
 *   2. after these fills;
 *   3. after each later fill within the uncertainty, forward in time;
 *   4. before each earlier fill within the uncertainty, backward in time.
 *
 * If the venue reports no quantity, the first moment with a non-zero quantity is used, because the venue did pay.
 */
import { abs, add, type Decimal, neg, sub, ZERO } from './decimal.ts';
import type { LegRole } from './ids.ts';
import { heldAt, type LegTimeline } from './leg-timeline.ts';

/** 1e-8 in the units of `Decimal`. */
const UNIT = 10n ** 10n;

/** One execution's position in signed coins; a short leg is negative. */
export type Holder = { readonly id: string; readonly quantity: Decimal };

/** An execution's leg, with its quantities over time. */
export type HeldLeg = { readonly id: string; readonly leg: LegRole; readonly timeline: LegTimeline };

/** One payment after division, USD. The shares and the unmanaged rest add up to it exactly. */
export type PaymentShares = {
	/** Share of each holder, by execution id. */
	readonly shares: ReadonlyMap<string, Decimal>;
	/** The part that belongs to no execution; zero if the executions held everything. */
	readonly unmanaged: Decimal;
};

/**
 * The holders at a settlement. `fits` is true if the executions' quantities match the venue's. Otherwise the account
 * held something else, or lost a part that the service has not noticed.
 */
export type Holders = { readonly holders: readonly Holder[]; readonly fits: boolean };

/**
 * Finds the holders at the settlement by the rule at the top of this file. `quantity` is the venue's own signed
 * quantity; null if the venue reports none.
 */
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
 * Splits `amount` in proportion to the quantities. The whole is the venue's own quantity if reported, so that
 * unmanaged coins receive their share. Each share is truncated to the 8 places of venue ledgers. The remainder goes
 * to the holder with the largest quantity, or among equals to the id that sorts first. The unmanaged part receives
 * the remainder only if it is larger than every holder's quantity.
 */
export function sharesOf(
	amount: Decimal,
	quantity: Decimal | null,
	holders: readonly Holder[],
): PaymentShares {
	const managed = totalOf(holders);
	const whole = quantity ?? managed;
	// Neither our fills nor the venue's record show a position, so no execution gets a share.
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

/** Returns the holder with the largest quantity; undefined if the unmanaged quantity is larger than every holder's. */
function largest(holders: readonly Holder[], unmanaged: Decimal): Holder | undefined {
	let found: Holder | undefined;
	for (const holder of holders) {
		const size = abs(holder.quantity);
		const best = found === undefined ? unmanaged : abs(found.quantity);
		if (size > best || (size === best && (found === undefined || holder.id < found.id))) found = holder;
	}
	return found;
}
