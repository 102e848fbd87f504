/**
 * One slot per unordered pair of instruments of one coin on two venues, kept in step with the market: which slots
 * there are, in which direction each stands, and what its price basis was.
 *
 * Direction: while no expectation of carry is fitted it is the sign of the headline spread. Once both running estimates
 * are known the slot takes that sign, and turns only when the spread of its direction falls below minus half a basis
 * point, so that ids do not flap around zero.
 */
import { type Decimal, neg, parseDecimal } from '../domain/decimal.ts';
import { exchangePair } from '../domain/exchange-pair.ts';
import { headlineSpread, type PredictedFunding } from '../domain/funding.ts';
import { opportunityId, slotKey } from '../domain/ids.ts';
import { type InstrumentKey, instrumentKey, type VenueName } from '../domain/instrument.ts';
import { midPrice } from '../domain/order-book.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs, Market } from '../ports/market.ts';
import { type BasisMean, NO_BASIS, observeBasis } from './basis-mean.ts';
import { type AgeLimits, isStale } from './guards.ts';

type SlotSide = { readonly key: InstrumentKey; readonly venue: VenueName; readonly symbol: string };

export type Slot = {
	/** In alphabetical order of their keys. */
	readonly sides: readonly [SlotSide, SlotSide];
	/** Canonical name of the exchange pair. */
	readonly pair: string;
	/** Ids of both directions. */
	readonly ids: { readonly firstLong: string; readonly secondLong: string };
	firstIsLong: boolean;
	/** Both running estimates that the direction was last judged by. */
	judged: readonly [PredictedFunding, PredictedFunding] | undefined;
	basis: BasisMean;
	/** True from a change of an input until whoever keeps records has taken note. */
	changed: boolean;
	/** Ids under which records of it were made. */
	readonly issued: Set<string>;
};

/** The inputs of both legs in the slot's direction. */
export type SlotLegs = { readonly long: InstrumentInputs; readonly short: InstrumentInputs };

export interface Slots {
	all(): Iterable<Slot>;
	/** Undefined when a venue no longer lists an instrument. */
	legs(slot: Slot): SlotLegs | undefined;
	/** The slot that has this id in either direction. */
	ofId(id: string): Slot | undefined;
	/** True when a slot that is gone was once shown under this id. */
	wasIssued(id: string): boolean;
	/** Rises when a slot came, went or turned, or a venue's status changed: what is known by heart is then wrong. */
	readonly upheavals: number;
	close(): void;
}

/** Half a basis point of the headline spread. */
const DEAD_BAND: Decimal = parseDecimal('0.00005');
const BASIS_SAMPLE_MS = 1_000;
/** Ids of slots that are gone, remembered so that they are expired and not unknown; the oldest are forgotten. */
const GONE_IDS_MAX = 10_000;

export function currentId(slot: Slot): string {
	return slot.firstIsLong ? slot.ids.firstLong : slot.ids.secondLong;
}

/** How many slots there can be is bounded by the instruments that the market holds. */
export function createSlots(options: {
	readonly market: Market;
	readonly clock: Clock;
	readonly limits: AgeLimits;
}): Slots {
	const { market, clock, limits } = options;
	const slots = new Map<string, Slot>();
	const slotsOf = new Map<InstrumentKey, Set<Slot>>();
	const sidesOfCoin = new Map<string, Map<InstrumentKey, SlotSide>>();
	const slotOfId = new Map<string, Slot>();
	const goneIds = new Set<string>();
	let upheavals = 0;

	const cancels = [
		market.onChange(takeChange),
		market.onVenue(takeVenue),
		clock.every(BASIS_SAMPLE_MS, sampleBasis),
	];
	for (const inputs of market.inputs()) addInstrument(inputs);

	function takeChange(inputs: InstrumentInputs): void {
		const own = slotsOf.get(instrumentKey(inputs.instrument));
		if (own === undefined) {
			addInstrument(inputs);
			return;
		}
		for (const slot of own) {
			slot.changed = true;
			judgeDirection(slot);
		}
	}

	function takeVenue(venue: VenueName): void {
		const present = new Set<InstrumentKey>();
		for (const inputs of market.inputs(venue)) {
			const key = instrumentKey(inputs.instrument);
			present.add(key);
			if (!slotsOf.has(key)) addInstrument(inputs);
		}
		for (const sides of sidesOfCoin.values())
			for (const side of sides.values())
				if (side.venue === venue && !present.has(side.key)) dropInstrument(side, sides);
		for (const slot of slots.values())
			if (slot.sides.some((side) => side.venue === venue)) slot.changed = true;
		upheavals += 1;
	}

	function addInstrument({ instrument }: InstrumentInputs): void {
		const side = { key: instrumentKey(instrument), venue: instrument.venue, symbol: instrument.symbol };
		const sides = sidesOfCoin.get(instrument.coin) ?? new Map<InstrumentKey, SlotSide>();
		sidesOfCoin.set(instrument.coin, sides);
		slotsOf.set(side.key, new Set());
		for (const other of sides.values()) if (other.venue !== side.venue) addSlot(side, other);
		sides.set(side.key, side);
	}

	function addSlot(a: SlotSide, b: SlotSide): void {
		const [first, second] = a.key < b.key ? [a, b] : [b, a];
		const slot: Slot = {
			sides: [first, second],
			pair: exchangePair(a.venue, b.venue).name,
			ids: { firstLong: opportunityId(first, second), secondLong: opportunityId(second, first) },
			firstIsLong: true,
			judged: undefined,
			basis: NO_BASIS,
			changed: true,
			issued: new Set(),
		};
		slots.set(slotKey(a.key, b.key), slot);
		slotOfId.set(slot.ids.firstLong, slot).set(slot.ids.secondLong, slot);
		slotsOf.get(a.key)?.add(slot);
		slotsOf.get(b.key)?.add(slot);
		judgeDirection(slot);
		upheavals += 1;
	}

	function dropInstrument(side: SlotSide, sides: Map<InstrumentKey, SlotSide>): void {
		for (const slot of slotsOf.get(side.key) ?? []) {
			const [first, second] = slot.sides;
			slots.delete(slotKey(first.key, second.key));
			for (const { key } of slot.sides) slotsOf.get(key)?.delete(slot);
			slotOfId.delete(slot.ids.firstLong);
			slotOfId.delete(slot.ids.secondLong);
			for (const id of slot.issued) rememberGone(id);
		}
		slotsOf.delete(side.key);
		sides.delete(side.key);
	}

	function rememberGone(id: string): void {
		goneIds.delete(id);
		goneIds.add(id);
		const [oldest] = goneIds;
		if (goneIds.size > GONE_IDS_MAX && oldest !== undefined) goneIds.delete(oldest);
	}

	function inputsOf({ venue, symbol }: SlotSide): InstrumentInputs | undefined {
		return market.get(venue, symbol);
	}

	function judgeDirection(slot: Slot): void {
		const first = inputsOf(slot.sides[0])?.ticker?.funding ?? null;
		const second = inputsOf(slot.sides[1])?.ticker?.funding ?? null;
		if (first === null || second === null) return;
		if (slot.judged?.[0] === first && slot.judged[1] === second) return;
		const spread = slot.firstIsLong ? headlineSpread(first, second) : headlineSpread(second, first);
		const turnsBelow = slot.judged === undefined ? 0n : neg(DEAD_BAND);
		slot.judged = [first, second];
		if (spread >= turnsBelow) return;
		slot.firstIsLong = !slot.firstIsLong;
		upheavals += 1;
	}

	/** Mids that are older than their limit say nothing of this second. */
	function sampleBasis(): void {
		const now = clock.now();
		const freshMid = (side: SlotSide): Decimal | undefined => {
			const inputs = inputsOf(side);
			if (inputs?.book === undefined || isStale(inputs.bookReceivedAt, limits.bookStaleMs, now))
				return undefined;
			return midPrice(inputs.book);
		};
		for (const slot of slots.values()) {
			const first = freshMid(slot.sides[0]);
			const second = freshMid(slot.sides[1]);
			if (first === undefined || second === undefined) continue;
			slot.basis = observeBasis(slot.basis, first, second, now);
			slot.changed = true;
		}
	}

	return {
		all: () => slots.values(),
		legs(slot) {
			const first = inputsOf(slot.sides[0]);
			const second = inputsOf(slot.sides[1]);
			if (first === undefined || second === undefined) return undefined;
			return slot.firstIsLong ? { long: first, short: second } : { long: second, short: first };
		},
		ofId: (id) => slotOfId.get(id),
		wasIssued: (id) => goneIds.has(id),
		get upheavals() {
			return upheavals;
		},
		close() {
			for (const cancel of cancels) cancel();
		},
	};
}
