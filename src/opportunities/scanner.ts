/** The opportunity book: answers lists, single records and details from the slots, which it keeps in step with the market. */

import { forecastDirection, monthMeanPerYear } from '../domain/carry.ts';
import type { CarryPair } from '../domain/carry-fit.ts';
import type { CarryModel } from '../domain/carry-model.ts';
import { atPlaces, published } from '../domain/estimate.ts';
import { exchangePairs } from '../domain/exchange-pair.ts';
import { expectedCarry } from '../domain/expected-carry.ts';
import { opportunityId } from '../domain/ids.ts';
import { instrumentKey } from '../domain/instrument.ts';
import { type CostTerms, DEFAULT_TERMS, ENTRY_TIME_MS, type Opportunity } from '../domain/opportunity.ts';
import { paginationOf } from '../domain/pagination.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { Market } from '../ports/market.ts';
import { type ScanMeter, UNMETERED } from '../ports/metrics.ts';
import type {
	ExchangePairRow,
	InstrumentName,
	LegFees,
	OpportunityBook,
	OpportunityLegs,
	OpportunityPage,
	OpportunityQuery,
	OpportunityRow,
} from '../ports/opportunities.ts';
import type { PromiseLedger } from '../ports/promises.ts';
import { NO_TRACER, type Tracer } from '../ports/tracer.ts';
import { dataOnlySentence, isTradedAt } from '../venues/facts.ts';
import type { BasisPoint } from './basis-series.ts';
import { BASIS_SAMPLES_MIN } from './basis-table.ts';
import { createDetails } from './detail.ts';
import { createExpectations } from './expectations.ts';
import { figureTerms } from './figures.ts';
import { createListFilters } from './list-filter.ts';
import { listPage } from './list-page.ts';
import type { Lives } from './lives.ts';
import { unknownCarry } from './net.ts';
import { readPair, sizeLimitsOf } from './pair-reading.ts';
import { summarizePairs } from './pair-summary.ts';
import { createPassedLookup } from './passed-settlement.ts';
import { hangsOnTerms } from './rank.ts';
import { opportunityOf, type RecordInputs, type RecordLimits } from './record.ts';
import { createRows } from './rows.ts';
import { promiseOf } from './shown-promises.ts';
import { createSlices } from './slices.ts';
import { createSlotColumns } from './slot-columns.ts';
import { createSlotTable, type Slot } from './slot-table.ts';
import { SD_PLACES } from './slot-verdict.ts';
import { createSlots } from './slots.ts';

const MS_PER_S = 1_000;
const NOT_LISTED = { unknown: 'The pair of instruments is not on the list of opportunities now.' };

/** Everything that the scanner reads and informs: market, funding history, model, forecasts, lifetimes and limits. */
export type ScannerOptions = {
	readonly market: Market;
	readonly clock: Clock;
	readonly fundingHistory: FundingHistory;
	/** What pairs are expected to pay by, until `takeModel` brings another. */
	readonly model: CarryModel;
	readonly promises: Pick<PromiseLedger, 'note' | 'trackRecord'>;
	readonly lives: Pick<Lives, 'seen' | 'ended' | 'current'>;
	readonly limits: RecordLimits;
	readonly meter?: ScanMeter;
	readonly tracer?: Tracer;
};

/** The opportunity book with its maintenance: pairs to fit a model on, a new model, and closing. */
export type Scanner = OpportunityBook & {
	/** Pairs with the histories of their legs: what a model is fitted on. */
	readonly fittable: () => readonly CarryPair[];
	/** All forecasts are made anew by this model. */
	readonly takeModel: (model: CarryModel) => void;
	/** Pairs of contracts that are kept ranked. */
	readonly slotCount: () => number;
	readonly close: () => void;
};

/** Starts the scanner: it follows the market and keeps all pairs ranked until `close`. */
export function createScanner(options: ScannerOptions): Scanner {
	const {
		market,
		clock,
		limits,
		fundingHistory: history,
		meter = UNMETERED.scan,
		tracer = NO_TRACER,
	} = options;
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
	const columns = createSlotColumns();
	const table = createSlotTable(columns);
	const passed = createPassedLookup(history);
	const slices = createSlices(clock);
	const slots = createSlots({
		table,
		market,
		clock,
		passed,
		slices,
		limits,
		meter,
		sizeLimits: sizeLimitsOf(limits),
		expectationOf: (slot) => expectations.known(slot.key),
		onCome(slot, first, second) {
			slotOfKey.set(slot.key, slot);
			expectations.come({ key: slot.key, first, second });
		},
		onSecond(slot, spread, expectedNet) {
			if (Number.isNaN(spread)) return;
			const figures = {
				symbol: table.currentSymbol(slot),
				pair: slot.pair,
				spread,
				expectedNet: Number.isNaN(expectedNet) ? null : expectedNet,
			};
			options.lives.seen(table.currentId(slot), figures, clock.now());
		},
		onLeave(slot, reason) {
			options.lives.ended(table.currentId(slot), reason, clock.now());
			if (reason !== 'delisted') return;
			rows.forget(slot);
			slotOfKey.delete(slot.key);
			expectations.leave(slot.key);
		},
	});
	const rows = createRows({ slots, market, clock, limits, expectations, passed, onShown });
	const filters = createListFilters({ slots, expectationOf: (slot) => expectations.known(slot.key) });
	const stopListening = history.onSettled((venue, symbol) => slots.reread(venue, symbol));
	const details = createDetails({
		history,
		promises: options.promises,
		lives: options.lives,
		basisHistory,
		onShown,
	});

	/** The ledger keeps what was said of the carry; costs are those of the default amount and leverage. */
	function onShown(record: Opportunity, at: number): void {
		const { amount, leverage } = record.net;
		if (amount !== DEFAULT_TERMS.amount || leverage !== DEFAULT_TERMS.leverage) return;
		const promise = promiseOf(record, at);
		if (promise === undefined) return;
		const headlineScales = expectations.known(promise.slotKey)?.forecast.headlineScales ?? null;
		options.promises.note({ ...promise, headlineScales });
	}

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

	function basisHistory(id: string, now: number): readonly BasisPoint[] {
		const slot = slotOf(id);
		return slot === undefined ? [] : slots.basis.history(slot.index, table.firstIsLong(slot), now);
	}

	function inputsOf(id: string): RecordInputs | undefined {
		const slot = slotOf(id);
		return slot === undefined ? undefined : rows.inputs(slot);
	}

	/** Inputs of two legs in the direction that is held, whichever one pays now; undefined where the pair is not listed. */
	function heldInputs(long: InstrumentName, short: InstrumentName): RecordInputs | undefined {
		const slot = table.ofId(opportunityId(long, short));
		const inputs = slot === undefined ? undefined : rows.inputs(slot);
		return inputs === undefined ? undefined : inDirection(inputs, long);
	}

	function record(id: string, terms: CostTerms, fees?: LegFees): Opportunity | undefined {
		const inputs = inputsOf(id);
		return inputs === undefined ? undefined : opportunityOf(atFees(inputs, fees), terms);
	}

	async function list(query: OpportunityQuery): Promise<OpportunityPage> {
		const isOwn = !isDefault(query.terms);
		const begun = clock.monotonic();
		const page = await tracer.span('scanner.list', 'internal', { 'carrywire.own_terms': isOwn }, () =>
			listed(query, isOwn),
		);
		meter.listed(isOwn ? 'own' : 'default', (clock.monotonic() - begun) / MS_PER_S);
		return page;
	}

	async function listed(query: OpportunityQuery, isOwn: boolean): Promise<OpportunityPage> {
		slots.sweep();
		const { sortby } = query;
		const terms = figureTerms(query.terms);
		const filter = await filters.of(query, isOwn);
		const list =
			isOwn && hangsOnTerms(sortby)
				? await slots.ranking.orderOnce(slots.ranksAt(sortby, terms), filter?.fits)
				: await slots.ranking.order(sortby);
		// Nothing is waited for between here and the readings: what is shown is what was ranked.
		slots.sweep();
		const at = clock.now();
		const { shown, total } = listPage(list, filter, query, table.count());
		// Figures that count from the entry differ between records that were kept at different instants.
		const recordTerms = isOwn || sortby === 'break_even_hours' ? query.terms : undefined;
		const readings = shown.flatMap((slot) => rows.reading(slot, recordTerms) ?? []);
		return {
			rows: await rowsOf(readings),
			pagination: paginationOf(total, query),
			asOf: new Date(at).toISOString(),
		};
	}

	async function rowsOf(readings: readonly (() => OpportunityRow)[]): Promise<OpportunityRow[]> {
		const made: OpportunityRow[] = [];
		for (const make of readings) {
			const pause = slices.pause();
			if (pause !== undefined) await pause;
			made.push(make());
		}
		return made;
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
				const statuses = venues.map((venue) => market.status(venue));
				const troubled = statuses.filter(({ state }) => state !== 'fresh');
				const dataOnly = venues.filter((venue) => !isTradedAt(venue));
				const reasons = [
					...troubled.map(
						({ venue, state, reason }) => `${venue} is ${state}: ${reason ?? 'no reason is known.'}`,
					),
					...statuses.flatMap(({ venue, stopped }) => (stopped === null ? [] : `${venue}: ${stopped}`)),
					...dataOnly.map(dataOnlySentence),
				];
				const best = (slot: Slot | undefined) => (slot === undefined ? undefined : rows.row(slot)?.record);
				return {
					exchangepair: name,
					exchanges: venues,
					active: reasons.length === 0,
					reason: reasons.length === 0 ? null : reasons.join(' '),
					dataOnly: dataOnly,
					symbols: summary?.coins.size ?? 0,
					opportunities: summary?.count ?? 0,
					tradableOpportunities: summary?.tradableCount ?? 0,
					bestApr: best(summary?.bestApr)?.apr ?? null,
					bestNetApr: best(summary?.bestNetApr)?.net.netApr ?? null,
					updatedAt: new Date(summary?.newestAt || clock.now()).toISOString(),
				};
			});
		},
		list,
		find,
		record,
		fittable: expectations.fittable,
		takeModel: expectations.takeModel,
		slotCount: table.count,
		detail: (id, terms) => details.make(() => inputsOf(id), terms),
		expectedCarry(long, short, horizonMs) {
			const held = heldInputs(long, short);
			if (held === undefined) return NOT_LISTED;
			const carry = readPair(held).carry();
			if (carry === undefined) return unknownCarry(held);
			return { carry: expectedCarry(carry, held.now + ENTRY_TIME_MS, horizonMs) };
		},
		outlook(long, short) {
			const held = heldInputs(long, short);
			if (held === undefined) return NOT_LISTED;
			const pair = readPair(held);
			const { directionCarry } = pair.at(DEFAULT_TERMS);
			if (pair.expectation === undefined || Number.isNaN(directionCarry)) return unknownCarry(held);
			return {
				expectedMonth: directionCarry,
				monthMean: monthMeanPerYear(pair.expectation.forecast, forecastDirection(held.firstIsLong)),
			};
		},
		observedBasis(long, short) {
			const slot = table.ofId(opportunityId(long, short));
			const held = heldInputs(long, short);
			if (slot === undefined || held === undefined) return undefined;
			const { mean, sd, count } = slots.basis.observed(slot.index, held.firstIsLong);
			return count < BASIS_SAMPLES_MIN
				? undefined
				: { mean: published(mean), sd: published(atPlaces(sd, SD_PLACES)) };
		},
		close() {
			stopListening();
			slots.close();
			expectations.close();
		},
	};
}

function atFees(inputs: RecordInputs, fees: LegFees | undefined): RecordInputs {
	if (fees === undefined) return inputs;
	return {
		...inputs,
		long: { ...inputs.long, fees: fees.long },
		short: { ...inputs.short, fees: fees.short },
	};
}

/** The same inputs with the given instrument as the long leg, whichever direction pays now. */
function inDirection(
	inputs: RecordInputs,
	long: { readonly venue: string; readonly symbol: string },
): RecordInputs {
	if (instrumentKey(inputs.long.instrument) === instrumentKey(long)) return inputs;
	const { long: a, short: b, passed } = inputs;
	return {
		...inputs,
		long: b,
		short: a,
		firstIsLong: !inputs.firstIsLong,
		passed: { long: passed.short, short: passed.long },
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
