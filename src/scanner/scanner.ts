/** The opportunity book: answers lists, single records and details from the slots and the kept view. */
import { exchangePairs } from '../domain/exchange-pair.ts';
import type { CostTerms, Opportunity } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import type { Market } from '../ports/market.ts';
import type {
	ExchangePairRow,
	OpportunityBook,
	OpportunityLegs,
	OpportunityPage,
	OpportunityQuery,
} from '../ports/opportunities.ts';
import { createDetails, type FetchSettledRates } from './detail.ts';
import { blockingGuards } from './guards.ts';
import { opportunityRecord, type RecordInputs, type RecordLimits } from './record.ts';
import { createSlots, currentId } from './slots.ts';
import { compareBy, hangsOnTerms } from './sort.ts';
import { createView, type Entry, inputsAt, isDefault } from './view.ts';

export type ScannerOptions = {
	readonly market: Market;
	readonly clock: Clock;
	readonly fetchSettledRates: FetchSettledRates;
	readonly limits: RecordLimits;
};

export type Scanner = OpportunityBook & { readonly close: () => void };

export function createScanner(options: ScannerOptions): Scanner {
	const { market, clock, limits } = options;
	const slots = createSlots({ market, clock, limits });
	const parts = { slots, market, clock, limits };
	const view = createView(parts);
	const details = createDetails(options.fetchSettledRates, clock);

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
		const entries = view.sorted(query.sortby).filter(fits);
		const records = inOrder(entries, query);
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

	/** Records at the caller's terms: recomputed from the view's own inputs, and sorted anew where the key hangs on them. */
	function inOrder(entries: readonly Entry[], query: OpportunityQuery): readonly Opportunity[] {
		const own = !isDefault(query.terms);
		const records = entries.map((entry) =>
			own ? opportunityRecord(entry.inputs, query.terms) : entry.record,
		);
		const kept = query.tradableOnly
			? records.filter((record) => blockingGuards(record).length === 0)
			: records;
		return own && hangsOnTerms(query.sortby) ? [...kept].sort(compareBy(query.sortby)) : kept;
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
		const troubled = venues.map((venue) => market.status(venue)).filter((status) => status.state !== 'fresh');
		const records = view.sorted('apr').flatMap((entry) => (entry.pair === name ? [entry.record] : []));
		const tradable = records.filter((candidate) => blockingGuards(candidate).length === 0);
		const listed = records.filter(
			(candidate) =>
				!candidate.guards.includes('NOT_TRADABLE') && !candidate.guards.includes('PRICE_MISMATCH'),
		);
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
			symbols: new Set(listed.map((candidate) => candidate.base)).size,
			opportunities: records.length,
			tradable_opportunities: tradable.length,
			// Sorted best first, unknown last.
			best_apr: tradable[0]?.apr ?? null,
			best_net_apr: tradable.find((candidate) => candidate.net.net_apr !== null)?.net.net_apr ?? null,
			updated_at: new Date(clock.now()).toISOString(),
		};
	}

	return {
		get version() {
			return view.version();
		},
		pairs: () => exchangePairs(market.venues).map(({ name, venues }) => pairRow(name, venues)),
		list,
		find,
		record,
		async detail(id, terms) {
			const inputs = inputsOf(id);
			if (inputs === undefined) return undefined;
			return details.make(inputs, terms);
		},
		close: () => slots.close(),
	};
}
