/** The opportunity book: answers lists, single records and details from the slots and the kept view. */
import { exchangePairs } from '../domain/exchange-pair.ts';
import type { CostTerms, Opportunity } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { Market } from '../ports/market.ts';
import type {
	ExchangePairRow,
	OpportunityBook,
	OpportunityLegs,
	OpportunityPage,
	OpportunityQuery,
} from '../ports/opportunities.ts';
import { createDetails } from './detail.ts';
import { blockingGuards, type LegInputs, receipts } from './guards.ts';
import { opportunityRecord, type RecordInputs, type RecordLimits } from './record.ts';
import { createSlots, currentId } from './slots.ts';
import { compareBy, hangsOnTerms } from './sort.ts';
import { createView, type Entry, inputsAt, isDefault } from './view.ts';

export type ScannerOptions = {
	readonly market: Market;
	readonly clock: Clock;
	readonly fundingHistory: FundingHistory;
	readonly limits: RecordLimits;
};

export type Scanner = OpportunityBook & { readonly close: () => void };

export function createScanner(options: ScannerOptions): Scanner {
	const { market, clock, limits } = options;
	const slots = createSlots({ market, clock, limits });
	const parts = { slots, market, clock, limits };
	const view = createView(parts);
	const details = createDetails(options.fundingHistory);

	/** Inputs of the instant, where the id is that of the slot's present direction. */
	function inputsOf(id: string): RecordInputs | undefined {
		const slot = slots.ofId(id);
		return slot === undefined || currentId(slot) !== id ? undefined : inputsAt(slot, parts);
	}

	function list(query: OpportunityQuery): OpportunityPage {
		const wanted = query.q?.toUpperCase();
		const fits = (entry: Entry): boolean =>
			(query.exchangepair === undefined || entry.pair === query.exchangepair) &&
			(wanted === undefined || entry.record.symbol.toUpperCase().includes(wanted));
		const { sorted, recordOf } = inOrder(view.sorted(query.sortby).filter(fits), query);
		const now = clock.now();
		const pages = Math.ceil(sorted.length / query.limit);
		return {
			data: sorted
				.slice((query.page - 1) * query.limit, query.page * query.limit)
				.map((entry) => aged(recordOf(entry), now - entry.inputs.now)),
			pagination: {
				current_page: query.page,
				per_page: query.limit,
				total_count: sorted.length,
				total_pages: pages,
				has_next: query.page < pages,
				has_previous: query.page > 1,
			},
			as_of: new Date(now).toISOString(),
		};
	}

	function find(id: string): OpportunityLegs | 'expired' | 'unknown' {
		const slot = slots.ofId(id);
		if (slot === undefined) return slots.wasIssued(id) ? 'expired' : 'unknown';
		const legs = currentId(slot) === id ? slots.legs(slot) : undefined;
		return legs === undefined ? 'expired' : { long: legs.long.instrument, short: legs.short.instrument };
	}

	function record(id: string, terms: CostTerms): Opportunity | undefined {
		const inputs = inputsOf(id);
		return inputs === undefined ? undefined : opportunityRecord(inputs, terms);
	}

	function pairRow(name: string, venues: readonly [string, string]): ExchangePairRow {
		const troubled = venues.map((venue) => market.status(venue)).filter(({ state }) => state !== 'fresh');
		const entries = view.sorted('apr').filter(({ pair }) => pair === name);
		const tradable = entries
			.map((entry) => entry.record)
			.filter((candidate) => blockingGuards(candidate).length === 0);
		return {
			exchangepair: name,
			exchanges: venues,
			active: troubled.length === 0,
			reason:
				troubled.length === 0
					? null
					: troubled
							.map(({ venue, state, reason }) => `${venue} is ${state}: ${reason ?? 'no reason given'}`)
							.join('; '),
			symbols: new Set(entries.filter(isTradedOnBoth).map((entry) => entry.record.base)).size,
			opportunities: entries.length,
			tradable_opportunities: tradable.length,
			// Sorted best first, unknown last.
			best_apr: tradable[0]?.apr ?? null,
			best_net_apr: [...tradable].sort(compareBy('net_apr'))[0]?.net.net_apr ?? null,
			updated_at: new Date(newestInputAt(entries) ?? clock.now()).toISOString(),
		};
	}

	/** When the pair's newest input was received. */
	function newestInputAt(entries: readonly Entry[]): number | undefined {
		let newest: number | undefined;
		for (const { inputs } of entries)
			for (const leg of [inputs.long, inputs.short])
				for (const { at } of receipts(leg, limits)) if (newest === undefined || at > newest) newest = at;
		return newest;
	}

	return {
		get version() {
			return view.version();
		},
		pairs: () => exchangePairs(market.venues).map(({ name, venues }) => pairRow(name, venues)),
		list,
		find,
		record,
		detail: (id, terms) => details.make(() => inputsOf(id), terms),
		close: () => slots.close(),
	};
}

/**
 * Entries in the order asked for, and the record of each at the caller's terms. At own terms a record is computed from
 * the view's inputs: of all entries where filter or order hang on it, else only of those that are shown.
 */
function inOrder(
	entries: readonly Entry[],
	{ terms, tradableOnly, sortby }: OpportunityQuery,
): { readonly sorted: readonly Entry[]; readonly recordOf: (entry: Entry) => Opportunity } {
	const own = new Map<Entry, Opportunity>();
	const recordOf = (entry: Entry): Opportunity => {
		if (isDefault(terms)) return entry.record;
		let record = own.get(entry);
		if (record === undefined) {
			record = opportunityRecord(entry.inputs, terms);
			own.set(entry, record);
		}
		return record;
	};
	const kept = tradableOnly
		? entries.filter((entry) => blockingGuards(recordOf(entry)).length === 0)
		: entries;
	if (isDefault(terms) || !hangsOnTerms(sortby)) return { sorted: kept, recordOf };
	const compare = compareBy(sortby);
	return { sorted: [...kept].sort((a, b) => compare(recordOf(a), recordOf(b))), recordOf };
}

/** A record of the view some time later: nothing of it has changed but its age. */
function aged(record: Opportunity, passedMs: number): Opportunity {
	return record.age_ms === null || passedMs <= 0 ? record : { ...record, age_ms: record.age_ms + passedMs };
}

/** One coin that both venues say they trade. */
function isTradedOnBoth({ inputs, record }: Entry): boolean {
	const trades = ({ ticker }: LegInputs) => ticker?.tradable === true;
	return trades(inputs.long) && trades(inputs.short) && !record.guards.includes('PRICE_MISMATCH');
}
