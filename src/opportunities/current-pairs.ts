/** Keeps the figures of every pair row current. When an input changes, only the rows that depend on it are updated. */
import { approximately } from '../domain/estimate.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import { DEFAULT_TERMS } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs, Market, VenueDataStatus } from '../ports/market.ts';
import type { ScanMeter } from '../ports/metrics.ts';
import { type BasisTable, createBasisTable } from './basis-table.ts';
import type { Columns } from './columns.ts';
import { createExpectationColumns, type ExpectationColumns, type PairExpectation } from './expectation.ts';
import { type FigureTerms, figureTerms, noFigures, type PairFigures, type RowNumbers } from './figures.ts';
import type { GuardContext, GuardLimits, LegInputs } from './guards.ts';
import { createLegTable, type LegTable, type SizeLimits } from './leg-table.ts';
import type { PairColumns } from './pair-columns.ts';
import { pricesDiffer } from './pair-cost.ts';
import { shouldTurn } from './pair-direction.ts';
import { createFigures, type Figures } from './pair-figures.ts';
import { type NamedLeg, pairWarningBits } from './pair-guards.ts';
import { createPairQuotes, type PairQuotes } from './pair-quotes.ts';
import { createPairRanks, type PairRanks } from './pair-ranks.ts';
import { guardContext } from './pair-reading.ts';
import { createPairSize, type PairSize } from './pair-size.ts';
import { type PairRow, type PairTable, ROWS_PER_PAIR } from './pair-table.ts';
import type { PassedLookup } from './passed-settlement.ts';
import { createRanks, type Ranks, rankOfSpread } from './rank.ts';
import { createRanking, type Ranking } from './ranking.ts';
import { createScoreInputs } from './score-inputs.ts';
import type { Slices } from './slices.ts';

/** The inputs of both legs, assigned according to the pair's direction. */
export type PairLegs = { readonly long: LegInputs; readonly short: LegInputs };

/** All pairs with direction, price basis, figures at default terms and ranks, as of the last change of an input. */
export type CurrentPairs = {
	readonly table: PairTable;
	readonly legs: LegTable;
	readonly basis: BasisTable;
	readonly size: PairSize;
	readonly ranking: Ranking;
	/** Computes a pair's figures at any terms from its last inputs. */
	readonly compute: (pairRow: PairRow, terms: FigureTerms, into: PairFigures) => void;
	/** Computes an upper bound of the net from the best price in each book, without reading book depth. */
	readonly bound: (pairRow: PairRow, terms: FigureTerms, into: PairFigures) => void;
	/** False while a blocking guard applies at these terms. */
	readonly isTradable: (pairRow: PairRow, terms: FigureTerms) => boolean;
	readonly ranksAt: PairRanks['at'];
	/** Figures at default terms, as of the pair's last update. */
	readonly kept: Columns<'spread' | 'apr' | 'netApr' | 'expectedNet' | 'isTradable'>;
	/** Applies changes due to time or to quote exchange rates. This is cheap if nothing has changed. */
	readonly sweep: () => void;
	/** Reads an instrument again after new settlements. */
	readonly reread: (venue: VenueName, symbol: string) => void;
	/** Returns the current inputs of both legs; undefined if a venue no longer lists an instrument. */
	readonly inputs: (pairRow: PairRow) => PairLegs | undefined;
	readonly status: (venue: VenueName) => VenueDataStatus;
	/** True if the legs' prices are so far apart that the same symbol must stand for two different coins. */
	readonly areTwoCoins: (pairRow: PairRow) => boolean;
	/** Sets a pair's forecast. */
	readonly expect: (pairRow: PairRow, expectation: PairExpectation | undefined) => void;
	/** Returns a version that increases with every change of any pair. */
	readonly version: () => number;
	/** Returns the pair's version, which increases with each change of the pair. */
	readonly versionOf: (pairRow: PairRow) => number;
	readonly close: () => void;
};

/** Each pair's basis is sampled once a second, in 25 groups; with 22,500 pairs, one group takes 1 to 2 ms. */
const BASIS_PHASE_MS = 40;
const BASIS_PHASES = 25;
const TIMED_EVERY = 16;
const MS_PER_S = 1_000;

const DEFAULT_FIGURE_TERMS = figureTerms(DEFAULT_TERMS);

type CurrentPairsOptions = {
	readonly table: PairTable;
	readonly market: Market;
	readonly clock: Clock;
	readonly slices: Slices;
	readonly limits: GuardLimits;
	readonly passed: PassedLookup;
	readonly sizeLimits: SizeLimits;
	/** Called for each new pair. */
	readonly onEnter: (pairRow: PairRow, first: Instrument, second: Instrument) => void;
	/** Called before a pair is removed or reverses its direction. */
	readonly onLeave: (pairRow: PairRow, reason: 'turned' | 'delisted') => void;
	/** Called for each pair about once a second, with its figures at default terms. */
	readonly onSecond: (pairRow: PairRow, spread: number, expectedNet: number) => void;
	readonly meter: ScanMeter;
};

type State = CurrentPairsOptions & {
	readonly legs: LegTable;
	readonly kept: PairColumns;
	readonly basis: BasisTable;
	readonly expected: ExpectationColumns;
	readonly size: PairSize;
	readonly computing: Figures;
	readonly ranks: Ranks;
	readonly pairRanks: PairRanks;
	readonly ranking: Ranking;
	readonly quotes: PairQuotes;
	readonly figures: PairFigures;
	readonly otherDirection: PairFigures;
	readonly legsOf: Map<VenueName, Map<string, number>>;
	readonly freeLegs: number[];
	readonly statuses: Map<VenueName, VenueDataStatus>;
	legCount: number;
	version: number;
	/** Earliest time, ms, at which the passage of time alone may change a leg. */
	legsHoldUntil: number;
	/** Earliest time, ms, at which the passage of time alone may change a pair. */
	pairsHoldUntil: number;
	phase: number;
	changes: number;
	/** Sum of the prefetched numbers. It is stored only so that the compiler does not remove the prefetch. */
	fetched: number;
};

function newState(options: CurrentPairsOptions): State {
	const { table, limits } = options;
	const legs = createLegTable(options.sizeLimits);
	const kept = table.columns;
	const basis = createBasisTable(kept);
	const expected = createExpectationColumns();
	const size = createPairSize({ legs, columns: kept });
	const computing = createFigures({
		legs,
		columns: kept,
		basis,
		size,
		expectations: expected,
		defaultTerms: DEFAULT_FIGURE_TERMS,
		tooGoodApr: approximately(limits.tooGoodApr),
	});
	const ranks = createRanks({
		legs,
		table,
		size,
		carries: computing.carries,
		scoreInputs: createScoreInputs({ legs, columns: kept, basis, size }),
		pairWarnings: (pairRow) => warningsOf(state, pairRow),
		expectations: expected,
	});
	const pairRanks = createPairRanks({
		ranks,
		computing,
		clock: options.clock,
		defaultTerms: DEFAULT_FIGURE_TERMS,
	});
	const state: State = {
		...options,
		legs,
		kept,
		basis,
		expected,
		size,
		computing,
		ranks,
		pairRanks,
		ranking: createRanking({
			table,
			clock: options.clock,
			slices: options.slices,
			rankOf: (pairRow, key) => pairRanks.rank(pairRow, key, DEFAULT_FIGURE_TERMS),
			version: () => state.version,
		}),
		quotes: createPairQuotes({ market: options.market, limits, columns: kept }),
		figures: noFigures(),
		otherDirection: noFigures(),
		legsOf: new Map(),
		freeLegs: [],
		statuses: new Map(),
		legCount: 0,
		version: 0,
		legsHoldUntil: Number.POSITIVE_INFINITY,
		pairsHoldUntil: Number.POSITIVE_INFINITY,
		phase: 0,
		changes: 0,
		fetched: 0,
	};
	return state;
}

/** Starts following the market. Callbacks report pairs that are new, removed or reversed. */
export function createCurrentPairs(options: CurrentPairsOptions): CurrentPairs {
	const { table, market, clock } = options;
	const state = newState(options);
	const { legs, kept, computing } = state;
	const cancels = [
		market.onChange((inputs) => takeMetered(state, inputs)),
		market.onVenue((venue) => takeVenue(state, venue)),
		clock.every(BASIS_PHASE_MS, () => sampleBasis(state)),
	];
	for (const venue of market.venues) state.statuses.set(venue, market.status(venue));
	for (const inputs of market.inputs()) takeChange(state, inputs);
	return {
		table,
		legs,
		basis: state.basis,
		size: state.size,
		ranking: state.ranking,
		kept,
		ranksAt: state.pairRanks.at,
		sweep: () => sweep(state),
		expect(pairRow, expectation) {
			state.expected.put(pairRow.index, expectation);
			computing.forget(pairRow);
			refresh(state, pairRow, clock.now());
		},
		areTwoCoins: (pairRow) => pricesDiffer(legs, pairRow),
		compute: (pairRow, terms, into) => computing.at(pairRow, terms, clock.now(), into),
		bound: (pairRow, terms, into) => computing.withoutBooks(pairRow, terms, clock.now(), into),
		isTradable(pairRow, terms) {
			computing.tradableAt(pairRow, terms, clock.now(), state.figures);
			return state.figures.isTradable;
		},
		inputs: (pairRow) => pairLegs(state, pairRow),
		reread(venue, symbol) {
			const leg = state.legsOf.get(venue)?.get(symbol);
			if (leg !== undefined) readAgain(state, leg);
		},
		status: (venue) => statusOf(state, venue),
		version: () => state.version,
		versionOf: (pairRow) => kept.version[kept.row(pairRow.index)] as number,
		close() {
			for (const cancel of cancels) cancel();
		},
	};
}

function statusOf({ statuses, market }: State, venue: VenueName): VenueDataStatus {
	const known = statuses.get(venue) ?? market.status(venue);
	statuses.set(venue, known);
	return known;
}

/** Measures only every sixteenth change, because reading the clock costs about as much as updating a pair. */
function takeMetered(state: State, inputs: InstrumentInputs): void {
	const { clock } = state;
	state.changes += 1;
	const isTimed = state.changes % TIMED_EVERY === 0;
	const begun = isTimed ? clock.monotonic() : 0;
	takeChange(state, inputs);
	state.meter.refreshed(isTimed ? (clock.monotonic() - begun) / MS_PER_S : undefined);
}

function takeChange(state: State, inputs: InstrumentInputs): void {
	const { venue, symbol } = inputs.instrument;
	const now = state.clock.now();
	const leg = state.legsOf.get(venue)?.get(symbol);
	if (leg === undefined) {
		addLeg(state, inputs, now);
		return;
	}
	state.fetched = state.table.fetchRowsOfLeg(leg, state.legs.columns);
	readLeg(state, leg, inputs, now);
	const rows = state.table.rowsOfLeg(leg);
	// One object serves all pairs, because reading each pair's own object would mean waiting for memory.
	const pairRow = { index: 0, first: 0, second: 0 };
	for (let at = 0; at < rows.length; at += ROWS_PER_PAIR) {
		pairRow.index = rows[at] as number;
		pairRow.first = rows[at + 1] as number;
		pairRow.second = rows[at + 2] as number;
		refresh(state, pairRow, now);
	}
}

function readLeg(state: State, leg: number, inputs: InstrumentInputs, now: number): void {
	const { legs, table, computing } = state;
	const status = statusOf(state, inputs.instrument.venue);
	if (legs.readBook(leg, inputs, status, state.limits, now)) {
		noteHolds(state, leg);
		return;
	}
	const read = { ...inputs, status };
	const isChanged = legs.read(leg, read, state.passed.of(inputs, now), contextAt(state, now));
	noteHolds(state, leg);
	if (!isChanged) return;
	table.readLots(leg, inputs.instrument);
	const rows = table.rowsOfLeg(leg);
	for (let at = 0; at < rows.length; at += ROWS_PER_PAIR) computing.forget({ index: rows[at] as number });
}

function noteHolds(state: State, leg: number): void {
	const { columns } = state.legs;
	state.legsHoldUntil = Math.min(state.legsHoldUntil, columns.holdsUntil[columns.row(leg)] as number);
}

function contextAt({ limits, market }: State, now: number): GuardContext {
	return guardContext({ now, limits, quoteRate: market.quoteRate }, DEFAULT_TERMS);
}

function addLeg(state: State, inputs: InstrumentInputs, now: number): void {
	const { legs, legsOf } = state;
	const { venue, symbol } = inputs.instrument;
	const leg = state.freeLegs.pop() ?? state.legCount++;
	const ofVenue = legsOf.get(venue) ?? new Map<string, number>();
	legsOf.set(venue, ofVenue.set(symbol, leg));
	readLeg(state, leg, inputs, now);
	for (const pairRow of state.table.addLeg(leg, inputs.instrument)) {
		state.basis.clear(pairRow.index);
		state.expected.put(pairRow.index, undefined);
		state.computing.forget(pairRow);
		state.onEnter(pairRow, legs.instrument(pairRow.first), legs.instrument(pairRow.second));
		refresh(state, pairRow, now);
	}
}

function dropLeg(state: State, leg: number): void {
	const { legs } = state;
	const { venue, symbol } = legs.instrument(leg);
	state.table.dropLeg(leg, (pairRow) => {
		state.onLeave(pairRow, 'delisted');
		state.ranking.leave(pairRow);
	});
	legs.forget(leg);
	state.legsOf.get(venue)?.delete(symbol);
	state.freeLegs.push(leg);
	state.version += 1;
}

function takeVenue(state: State, venue: VenueName): void {
	const { market } = state;
	state.statuses.set(venue, market.status(venue));
	const present = new Set<string>();
	for (const inputs of market.inputs(venue)) {
		present.add(inputs.instrument.symbol);
		takeChange(state, inputs);
	}
	for (const [symbol, leg] of state.legsOf.get(venue) ?? []) if (!present.has(symbol)) dropLeg(state, leg);
}

/** Updates a pair's direction and figures, and its position in the default sort order. */
function refresh(state: State, pairRow: RowNumbers, now: number): void {
	const { kept, computing, figures, ranking } = state;
	const row = kept.row(pairRow.index);
	readQuotes(state, pairRow, now);
	computing.atDefault(pairRow, now, figures);
	const isTurned = shouldTurn(state, pairRow, figures, now);
	if (isTurned) {
		const turned = state.table.at(pairRow.index);
		state.onLeave(turned, 'turned');
		ranking.leave(turned);
		state.table.turn(turned);
		readQuotes(state, pairRow, now);
		computing.atDefault(pairRow, now, figures);
	}
	// The default sort order depends only on the spread, so a change of other figures does not move the pair.
	const isMoved = isTurned || kept.spread[row] !== figures.spread;
	kept.spread[row] = figures.spread;
	kept.apr[row] = figures.apr;
	kept.netApr[row] = figures.netApr;
	kept.expectedNet[row] = figures.expectedNet;
	kept.isTradable[row] = figures.isTradable ? 1 : 0;
	state.version += 1;
	kept.version[row] = state.version;
	state.pairsHoldUntil = Math.min(state.pairsHoldUntil, computing.carries.holdsUntil(pairRow));
	if (isMoved) ranking.touch(pairRow, rankOfSpread(figures.spread));
}

/** Reads the exchange rate between the quote currencies of a pair's legs, if they differ. */
function readQuotes(state: State, pairRow: RowNumbers, now: number): void {
	if (state.kept.quotesDiffer[state.kept.row(pairRow.index)] !== 1) return;
	const inputs = pairLegs(state, pairRow);
	if (inputs === undefined) return;
	state.quotes.read(pairRow.index, inputs.short.instrument.quote, inputs.long.instrument.quote, now);
}

function warningsOf(state: State, { first, second }: PairRow): number {
	return pairWarningBits(namedLeg(state, first), namedLeg(state, second));
}

function namedLeg(state: State, leg: number): NamedLeg {
	const instrument = state.legs.instrument(leg);
	return { instrument, status: statusOf(state, instrument.venue) };
}

/** Samples the price basis of one group of pairs. Pairs with a stale book are skipped. */
function sampleBasis(state: State): void {
	const { legs, table, kept } = state;
	const now = state.clock.now();
	const { mid, bookStaleAt } = legs.columns;
	state.phase = (state.phase + 1) % BASIS_PHASES;
	for (let index = state.phase; index < table.rowCount(); index += BASIS_PHASES) {
		const pairRow = table.find(index);
		if (pairRow === undefined) continue;
		const row = kept.row(pairRow.index);
		state.onSecond(pairRow, kept.spread[row] as number, kept.expectedNet[row] as number);
		const firstRow = legs.columns.row(pairRow.first);
		const secondRow = legs.columns.row(pairRow.second);
		const rate = kept.quoteRate[row] as number;
		const first = mid[firstRow] as number;
		const second = (mid[secondRow] as number) * (table.firstIsLong(pairRow) ? rate : 1 / rate);
		const isFresh = now <= (bookStaleAt[firstRow] as number) && now <= (bookStaleAt[secondRow] as number);
		if (!isFresh || !(first > 0) || !(second > 0)) continue;
		state.basis.observe(pairRow.index, first, second, now);
		refresh(state, pairRow, now);
	}
}

function sweep(state: State): void {
	const { table, kept } = state;
	const now = state.clock.now();
	if (now >= state.legsHoldUntil) sweepLegs(state, now);
	if (now >= state.pairsHoldUntil) sweepPairRows(state, now);
	if (!state.quotes.haveChanged(now)) return;
	for (const pairRow of table.all())
		if (kept.quotesDiffer[kept.row(pairRow.index)] === 1) refresh(state, pairRow, now);
}

function sweepLegs(state: State, now: number): void {
	const { columns } = state.legs;
	state.legsHoldUntil = Number.POSITIVE_INFINITY;
	for (const ofVenue of state.legsOf.values())
		for (const leg of ofVenue.values()) {
			const holdsUntil = columns.holdsUntil[columns.row(leg)] as number;
			if (holdsUntil <= now) readAgain(state, leg);
			else state.legsHoldUntil = Math.min(state.legsHoldUntil, holdsUntil);
		}
}

function readAgain(state: State, leg: number): void {
	const { venue, symbol } = state.legs.instrument(leg);
	const inputs = state.market.get(venue, symbol);
	if (inputs !== undefined) takeChange(state, inputs);
}

/** Refreshes pairs if a settlement has entered or left one of their horizons. */
function sweepPairRows(state: State, now: number): void {
	state.pairsHoldUntil = Number.POSITIVE_INFINITY;
	for (const pairRow of state.table.all()) {
		const holdsUntil = state.computing.carries.holdsUntil(pairRow);
		if (holdsUntil <= now) refresh(state, pairRow, now);
		else state.pairsHoldUntil = Math.min(state.pairsHoldUntil, holdsUntil);
	}
}

function legInputs(state: State, leg: number): LegInputs | undefined {
	const { venue, symbol } = state.legs.instrument(leg);
	const inputs = state.market.get(venue, symbol);
	return inputs === undefined ? undefined : { ...inputs, status: statusOf(state, venue) };
}

function pairLegs(state: State, pairRow: RowNumbers): PairLegs | undefined {
	const first = legInputs(state, pairRow.first);
	const second = legInputs(state, pairRow.second);
	if (first === undefined || second === undefined) return undefined;
	return state.table.firstIsLong(pairRow) ? { long: first, short: second } : { long: second, short: first };
}
