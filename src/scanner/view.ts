/**
 * The records of all slots at default terms, as of one instant not long ago.
 *
 * Inputs change hundreds of times a second and readers come when they like, so nothing is computed until someone reads,
 * and then at most once per `COALESCE_MS`, and only the slots that changed. What a reader must not see late (a slot that
 * turned, came or went, a venue that is down) is taken at once.
 */
import { type CostTerms, DEFAULT_TERMS, type Opportunity } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import type { Market } from '../ports/market.ts';
import type { SortKey } from '../ports/opportunities.ts';
import { basisInDirection } from './basis-mean.ts';
import { guardsHoldUntil } from './pair-guards.ts';
import { guardContext, opportunityRecord, type RecordInputs, type RecordLimits } from './record.ts';
import { currentId, type Slot, type Slots } from './slots.ts';
import { compareBy } from './sort.ts';

const COALESCE_MS = 100;

/** A record and what it was made from, so that the same instant can be computed at other terms. */
export type Entry = { readonly inputs: RecordInputs; readonly record: Opportunity; readonly pair: string };

export interface View {
	/** Rises whenever a record may have become another. */
	version(): number;
	/** All entries in the order of a key. */
	sorted(key: SortKey): readonly Entry[];
}

/** True when a record at default terms is a record at these: the mode changes no figure. */
export function isDefault(terms: CostTerms): boolean {
	return (
		terms.amount === DEFAULT_TERMS.amount &&
		terms.leverage === DEFAULT_TERMS.leverage &&
		terms.horizonHours === DEFAULT_TERMS.horizonHours
	);
}

/** The inputs of a slot at this instant; undefined when a venue no longer lists an instrument. */
export function inputsAt(
	slot: Slot,
	parts: {
		readonly slots: Slots;
		readonly market: Market;
		readonly clock: Clock;
		readonly limits: RecordLimits;
	},
): RecordInputs | undefined {
	const legs = parts.slots.legs(slot);
	if (legs === undefined) return undefined;
	const { long, short } = legs;
	return {
		opportunityId: currentId(slot),
		long: { ...long, status: parts.market.status(long.instrument.venue) },
		short: { ...short, status: parts.market.status(short.instrument.venue) },
		basis: basisInDirection(slot.basis, slot.firstIsLong),
		now: parts.clock.now(),
		limits: parts.limits,
		quoteRate: parts.market.quoteRate,
	};
}

type KeptEntry = Entry & { readonly holdsUntil: number };

export function createView(parts: {
	readonly slots: Slots;
	readonly market: Market;
	readonly clock: Clock;
	readonly limits: RecordLimits;
}): View {
	const { slots, clock } = parts;
	let kept = new Map<Slot, KeptEntry>();
	const orders = new Map<SortKey, readonly Entry[]>();
	let version = 0;
	let refreshedAt: number | undefined;
	let upheavalsSeen = -1;

	function refresh(): void {
		const at = clock.monotonic();
		const settled = upheavalsSeen === slots.upheavals;
		if (settled && refreshedAt !== undefined && at - refreshedAt < COALESCE_MS) return;
		refreshedAt = at;
		upheavalsSeen = slots.upheavals;
		const now = clock.now();
		const next = new Map<Slot, KeptEntry>();
		let isOther = !settled;
		for (const slot of slots.all()) {
			const known = kept.get(slot);
			if (known !== undefined && !slot.changed && now < known.holdsUntil) {
				next.set(slot, known);
				continue;
			}
			isOther = true;
			slot.changed = false;
			const made = makeEntry(slot);
			if (made !== undefined) next.set(slot, made);
		}
		kept = next;
		if (!isOther) return;
		version += 1;
		orders.clear();
	}

	function makeEntry(slot: Slot): KeptEntry | undefined {
		const inputs = inputsAt(slot, parts);
		if (inputs === undefined) return undefined;
		slot.issued.add(inputs.opportunityId);
		return {
			inputs,
			record: opportunityRecord(inputs, DEFAULT_TERMS),
			pair: slot.pair,
			holdsUntil: guardsHoldUntil(inputs.long, inputs.short, guardContext(inputs, DEFAULT_TERMS)),
		};
	}

	return {
		version() {
			refresh();
			return version;
		},
		sorted(key) {
			refresh();
			let order = orders.get(key);
			if (order === undefined) {
				const compare = compareBy(key);
				order = [...kept.values()].sort((a, b) => compare(a.record, b.record));
				orders.set(key, order);
			}
			return order;
		},
	};
}
