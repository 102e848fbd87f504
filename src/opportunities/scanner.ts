/** Provides lists, records and details from all pairs, which the scanner keeps current with the market. */

import type { CarryPair } from '../domain/carry-fit.ts';
import type { CarryModel } from '../domain/carry-model.ts';
import { atPlaces, published } from '../domain/estimate.ts';
import { exchangePairs } from '../domain/exchange-pair.ts';
import { MARKET_TEXT } from '../domain/market-text.ts';
import { type CostTerms, DEFAULT_TERMS, type Opportunity } from '../domain/opportunity.ts';
import { paginationOf } from '../domain/pagination.ts';
import type { Clock } from '../ports/clock.ts';
import type { ForecastLedger } from '../ports/forecasts.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import { type Market, notFreshSentence } from '../ports/market.ts';
import { type ScanMeter, UNMETERED } from '../ports/metrics.ts';
import type {
	ExchangePairRow,
	InstrumentName,
	LegFees,
	OpportunityBook,
	OpportunityDirection,
	OpportunityLegs,
	OpportunityPage,
	OpportunityQuery,
	OpportunityRow,
} from '../ports/opportunities.ts';
import { NO_TRACER, type Tracer } from '../ports/tracer.ts';
import { joined, type Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import type { BasisPoint } from './basis-series.ts';
import { BASIS_SAMPLES_MIN } from './basis-table.ts';
import { createCurrentPairs } from './current-pairs.ts';
import { createDailySpreads } from './daily-spreads.ts';
import { createDetails } from './detail.ts';
import { createExpectations } from './expectations.ts';
import { figureTerms } from './figures.ts';
import { createListFilters } from './list-filter.ts';
import { listPage } from './list-page.ts';
import type { Lives } from './lives.ts';
import { createPairColumns } from './pair-columns.ts';
import { carryOver, inDirection, outlookOf } from './pair-outlook.ts';
import { sizeLimitsOf } from './pair-reading.ts';
import { summarizePairs } from './pair-summary.ts';
import { createPairTable, type PairRow } from './pair-table.ts';
import { SD_PLACES } from './pair-verdict.ts';
import { createPassedLookup } from './passed-settlement.ts';
import { dependsOnTerms } from './rank.ts';
import { opportunityOf, type RecordInputs, type RecordLimits } from './record.ts';
import { createRows } from './rows.ts';
import { forecastOf } from './shown-forecasts.ts';
import { createSlices } from './slices.ts';

const MS_PER_S = 1_000;

/** Dependencies of the scanner. */
export type ScannerOptions = {
	readonly market: Market;
	readonly clock: Clock;
	readonly fundingHistory: FundingHistory;
	/** The initial carry model; `takeModel` replaces it. */
	readonly model: CarryModel;
	readonly forecasts: Pick<ForecastLedger, 'note' | 'trackRecord'>;
	readonly lives: Pick<Lives, 'seen' | 'ended' | 'current'>;
	readonly limits: RecordLimits;
	/** Minimum time between two forecasts of a pair that follow from new rates, ms. Default: 0. */
	readonly forecastEveryMs?: number | undefined;
	readonly meter?: ScanMeter;
	readonly tracer?: Tracer;
};

/** The scanner with functions for its maintenance: pairs for fitting a model, a new model, and `close`. */
export type Scanner = OpportunityBook & {
	/** Returns pairs with both legs' histories, for fitting a model. */
	readonly fittable: () => readonly CarryPair[];
	/** Recomputes all forecasts with this model. */
	readonly takeModel: (model: CarryModel) => void;
	/** Returns the number of ranked pairs. */
	readonly pairCount: () => number;
	readonly close: () => void;
};

/** The parts of the scanner. */
type ScannerParts = ScannerOptions & {
	readonly meter: ScanMeter;
	readonly tracer: Tracer;
	readonly expectations: ReturnType<typeof createExpectations>;
	readonly table: ReturnType<typeof createPairTable>;
	readonly slices: ReturnType<typeof createSlices>;
	readonly pairRows: ReturnType<typeof createCurrentPairs>;
	readonly rows: ReturnType<typeof createRows>;
};

/** Starts the scanner. It follows the market and keeps all pairs ranked until `close`. */
export function createScanner(options: ScannerOptions): Scanner {
	const parts = createParts(options);
	const { expectations, pairRows, table } = parts;
	const filters = createListFilters({
		pairRows,
		expectationOf: (pairRow) => expectations.known(pairRow.key),
	});
	const stopListening = options.fundingHistory.onSettled((venue, symbol) => pairRows.reread(venue, symbol));
	const dailySpreads = createDailySpreads({
		history: options.fundingHistory,
		clock: options.clock,
		find: (id) => find(parts, id),
	});
	const details = createDetails({
		history: options.fundingHistory,
		forecasts: options.forecasts,
		lives: options.lives,
		basisHistory: (id, now) => basisHistory(parts, id, now),
		onShown: (record, at) => noteShown(parts, record, at),
	});
	return {
		get version() {
			pairRows.sweep();
			return pairRows.version();
		},
		pairs: () => exchangePairRows(parts),
		list: (query) => list(parts, filters, query),
		find: (id, direction) => find(parts, id, direction),
		record(id, terms, fees, direction) {
			const inputs = inputsOf(parts, id, direction);
			return inputs === undefined ? undefined : opportunityOf(atFees(inputs, fees), terms);
		},
		fittable: expectations.fittable,
		takeModel: expectations.takeModel,
		pairCount: table.count,
		detail: (id, terms) => details.make(() => inputsOf(parts, id), terms),
		dailySpreads: (ids) => dailySpreads.read(ids),
		expectedCarry: (long, short, horizonMs) => carryOver(heldInputs(parts, long, short), horizonMs),
		legHistory: expectations.legHistory,
		outlook: (long, short, horizonHours) => outlookOf(heldInputs(parts, long, short), horizonHours),
		observedBasis: (long, short) => observedBasis(parts, long, short),
		close() {
			stopListening();
			dailySpreads.close();
			pairRows.close();
			expectations.close();
		},
	};
}

function createParts(options: ScannerOptions): ScannerParts {
	const { market, clock, limits, fundingHistory: history, lives, meter = UNMETERED.scan } = options;
	const pairOfKey = new Map<string, PairRow>();
	const expectations = createExpectations({
		history,
		clock,
		model: options.model,
		everyMs: options.forecastEveryMs,
		onChange(key) {
			const pairRow = pairOfKey.get(key);
			if (pairRow !== undefined) pairRows.expect(pairRow, expectations.known(key));
		},
	});
	const table = createPairTable(createPairColumns());
	const passed = createPassedLookup(history);
	const slices = createSlices(clock);
	/**
	 * One object is reused for all sightings, because with many pairs a new one each time caused a fifth of all
	 * garbage.
	 */
	const seen = { symbol: '', pair: '', spread: 0, expectedNet: null as number | null };
	const pairRows = createCurrentPairs({
		table,
		market,
		clock,
		passed,
		slices,
		limits,
		meter,
		sizeLimits: sizeLimitsOf(limits),
		onEnter(pairRow, first, second) {
			pairOfKey.set(pairRow.key, pairRow);
			expectations.add({ key: pairRow.key, first, second });
		},
		onSecond(pairRow, spread, expectedNet) {
			if (Number.isNaN(spread)) return;
			seen.symbol = table.currentSymbol(pairRow);
			seen.pair = pairRow.pair;
			seen.spread = spread;
			seen.expectedNet = Number.isNaN(expectedNet) ? null : expectedNet;
			lives.seen(table.currentId(pairRow), seen, clock.now());
		},
		onLeave(pairRow, reason) {
			lives.ended(table.currentId(pairRow), reason, clock.now());
			if (reason !== 'delisted') return;
			rows.forget(pairRow);
			pairOfKey.delete(pairRow.key);
			expectations.remove(pairRow.key);
		},
	});
	const shown = { expectations, forecasts: options.forecasts };
	const onShown = (record: Opportunity, at: number): void => noteShown(shown, record, at);
	const rows = createRows({ pairRows, market, clock, limits, expectations, passed, onShown });
	return {
		...options,
		meter,
		tracer: options.tracer ?? NO_TRACER,
		expectations,
		table,
		slices,
		pairRows,
		rows,
	};
}

/** Adds a shown record's forecast to the ledger if the record has the default amount and leverage. */
function noteShown(
	{ expectations, forecasts }: Pick<ScannerParts, 'expectations' | 'forecasts'>,
	record: Opportunity,
	at: number,
): void {
	const { amount, leverage } = record.net;
	if (amount !== DEFAULT_TERMS.amount || leverage !== DEFAULT_TERMS.leverage) return;
	const stated = forecastOf(record, at);
	if (stated === undefined) return;
	const headlineScales = expectations.known(stated.pairKey)?.forecast.headlineScales ?? null;
	forecasts.note({ ...stated, headlineScales });
}

/** Returns the pair whose current direction has this id, or either direction if `direction` is `any`. */
function pairOf(
	{ table }: ScannerParts,
	id: string,
	direction: OpportunityDirection = 'current',
): PairRow | undefined {
	const pairRow = table.ofId(id);
	if (pairRow === undefined || direction === 'any') return pairRow;
	return table.currentId(pairRow) === id ? pairRow : undefined;
}

function find(
	parts: ScannerParts,
	id: string,
	direction?: OpportunityDirection,
): OpportunityLegs | 'expired' | 'unknown' {
	const { table, pairRows } = parts;
	if (table.ofId(id) === undefined) return table.wasIssued(id) ? 'expired' : 'unknown';
	const pairRow = pairOf(parts, id, direction);
	const legs = pairRow && pairRows.inputs(pairRow);
	if (pairRow === undefined || legs === undefined) return 'expired';
	const [long, short] = [legs.long.instrument, legs.short.instrument];
	return table.currentId(pairRow) === id ? { long, short } : { long: short, short: long };
}

function basisHistory(parts: ScannerParts, id: string, now: number): readonly BasisPoint[] {
	const pairRow = pairOf(parts, id);
	return pairRow === undefined
		? []
		: parts.pairRows.basis.history(pairRow.index, parts.table.firstIsLong(pairRow), now);
}

function inputsOf(
	parts: ScannerParts,
	id: string,
	direction?: OpportunityDirection,
): RecordInputs | undefined {
	const pairRow = pairOf(parts, id, direction);
	return pairRow === undefined ? undefined : parts.rows.inputs(pairRow, pairRow.ids.firstLong === id);
}

/**
 * Returns two legs' inputs in the direction of a position, whatever the pair's current direction; undefined if the
 * pair is not listed.
 */
function heldInputs(
	{ rows, table }: ScannerParts,
	long: InstrumentName,
	short: InstrumentName,
): RecordInputs | undefined {
	const pairRow = table.between(long, short);
	const inputs = pairRow === undefined ? undefined : rows.inputs(pairRow);
	return inputs === undefined ? undefined : inDirection(inputs, long);
}

function observedBasis(
	parts: ScannerParts,
	long: InstrumentName,
	short: InstrumentName,
): ReturnType<OpportunityBook['observedBasis']> {
	const pairRow = parts.table.between(long, short);
	const held = heldInputs(parts, long, short);
	if (pairRow === undefined || held === undefined) return undefined;
	const { mean, sd, count } = parts.pairRows.basis.observed(pairRow.index, held.firstIsLong);
	return count < BASIS_SAMPLES_MIN
		? undefined
		: { mean: published(mean), sd: published(atPlaces(sd, SD_PLACES)) };
}

async function list(
	parts: ScannerParts,
	filters: ReturnType<typeof createListFilters>,
	query: OpportunityQuery,
): Promise<OpportunityPage> {
	const { clock, tracer, meter } = parts;
	const isOwn = !isDefault(query.terms);
	const begun = clock.monotonic();
	const page = await tracer.span('scanner.list', 'internal', { 'carrywire.own_terms': isOwn }, () =>
		listed(parts, filters, query, isOwn),
	);
	meter.listed(isOwn ? 'own' : 'default', (clock.monotonic() - begun) / MS_PER_S);
	return page;
}

async function listed(
	{ pairRows, table, clock, rows, slices }: ScannerParts,
	filters: ReturnType<typeof createListFilters>,
	query: OpportunityQuery,
	isOwn: boolean,
): Promise<OpportunityPage> {
	pairRows.sweep();
	const { sortby, order } = query;
	const terms = figureTerms(query.terms);
	const filter = await filters.of(query, isOwn);
	const ranked =
		isOwn && dependsOnTerms(sortby)
			? await pairRows.ranking.orderOnce(pairRows.ranksAt(sortby, terms), {
					order,
					count: query.page * query.limit,
					fits: filter?.fits,
					groupOf: query.isByCoin ? coinOf : undefined,
				})
			: await pairRows.ranking.order(sortby, order);
	// There is no `await` between here and the readings, so that the page shows the same inputs that ranked it.
	pairRows.sweep();
	const at = clock.now();
	const { shown, total, coinCounts } = listPage(ranked, filter, query, table.count());
	// Break-even hours are counted from the entry, so cached records from different times are not comparable.
	const recordTerms = isOwn || sortby === 'break_even_hours' ? query.terms : undefined;
	const readings = shown.flatMap((pairRow) => {
		const make = rows.reading(pairRow, recordTerms);
		return make === undefined ? [] : [{ make, coin: pairRow.coin }];
	});
	const made: OpportunityRow[] = [];
	for (const { make } of readings) {
		const pause = slices.pause();
		if (pause !== undefined) await pause;
		made.push(make());
	}
	return {
		rows: made,
		pagination: paginationOf(total, query),
		asOf: new Date(at).toISOString(),
		coinCounts: coinCounts && readings.map(({ coin }) => ({ coin, count: coinCounts.get(coin) ?? 1 })),
	};
}

function coinOf({ coin }: PairRow): string {
	return coin;
}

function exchangePairRows({ pairRows, market, rows, clock }: ScannerParts): readonly ExchangePairRow[] {
	pairRows.sweep();
	const summaries = summarizePairs(pairRows);
	const best = (pairRow: PairRow | undefined) =>
		pairRow === undefined ? undefined : rows.row(pairRow)?.record;
	return exchangePairs(market.venues).map(({ name, venues }): ExchangePairRow => {
		const summary = summaries.get(name);
		const reasons = inactiveReasons(market, venues);
		return {
			exchangepair: name,
			exchanges: venues,
			active: reasons.length === 0,
			reason: reasons.length === 0 ? null : joined(reasons),
			dataOnly: venues.filter((venue) => !market.status(venue).isTraded),
			symbols: summary?.coins.size ?? 0,
			opportunities: summary?.count ?? 0,
			tradableOpportunities: summary?.tradableCount ?? 0,
			bestApr: best(summary?.bestApr)?.apr ?? null,
			bestNetApr: best(summary?.bestNetApr)?.net.netApr ?? null,
			updatedAt: new Date(summary?.newestAt || clock.now()).toISOString(),
		};
	});
}

/** Returns the reasons why the service cannot open positions on these exchanges now, as sentences; empty if it can. */
function inactiveReasons(market: Market, venues: ExchangePairRow['exchanges']): readonly Words[] {
	const statuses = venues.map((venue) => market.status(venue));
	const troubled = statuses.filter(({ state }) => state !== 'fresh');
	return [
		...troubled.map((status) => notFreshSentence(shownNameOf(status.venue), status)),
		...statuses.flatMap(({ stopped }) => stopped ?? []),
		...statuses
			.filter(({ isTraded }) => !isTraded)
			.map(({ venue }) => MARKET_TEXT.dataOnly({ exchange: shownNameOf(venue) })),
	];
}

function atFees(inputs: RecordInputs, fees: LegFees | undefined): RecordInputs {
	if (fees === undefined) return inputs;
	return {
		...inputs,
		long: { ...inputs.long, fees: fees.long },
		short: { ...inputs.short, fees: fees.short },
	};
}

/**
 * True if records at these terms equal records at default terms. The mode is not compared, because it changes no
 * figure.
 */
function isDefault(terms: CostTerms): boolean {
	return (
		terms.amount === DEFAULT_TERMS.amount &&
		terms.leverage === DEFAULT_TERMS.leverage &&
		terms.horizonHours === DEFAULT_TERMS.horizonHours
	);
}
