/** The opportunity book: answers lists, single records and details from the slots, which it keeps in step with the market. */
import type { CarryModel } from '../domain/carry-model.ts';
import { exchangePairs } from '../domain/exchange-pair.ts';
import { type CostTerms, DEFAULT_TERMS, type Opportunity } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { Market } from '../ports/market.ts';
import type {
	ExchangePairRow,
	OpportunityBook,
	OpportunityLegs,
	OpportunityPage,
	OpportunityQuery,
	OpportunityRow,
} from '../ports/opportunities.ts';
import { approximately } from './book-curve.ts';
import { createDetails } from './detail.ts';
import { createExpectations } from './expectations.ts';
import { summarizePairs } from './pair-summary.ts';
import { hangsOnTerms } from './rank.ts';
import { opportunityRecord, type RecordInputs, type RecordLimits } from './record.ts';
import { createRows } from './rows.ts';
import { createSlices } from './slices.ts';
import { type FigureTerms, noFigures } from './slot-figures.ts';
import type { SlotOrder } from './slot-order.ts';
import type { Slot } from './slot-table.ts';
import { createSlots } from './slots.ts';

const BPS_PER_ONE = 10_000;

export type ScannerOptions = {
	readonly market: Market;
	readonly clock: Clock;
	readonly fundingHistory: FundingHistory;
	/** What carry is expected by until `takeModel` brings another. */
	readonly model: CarryModel;
	readonly limits: RecordLimits;
};

export type Scanner = OpportunityBook & {
	readonly takeModel: (model: CarryModel) => void;
	readonly close: () => void;
};

export function createScanner(options: ScannerOptions): Scanner {
	const { market, clock, limits, fundingHistory: history } = options;
	const slotOfKey = new Map<string, Slot>();
	const expectations = createExpectations({
		history,
		clock,
		model: options.model,
		onChange(key) {
			const slot = slotOfKey.get(key);
			if (slot !== undefined) slots.expect(slot, expectations.known(key));
		},
	});
	const slices = createSlices(clock);
	const slots = createSlots({
		market,
		clock,
		slices,
		limits,
		maxAmountSlippage: approximately(limits.maxAmountSlippageBps) / BPS_PER_ONE,
		expectationOf: (slot) => expectations.known(slot.key),
		onCome(slot, first, second) {
			slotOfKey.set(slot.key, slot);
			expectations.come({ key: slot.key, first, second });
		},
		onLeave(slot, reason) {
			if (reason !== 'delisted') return;
			rows.forget(slot);
			slotOfKey.delete(slot.key);
			expectations.leave(slot.key);
		},
	});
	const { table } = slots;
	const rows = createRows({ slots, market, clock, limits, expectations, history });
	const details = createDetails(history);

	/** The slot whose present direction has this id. */
	function slotOf(id: string): Slot | undefined {
		const slot = table.ofId(id);
		return slot === undefined || table.currentId(slot) !== id ? undefined : slot;
	}

	function find(id: string): OpportunityLegs | 'expired' | 'unknown' {
		const slot = table.ofId(id);
		if (slot === undefined) return table.wasIssued(id) ? 'expired' : 'unknown';
		const legs = table.currentId(slot) === id ? slots.inputs(slot) : undefined;
		return legs === undefined ? 'expired' : { long: legs.long.instrument, short: legs.short.instrument };
	}

	function inputsOf(id: string): RecordInputs | undefined {
		const slot = slotOf(id);
		return slot === undefined ? undefined : rows.inputs(slot);
	}

	function record(id: string, terms: CostTerms): Opportunity | undefined {
		const inputs = inputsOf(id);
		return inputs === undefined ? undefined : opportunityRecord(inputs, terms);
	}

	async function list(query: OpportunityQuery): Promise<OpportunityPage> {
		slots.sweep();
		const terms = figureTerms(query.terms);
		const isOwn = !isDefault(query.terms);
		const order =
			isOwn && hangsOnTerms(query.sortby)
				? await slots.ranking.orderOnce((slot) => slots.rank(slot, query.sortby, terms))
				: await slots.ranking.order(query.sortby);
		const { shown, total } = pageOf(order, query, await filterOf(query, terms, isOwn));
		const pages = Math.ceil(total / query.limit);
		return {
			rows: await rowsOf(shown, isOwn ? query.terms : undefined),
			pagination: {
				current_page: query.page,
				per_page: query.limit,
				total_count: total,
				total_pages: pages,
				has_next: query.page < pages,
				has_previous: query.page > 1,
			},
			as_of: new Date(clock.now()).toISOString(),
		};
	}

	/** At default terms where none are given. A slot that goes while others are made is left out. */
	async function rowsOf(shown: readonly Slot[], terms: CostTerms | undefined): Promise<OpportunityRow[]> {
		const made: OpportunityRow[] = [];
		for (const slot of shown) {
			const pause = slices.pause();
			if (pause !== undefined) await pause;
			if (!table.has(slot)) continue;
			const row = terms === undefined ? rows.row(slot) : rows.rowAt(slot, terms);
			if (row !== undefined) made.push(row);
		}
		return made;
	}

	/** Undefined when all slots fit. */
	async function filterOf(
		{ exchangepair, q, tradableOnly }: OpportunityQuery,
		terms: FigureTerms,
		isOwn: boolean,
	): Promise<((slot: Slot) => boolean) | undefined> {
		const wanted = q?.toUpperCase();
		if (exchangepair === undefined && wanted === undefined && !tradableOnly) return undefined;
		const isTradable = tradableOnly ? await tradableAt(terms, isOwn) : () => true;
		return (slot) =>
			(exchangepair === undefined || slot.pair === exchangepair) &&
			(wanted === undefined || table.currentSymbol(slot).includes(wanted)) &&
			isTradable(slot);
	}

	async function tradableAt(terms: FigureTerms, isOwn: boolean): Promise<(slot: Slot) => boolean> {
		const { kept, ranking } = slots;
		if (!isOwn) return (slot) => kept.isTradable[kept.row(slot.index)] === 1;
		const figures = noFigures();
		const tradable = await ranking.select((slot) => {
			slots.compute(slot, terms, figures);
			return figures.isTradable;
		});
		return (slot) => tradable.has(slot);
	}

	/** The slots of one page, and how many fit in all. */
	function pageOf(
		order: SlotOrder,
		{ page, limit }: OpportunityQuery,
		fits: ((slot: Slot) => boolean) | undefined,
	): { readonly shown: readonly Slot[]; readonly total: number } {
		const from = (page - 1) * limit;
		const shown: Slot[] = [];
		let fitting = 0;
		order.walk((index) => {
			const slot = table.find(index);
			if (slot === undefined || fits?.(slot) === false) return true;
			if (fitting >= from && shown.length < limit) shown.push(slot);
			fitting += 1;
			return fits !== undefined || shown.length < limit;
		});
		return { shown, total: fits === undefined ? table.count() : fitting };
	}

	return {
		get version() {
			slots.sweep();
			return slots.version();
		},
		pairs() {
			slots.sweep();
			const summaries = summarizePairs(slots);
			return exchangePairs(market.venues).map(({ name, venues }): ExchangePairRow => {
				const summary = summaries.get(name);
				const troubled = venues.map((venue) => market.status(venue)).filter(({ state }) => state !== 'fresh');
				const best = (slot: Slot | undefined) => (slot === undefined ? undefined : rows.row(slot)?.record);
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
					symbols: summary?.coins.size ?? 0,
					opportunities: summary?.count ?? 0,
					tradable_opportunities: summary?.tradableCount ?? 0,
					best_apr: best(summary?.bestApr)?.apr ?? null,
					best_net_apr: best(summary?.bestNetApr)?.net.net_apr ?? null,
					updated_at: new Date(summary?.newestAt || clock.now()).toISOString(),
				};
			});
		},
		list,
		find,
		record,
		detail: (id, terms) => details.make(() => inputsOf(id), terms),
		takeModel: expectations.takeModel,
		close() {
			slots.close();
			expectations.close();
		},
	};
}

function figureTerms(terms: CostTerms): FigureTerms {
	return {
		amount: approximately(terms.amount),
		leverage: approximately(terms.leverage),
		horizonHours: approximately(terms.horizonHours),
	};
}

/** True when a record at default terms is a record at these: the mode changes no figure. */
function isDefault(terms: CostTerms): boolean {
	return (
		terms.amount === DEFAULT_TERMS.amount &&
		terms.leverage === DEFAULT_TERMS.leverage &&
		terms.horizonHours === DEFAULT_TERMS.horizonHours
	);
}
