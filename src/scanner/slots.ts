/**
 * Keeps every slot in step with the market: a changed input touches the slots that hang on it, and nothing else. Of each
 * slot it keeps the direction, the price basis and the figures at default terms.
 */
import type { Instrument, VenueName } from '../domain/instrument.ts';
import { DEFAULT_TERMS, horizonMsOf } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs, Market, VenueDataStatus } from '../ports/market.ts';
import type { SortKey } from '../ports/opportunities.ts';
import { type BasisTable, createBasisTable } from './basis-table.ts';
import { approximately } from './book-curve.ts';
import type { Columns } from './columns.ts';
import { createExpectationColumns, type PairExpectation } from './expectation.ts';
import { type GuardContext, type GuardLimits, type LegInputs, warningBits } from './guards.ts';
import { createLegTable, type LegTable } from './leg-table.ts';
import { isApart, pairGuards, rateBetween } from './pair-guards.ts';
import { createRankFigures } from './rank.ts';
import { createRanking, type Ranking } from './ranking.ts';
import type { Slices } from './slices.ts';
import { createSlotColumns } from './slot-columns.ts';
import {
	createFigures,
	type FigureTerms,
	noFigures,
	pricesDiffer,
	type SlotFigures,
} from './slot-figures.ts';
import { createSlotTable, type Slot, type SlotTable } from './slot-table.ts';

/** The inputs of both legs in a slot's direction. */
export type SlotLegs = { readonly long: LegInputs; readonly short: LegInputs };

export type Slots = {
	readonly table: SlotTable;
	readonly legs: LegTable;
	readonly basis: BasisTable;
	readonly ranking: Ranking;
	/** Figures and rank of a slot at any terms, from its inputs as they were last read. */
	readonly compute: (slot: Slot, terms: FigureTerms, into: SlotFigures) => void;
	readonly rank: (slot: Slot, key: SortKey, terms: FigureTerms) => number;
	/** Figures at default terms, as of the slot's last change. */
	readonly kept: Columns<'spread' | 'apr' | 'netApr' | 'isTradable'>;
	/** Brings in what time alone has changed. Cheap: at most once per `SWEEP_MS`. */
	readonly sweep: () => void;
	/** Undefined when a venue no longer lists an instrument. */
	readonly inputs: (slot: Slot) => SlotLegs | undefined;
	readonly status: (venue: VenueName) => VenueDataStatus;
	/** True where the prices are so far apart that one ticker names two coins. */
	readonly pricesDiffer: (slot: Slot) => boolean;
	/** Another expectation of a slot. */
	readonly expect: (slot: Slot, expectation: PairExpectation | undefined) => void;
	/** Rises with every change of a slot. */
	readonly version: () => number;
	/** Rises with every change of this slot. */
	readonly versionOf: (slot: Slot) => number;
	readonly close: () => void;
};

const DEFAULT_HORIZON_MS = horizonMsOf(DEFAULT_TERMS);
/** Half a basis point: of the carry expected over 168 h, and of the headline spread. */
const DEAD_BAND = 0.00005;
/** Differences of doubles that are none. */
const ROUNDING = 1e-13;
/** Every slot's basis is sampled once a second, a tenth of the slots at a time. */
const BASIS_PHASE_MS = 100;
const BASIS_PHASES = 10;
/** What time alone changes is looked at this often, when someone reads. */
const SWEEP_MS = 100;

const DEFAULT_FIGURE_TERMS: FigureTerms = {
	amount: approximately(DEFAULT_TERMS.amount),
	leverage: approximately(DEFAULT_TERMS.leverage),
	horizonHours: approximately(DEFAULT_TERMS.horizonHours),
};

export function createSlots(options: {
	readonly market: Market;
	readonly clock: Clock;
	readonly slices: Slices;
	readonly limits: GuardLimits;
	/** Share of the mid that bounds the largest amount. */
	readonly maxAmountSlippage: number;
	readonly expectationOf: (slot: Slot) => PairExpectation | undefined;
	/** Told of every slot that comes, and that goes or turns, before it does. */
	readonly onCome: (slot: Slot, first: Instrument, second: Instrument) => void;
	readonly onLeave: (slot: Slot, reason: 'turned' | 'delisted') => void;
}): Slots {
	const { market, clock, limits } = options;
	const legs = createLegTable(options.maxAmountSlippage);
	const kept = createSlotColumns();
	const table = createSlotTable(kept);
	const basis = createBasisTable(kept);
	const expected = createExpectationColumns();
	const computing = createFigures({
		legs,
		table,
		basis,
		expectations: expected,
		defaultTerms: DEFAULT_FIGURE_TERMS,
		tooGoodApr: approximately(limits.tooGoodApr),
	});
	const rankFigures = createRankFigures({
		legs,
		table,
		basis,
		expectationOf: options.expectationOf,
		pairWarnings,
	});
	const figures = noFigures();
	const otherWay = noFigures();
	const ranking = createRanking({
		table,
		clock,
		slices: options.slices,
		rankOf: (slot, key) => rank(slot, key, DEFAULT_FIGURE_TERMS),
	});
	/** Rows by venue and symbol. */
	const legsOf = new Map<VenueName, Map<string, number>>();
	const freeLegs: number[] = [];
	const statuses = new Map<VenueName, VenueDataStatus>();
	let legCount = 0;
	let version = 0;
	let sweptAt = Number.NEGATIVE_INFINITY;
	let phase = 0;

	const cancels = [
		market.onChange(takeChange),
		market.onVenue(takeVenue),
		clock.every(BASIS_PHASE_MS, sampleBasis),
	];
	for (const venue of market.venues) statuses.set(venue, market.status(venue));
	for (const inputs of market.inputs()) takeChange(inputs);

	function rank(slot: Slot, key: SortKey, terms: FigureTerms): number {
		const now = clock.now();
		computing.at(slot, terms, now, figures);
		return rankFigures(slot, key, figures, terms, now);
	}

	function statusOf(venue: VenueName): VenueDataStatus {
		const known = statuses.get(venue) ?? market.status(venue);
		statuses.set(venue, known);
		return known;
	}

	function takeChange(inputs: InstrumentInputs): void {
		const now = clock.now();
		const leg = legOf(inputs.instrument);
		if (leg === undefined) {
			addLeg(inputs, now);
			return;
		}
		readLeg(leg, inputs, now);
		for (const slot of table.ofLeg(leg)) refresh(slot, now);
	}

	function legOf({ venue, symbol }: Instrument): number | undefined {
		return legsOf.get(venue)?.get(symbol);
	}

	function readLeg(leg: number, inputs: InstrumentInputs, now: number): void {
		const status = statusOf(inputs.instrument.venue);
		if (legs.read(leg, { ...inputs, status }, guardContext(now))) table.readLots(leg, inputs.instrument);
	}

	function guardContext(now: number): GuardContext {
		return { now, horizonMs: DEFAULT_HORIZON_MS, limits, quoteRate: market.quoteRate };
	}

	function addLeg(inputs: InstrumentInputs, now: number): void {
		const { venue, symbol } = inputs.instrument;
		const leg = freeLegs.pop() ?? legCount++;
		const ofVenue = legsOf.get(venue) ?? new Map<string, number>();
		legsOf.set(venue, ofVenue.set(symbol, leg));
		readLeg(leg, inputs, now);
		for (const slot of table.addLeg(leg, inputs.instrument)) {
			basis.clear(slot.index);
			expected.put(slot.index, undefined);
			computing.forget(slot);
			options.onCome(slot, legs.instrument(slot.first), legs.instrument(slot.second));
			refresh(slot, now);
		}
	}

	function dropLeg(leg: number): void {
		const { venue, symbol } = legs.instrument(leg);
		table.dropLeg(leg, (slot) => {
			options.onLeave(slot, 'delisted');
			ranking.leave(slot);
		});
		legs.forget(leg);
		legsOf.get(venue)?.delete(symbol);
		freeLegs.push(leg);
		version += 1;
	}

	function takeVenue(venue: VenueName): void {
		statuses.set(venue, market.status(venue));
		const present = new Set<string>();
		for (const inputs of market.inputs(venue)) {
			present.add(inputs.instrument.symbol);
			takeChange(inputs);
		}
		for (const [symbol, leg] of legsOf.get(venue) ?? []) if (!present.has(symbol)) dropLeg(leg);
	}

	/** Judges the direction, computes the figures, and moves the slot to its place. */
	function refresh(slot: Slot, now: number): void {
		const row = kept.row(slot.index);
		if (kept.quotesDiffer[row] === 1) readQuotes(slot, now);
		computing.atDefault(slot, now, figures);
		if (shouldTurn(slot, now)) {
			options.onLeave(slot, 'turned');
			ranking.leave(slot);
			table.turn(slot);
			computing.atDefault(slot, now, figures);
		}
		kept.spread[row] = figures.spread;
		kept.apr[row] = figures.apr;
		kept.netApr[row] = figures.netApr;
		kept.isTradable[row] = figures.isTradable ? 1 : 0;
		version += 1;
		kept.version[row] = version;
		ranking.touch(slot, rankFigures(slot, 'spread', figures, DEFAULT_FIGURE_TERMS, now));
	}

	/** Of legs in two currencies: whether these are at par, and what the second's is worth in the first's. */
	function readQuotes({ first, second, index }: Slot, now: number): void {
		const inputs = [legInputs(first), legInputs(second)] as const;
		if (inputs[0] === undefined || inputs[1] === undefined) return;
		const found = rateBetween(inputs[0], inputs[1], market);
		const row = kept.row(index);
		kept.quotesApart[row] = isApart(found, guardContext(now)) ? 1 : 0;
		kept.quoteRate[row] = found.rate === null ? Number.NaN : approximately(found.rate);
	}

	/** What has to be known of both legs together, as bits of `warningBits`. */
	function pairWarnings({ first, second }: Slot): number {
		const inputs = [legInputs(first), legInputs(second)] as const;
		if (inputs[0] === undefined || inputs[1] === undefined) return 0;
		return warningBits(pairGuards(inputs[0], inputs[1], guardContext(clock.now())));
	}

	/** By `figures`, which are of this slot at this instant. */
	function shouldTurn(slot: Slot, now: number): boolean {
		const { expectedCarry, spread } = figures;
		const row = kept.row(slot.index);
		const isJudged = kept.isJudged[row] === 1;
		if (!Number.isNaN(expectedCarry) && Math.abs(expectedCarry) >= DEAD_BAND) {
			kept.isJudged[row] = 1;
			return expectedCarry < 0 && expectedOtherWay(slot, now) > expectedCarry;
		}
		if (Number.isNaN(spread)) return false;
		kept.isJudged[row] = 1;
		return spread < (isJudged ? -DEAD_BAND - ROUNDING : 0);
	}

	/** Near a settlement what is paid counts in both directions, and both may be expected to lose. */
	function expectedOtherWay(slot: Slot, now: number): number {
		table.turn(slot);
		computing.atDefault(slot, now, otherWay);
		table.turn(slot);
		return otherWay.expectedCarry;
	}

	/** Mids that are older than their limit say nothing of this second. */
	function sampleBasis(): void {
		const now = clock.now();
		const { mid, bookStaleAt } = legs.columns;
		phase = (phase + 1) % BASIS_PHASES;
		for (let index = phase; index < table.rowCount(); index += BASIS_PHASES) {
			const slot = table.find(index);
			if (slot === undefined) continue;
			const firstRow = legs.columns.row(slot.first);
			const secondRow = legs.columns.row(slot.second);
			const quoteRate = kept.quoteRate[kept.row(slot.index)] as number;
			const first = mid[firstRow] as number;
			const second = (mid[secondRow] as number) * quoteRate;
			const isFresh = now <= (bookStaleAt[firstRow] as number) && now <= (bookStaleAt[secondRow] as number);
			if (!isFresh || !(first > 0) || !(second > 0)) continue;
			basis.observe(slot.index, first, second, now);
			refresh(slot, now);
		}
	}

	function sweep(): void {
		const at = clock.monotonic();
		if (at - sweptAt < SWEEP_MS) return;
		sweptAt = at;
		const now = clock.now();
		const { holdsUntil, row } = legs.columns;
		for (const ofVenue of legsOf.values())
			for (const leg of ofVenue.values()) if ((holdsUntil[row(leg)] as number) <= now) readAgain(leg);
	}

	function readAgain(leg: number): void {
		const { venue, symbol } = legs.instrument(leg);
		const inputs = market.get(venue, symbol);
		if (inputs !== undefined) takeChange(inputs);
	}

	function legInputs(leg: number): LegInputs | undefined {
		const { venue, symbol } = legs.instrument(leg);
		const inputs = market.get(venue, symbol);
		return inputs === undefined ? undefined : { ...inputs, status: statusOf(venue) };
	}

	return {
		table,
		legs,
		basis,
		ranking,
		kept,
		rank,
		sweep,
		expect(slot, expectation) {
			expected.put(slot.index, expectation);
			computing.forget(slot);
			refresh(slot, clock.now());
		},
		pricesDiffer: (slot) => pricesDiffer(legs, slot),
		compute: (slot, terms, into) => computing.at(slot, terms, clock.now(), into),
		inputs(slot) {
			const first = legInputs(slot.first);
			const second = legInputs(slot.second);
			if (first === undefined || second === undefined) return undefined;
			return table.firstIsLong(slot) ? { long: first, short: second } : { long: second, short: first };
		},
		status: statusOf,
		version: () => version,
		versionOf: (slot) => kept.version[kept.row(slot.index)] as number,
		close() {
			for (const cancel of cancels) cancel();
		},
	};
}
