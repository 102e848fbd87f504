/**
 * Keeps one slot per unordered pair of instruments of one coin on two venues, and answers with their records.
 *
 * A slot's direction is the sign of the headline spread; inside half a basis point the direction is kept, so that ids
 * do not flap. A record at default terms is made when it is asked for and an input of the slot has changed since.
 */
import { priceBasis } from '../domain/cost.ts';
import { abs, fromInteger, parseDecimal } from '../domain/decimal.ts';
import { exchangePair, exchangePairs } from '../domain/exchange-pair.ts';
import { headlineSpread } from '../domain/funding.ts';
import { opportunityId, slotKey } from '../domain/ids.ts';
import { type InstrumentKey, instrumentKey } from '../domain/instrument.ts';
import type { CostTerms, Opportunity } from '../domain/opportunity.ts';
import { midPrice } from '../domain/order-book.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs, Market } from '../ports/market.ts';
import type {
	ExchangePairRow,
	OpportunityBook,
	OpportunityLegs,
	OpportunityPage,
	OpportunityQuery,
} from '../ports/opportunities.ts';
import { type BasisMean, NO_BASIS, observeBasis } from './basis-mean.ts';
import { createDetails, type FetchSettledRates } from './detail.ts';
import { blockingGuards } from './guards.ts';
import { bestOf, opportunityRecord, type RecordLimits } from './record.ts';
import { compareBy } from './sort.ts';

export type ScannerOptions = {
	readonly market: Market;
	readonly clock: Clock;
	readonly fetchSettledRates: FetchSettledRates;
	readonly limits: RecordLimits;
};

/** What a record is made for when the caller names nothing: the contract's defaults. */
export const DEFAULT_TERMS: CostTerms = {
	amount: fromInteger(1_000),
	horizonHours: fromInteger(168),
	leverage: fromInteger(1),
	mode: 'single-direct',
};

type Slot = {
	/** The two instruments in alphabetical order of their keys. */
	readonly keys: readonly [InstrumentKey, InstrumentKey];
	readonly pair: string;
	/** True when the first one is the long leg. */
	firstIsLong: boolean;
	/** Of (second price / first price − 1). */
	basis: BasisMean;
	dirty: boolean;
	record: Opportunity | undefined;
	recordedAt: number;
};

/** Inside this band of the spread the direction is kept. */
const DEAD_BAND = parseDecimal('0.00005');
const BASIS_SAMPLE_MS = 1_000;

export type Scanner = OpportunityBook & { readonly close: () => void };

export function createScanner(options: ScannerOptions): Scanner {
	const { market, clock, limits } = options;
	const slots = new Map<string, Slot>();
	const slotsOf = new Map<InstrumentKey, Slot[]>();
	const slotOfId = new Map<string, Slot>();
	const details = createDetails(options.fetchSettledRates, clock);
	let version = 0;

	const cancelChanges = market.onChange((inputs) => {
		const key = instrumentKey(inputs.instrument);
		if (!slotsOf.has(key)) addInstrument(inputs);
		for (const slot of slotsOf.get(key) ?? []) slot.dirty = true;
		version += 1;
	});
	const cancelVenues = market.onVenue((venue) => {
		for (const inputs of market.inputs(venue))
			if (!slotsOf.has(instrumentKey(inputs.instrument))) addInstrument(inputs);
		dropGone(venue);
		for (const slot of slots.values()) slot.dirty = true;
		version += 1;
	});
	const cancelSamples = clock.every(BASIS_SAMPLE_MS, sampleBasis);
	for (const inputs of market.inputs()) addInstrument(inputs);

	/** Pairs a new instrument with those of the same coin on other venues. */
	function addInstrument(inputs: InstrumentInputs): void {
		const key = instrumentKey(inputs.instrument);
		const own: Slot[] = [];
		for (const other of market.inputs()) {
			if (
				other.instrument.coin !== inputs.instrument.coin ||
				other.instrument.venue === inputs.instrument.venue
			)
				continue;
			own.push(
				slotFor(key, inputs.instrument.venue, instrumentKey(other.instrument), other.instrument.venue),
			);
		}
		slotsOf.set(key, own);
	}

	function slotFor(a: InstrumentKey, venueA: string, b: InstrumentKey, venueB: string): Slot {
		const id = slotKey(a, b);
		const known = slots.get(id);
		if (known !== undefined) return known;
		const slot: Slot = {
			keys: a < b ? [a, b] : [b, a],
			pair: exchangePair(venueA, venueB).name,
			firstIsLong: true,
			basis: NO_BASIS,
			dirty: true,
			record: undefined,
			recordedAt: 0,
		};
		slots.set(id, slot);
		for (const key of slot.keys) {
			const own = slotsOf.get(key);
			if (own !== undefined && !own.includes(slot)) own.push(slot);
		}
		for (const firstIsLong of [true, false]) slotOfId.set(idOf(slot, firstIsLong), slot);
		return slot;
	}

	/** Slots of instruments that the venue no longer lists; their ids stay known, so that they are expired and not unknown. */
	function dropGone(venue: string): void {
		const present = new Set(market.inputs().map((inputs) => instrumentKey(inputs.instrument)));
		for (const [id, slot] of slots) {
			if (!slot.keys.some((key) => key.startsWith(`${venue}:`) && !present.has(key))) continue;
			slots.delete(id);
			for (const key of slot.keys) {
				const rest = (slotsOf.get(key) ?? []).filter((other) => other !== slot);
				if (present.has(key)) slotsOf.set(key, rest);
				else slotsOf.delete(key);
			}
		}
	}

	function idOf(slot: Slot, firstIsLong: boolean): string {
		const [first, second] = slot.keys.map(namesOf);
		if (first === undefined || second === undefined)
			throw new Error('Invariant broken: a slot has two instruments.');
		return firstIsLong ? opportunityId(first, second) : opportunityId(second, first);
	}

	function sidesOf(
		slot: Slot,
	): { readonly long: InstrumentInputs; readonly short: InstrumentInputs } | undefined {
		const [first, second] = slot.keys.map((key) => {
			const { venue, symbol } = namesOf(key);
			return market.get(venue, symbol);
		});
		if (first === undefined || second === undefined) return undefined;
		return slot.firstIsLong ? { long: first, short: second } : { long: second, short: first };
	}

	/** Turns the slot when the headline has left the dead band on the other side. */
	function orient(slot: Slot): void {
		const sides = sidesOf(slot);
		const long = sides?.long.ticker?.funding;
		const short = sides?.short.ticker?.funding;
		if (long === undefined || long === null || short === undefined || short === null) return;
		const spread = headlineSpread(long, short);
		const fresh = slot.record === undefined;
		if (spread < 0n && (fresh || abs(spread) > DEAD_BAND)) slot.firstIsLong = !slot.firstIsLong;
	}

	function recordAt(slot: Slot, terms: CostTerms): Opportunity | undefined {
		const sides = sidesOf(slot);
		if (sides === undefined) return undefined;
		return opportunityRecord(
			{ ...sides, basis: orientedBasis(slot), market, now: clock.now(), limits },
			terms,
		);
	}

	/** The mean for (short / long − 1): that of the other direction is its reciprocal, to first order its negative. */
	function orientedBasis(slot: Slot): BasisMean {
		if (slot.firstIsLong || slot.basis.value === undefined) return slot.basis;
		return { ...slot.basis, value: reciprocalBasis(slot.basis.value) };
	}

	function defaultRecord(slot: Slot): Opportunity | undefined {
		if (!slot.dirty && slot.record !== undefined && !isExpired(slot.record)) return aged(slot, slot.record);
		orient(slot);
		slot.record = recordAt(slot, DEFAULT_TERMS);
		slot.dirty = false;
		slot.recordedAt = clock.now();
		return slot.record;
	}

	function aged(slot: Slot, record: Opportunity): Opportunity {
		return record.age_ms === null
			? record
			: { ...record, age_ms: record.age_ms + Math.max(0, clock.now() - slot.recordedAt) };
	}

	/** Time alone makes inputs stale: then the record must be judged anew. */
	function isExpired(record: Opportunity): boolean {
		return record.expires_at === null || Date.parse(record.expires_at) <= clock.now();
	}

	function sampleBasis(): void {
		const now = clock.now();
		for (const slot of slots.values()) {
			const [first, second] = slot.keys.map((key) => {
				const { venue, symbol } = namesOf(key);
				const book = market.get(venue, symbol)?.book;
				return book === undefined ? undefined : midPrice(book);
			});
			if (first !== undefined && second !== undefined)
				slot.basis = observeBasis(slot.basis, priceBasis(first, second), now);
		}
	}

	/** Default records of the slots of one exchange pair, or of all. */
	function defaultRecords(pair: string | undefined): Opportunity[] {
		const records: Opportunity[] = [];
		for (const slot of slots.values()) {
			if (pair !== undefined && slot.pair !== pair) continue;
			const record = defaultRecord(slot);
			if (record !== undefined) records.push(record);
		}
		return records;
	}

	function list(query: OpportunityQuery): OpportunityPage {
		const wanted = query.q?.toUpperCase();
		let records = defaultRecords(query.exchangepair).filter(
			(record) => wanted === undefined || record.symbol.toUpperCase().includes(wanted),
		);
		if (!isDefault(query.terms)) records = records.flatMap((record) => atTerms(record, query.terms) ?? []);
		if (query.tradableOnly) records = records.filter((record) => blockingGuards(record).length === 0);
		records.sort(compareBy(query.sortby));
		const pages = Math.ceil(records.length / query.limit);
		return {
			data: records.slice((query.page - 1) * query.limit, query.page * query.limit),
			pagination: {
				current_page: query.page,
				per_page: query.limit,
				total_count: records.length,
				total_pages: pages,
				has_next: query.page < pages,
				has_previous: query.page > 1,
			},
			as_of: new Date(clock.now()).toISOString(),
		};
	}

	function atTerms(record: Opportunity, terms: CostTerms): Opportunity | undefined {
		const slot = slotOfId.get(record.opportunity_id);
		return slot === undefined ? undefined : recordAt(slot, terms);
	}

	function find(id: string): OpportunityLegs | 'expired' | 'unknown' {
		const slot = slotOfId.get(id);
		if (slot === undefined) return 'unknown';
		orient(slot);
		const sides = slots.has(slotKey(...slot.keys)) ? sidesOf(slot) : undefined;
		if (sides === undefined || idOf(slot, slot.firstIsLong) !== id) return 'expired';
		return { long: sides.long.instrument, short: sides.short.instrument };
	}

	function record(id: string, terms: CostTerms): Opportunity | undefined {
		if (typeof find(id) === 'string') return undefined;
		const slot = slotOfId.get(id);
		return slot === undefined ? undefined : recordAt(slot, terms);
	}

	function pairs(): readonly ExchangePairRow[] {
		return exchangePairs(market.venues).map(({ name, venues }) => pairRow(name, venues));
	}

	function pairRow(name: string, venues: readonly [string, string]): ExchangePairRow {
		const statuses = venues.map((venue) => market.status(venue));
		const troubled = statuses.filter((status) => status.state !== 'fresh');
		const records = defaultRecords(name);
		const tradable = records.filter((candidate) => blockingGuards(candidate).length === 0);
		return {
			exchangepair: name,
			exchanges: venues,
			active: troubled.length === 0,
			reason:
				troubled.length === 0
					? null
					: troubled
							.map((status) => `${status.venue} is ${status.state}: ${status.reason ?? 'no reason known'}`)
							.join('; '),
			symbols: new Set(
				records
					.filter((candidate) => !candidate.guards.includes('NOT_TRADABLE'))
					.map((candidate) => candidate.base),
			).size,
			opportunities: records.length,
			tradable_opportunities: tradable.length,
			best_apr: bestOf(tradable.map((candidate) => candidate.apr)),
			best_net_apr: bestOf(tradable.map((candidate) => candidate.net.net_apr)),
			updated_at: new Date(clock.now()).toISOString(),
		};
	}

	return {
		get version() {
			return version;
		},
		pairs,
		list,
		find,
		record,
		async detail(id, terms) {
			const present = record(id, terms);
			const slot = slotOfId.get(id);
			const sides = slot === undefined ? undefined : sidesOf(slot);
			if (present === undefined || slot === undefined || sides === undefined) return undefined;
			return details.make(present, sides, terms, (amount) => recordAt(slot, { ...terms, amount }));
		},
		close() {
			cancelChanges();
			cancelVenues();
			cancelSamples();
		},
	};
}

function isDefault(terms: CostTerms): boolean {
	return (
		terms.amount === DEFAULT_TERMS.amount &&
		terms.leverage === DEFAULT_TERMS.leverage &&
		terms.horizonHours === DEFAULT_TERMS.horizonHours
	);
}

function namesOf(key: InstrumentKey): { readonly venue: string; readonly symbol: string } {
	const at = key.indexOf(':');
	return { venue: key.slice(0, at), symbol: key.slice(at + 1) };
}

/** (1 / (1 + b)) − 1, truncated. */
function reciprocalBasis(basis: NonNullable<BasisMean['value']>): NonNullable<BasisMean['value']> {
	return priceBasis((10n ** 18n + basis) as typeof basis, (10n ** 18n) as typeof basis);
}
