/** Keeps the figures of every pair row current: a change of an input updates the rows that depend on it and no others. */
import type { Decimal } from '../domain/decimal.ts';
import { approximately } from '../domain/estimate.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import { DEFAULT_TERMS, DIRECTION_DEAD_BAND, ENTRY_TIME_MS } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs, Market, VenueDataStatus } from '../ports/market.ts';
import type { ScanMeter } from '../ports/metrics.ts';
import type { SortKey } from '../ports/opportunities.ts';
import { type BasisTable, createBasisTable } from './basis-table.ts';
import type { Columns } from './columns.ts';
import { createExpectationColumns, type PairExpectation } from './expectation.ts';
import { type FigureTerms, figureTerms, noFigures, type SlotFigures } from './figures.ts';
import { type GuardContext, type GuardLimits, isStale, type LegInputs, warningBits } from './guards.ts';
import { createLegTable, type LegTable, type SizeLimits } from './leg-table.ts';
import { isApart, pairGuards } from './pair-guards.ts';
import { guardContext as guardContextOf } from './pair-reading.ts';
import type { PassedLookup } from './passed-settlement.ts';
import { createRankFigures } from './rank.ts';
import { createRanking, type OnceRanks, type Ranking } from './ranking.ts';
import { createScoreInputs } from './score-inputs.ts';
import type { Slices } from './slices.ts';
import { pricesDiffer } from './slot-cost.ts';
import { createFigures } from './slot-figures.ts';
import { createSlotSize, type SlotSize } from './slot-size.ts';
import type { Slot, SlotTable } from './slot-table.ts';

/** The inputs of both legs in a slot's direction. */
export type SlotLegs = { readonly long: LegInputs; readonly short: LegInputs };

/** What one of a currency was worth in another when slots were last judged by it. */
type QuotesSeen = {
	readonly from: string;
	readonly to: string;
	readonly rate: Decimal | null;
	readonly isStale: boolean;
	readonly isApart: boolean;
};

/** All slots with their direction, price basis, figures at default terms and ranks, as of the last change of an input. */
export type Slots = {
	readonly table: SlotTable;
	readonly legs: LegTable;
	readonly basis: BasisTable;
	readonly size: SlotSize;
	readonly ranking: Ranking;
	/** Figures and ranks of slots at any terms, from their inputs as they were last read. */
	readonly compute: (slot: Slot, terms: FigureTerms, into: SlotFigures) => void;
	readonly ranksAt: (key: SortKey, terms: FigureTerms) => OnceRanks;
	/** Figures at default terms, as of the slot's last change. */
	readonly kept: Columns<'spread' | 'apr' | 'netApr' | 'expectedNet' | 'isTradable'>;
	/** Brings in what time alone has changed, and what currencies are worth. Cheap while neither has. */
	readonly sweep: () => void;
	/** More is known of the settlements of an instrument. */
	readonly reread: (venue: VenueName, symbol: string) => void;
	/** Undefined when a venue no longer lists an instrument. */
	readonly inputs: (slot: Slot) => SlotLegs | undefined;
	readonly status: (venue: VenueName) => VenueDataStatus;
	/** True where the prices are so far apart that one ticker names two coins. */
	readonly areTwoCoins: (slot: Slot) => boolean;
	/** Another expectation of a slot. */
	readonly expect: (slot: Slot, expectation: PairExpectation | undefined) => void;
	/** Rises with every change of a slot. */
	readonly version: () => number;
	/** Rises with every change of this slot. */
	readonly versionOf: (slot: Slot) => number;
	readonly close: () => void;
};

const DEAD_BAND = approximately(DIRECTION_DEAD_BAND);
/** Differences of doubles that are none. */
const ROUNDING = 1e-13;
/** Every slot's basis is sampled once a second, a tenth of the slots at a time. */
const BASIS_PHASE_MS = 100;
const BASIS_PHASES = 10;
const TIMED_EVERY = 16;
const MS_PER_S = 1_000;

const DEFAULT_FIGURE_TERMS = figureTerms(DEFAULT_TERMS);

/** Starts to follow the market; callbacks report slots that come, leave or turn. */
export function createSlots(options: {
	readonly table: SlotTable;
	readonly market: Market;
	readonly clock: Clock;
	readonly slices: Slices;
	readonly limits: GuardLimits;
	readonly passed: PassedLookup;
	readonly sizeLimits: SizeLimits;
	readonly expectationOf: (slot: Slot) => PairExpectation | undefined;
	/** Told of every slot that comes, and that goes or turns, before it does. */
	readonly onCome: (slot: Slot, first: Instrument, second: Instrument) => void;
	readonly onLeave: (slot: Slot, reason: 'turned' | 'delisted') => void;
	/** Told of every slot about once a second, with its figures at default terms. */
	readonly onSecond: (slot: Slot, spread: number, expectedNet: number) => void;
	readonly meter: ScanMeter;
}): Slots {
	const { table, market, clock, limits, meter } = options;
	const legs = createLegTable(options.sizeLimits);
	const kept = table.columns;
	const basis = createBasisTable(kept);
	const expected = createExpectationColumns();
	const size = createSlotSize({ legs, columns: kept });
	const computing = createFigures({
		legs,
		columns: kept,
		basis,
		size,
		expectations: expected,
		defaultTerms: DEFAULT_FIGURE_TERMS,
		tooGoodApr: approximately(limits.tooGoodApr),
	});
	const rankFigures = createRankFigures({
		legs,
		table,
		size,
		carries: computing.carries,
		scoreInputs: createScoreInputs<Slot>({ legs, columns: kept, basis, size, pairWarnings }),
		expectationOf: options.expectationOf,
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
	const quotesSeen = new Map<string, QuotesSeen>();
	const statuses = new Map<VenueName, VenueDataStatus>();
	let legCount = 0;
	let version = 0;
	/** No leg, and no slot, is changed by time alone before. */
	let legsHoldUntil = Number.POSITIVE_INFINITY;
	let slotsHoldUntil = Number.POSITIVE_INFINITY;
	let phase = 0;
	let changes = 0;

	const cancels = [
		market.onChange(takeMetered),
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

	/** Asking for the time costs about as much as a slot: of every sixteenth change alone. */
	function takeMetered(inputs: InstrumentInputs): void {
		changes += 1;
		const isTimed = changes % TIMED_EVERY === 0;
		const begun = isTimed ? clock.monotonic() : 0;
		takeChange(inputs);
		meter.refreshed(isTimed ? (clock.monotonic() - begun) / MS_PER_S : undefined);
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
		const context = guardContext(now);
		const read = { ...inputs, status: statusOf(inputs.instrument.venue) };
		const isOther = legs.read(leg, read, options.passed.of(inputs, now), context);
		legsHoldUntil = Math.min(legsHoldUntil, legs.columns.holdsUntil[legs.columns.row(leg)] as number);
		if (!isOther) return;
		table.readLots(leg, inputs.instrument);
		for (const slot of table.ofLeg(leg)) computing.forget(slot);
	}

	function guardContext(now: number): GuardContext {
		return guardContextOf({ now, limits, quoteRate: market.quoteRate }, DEFAULT_TERMS);
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
			if (kept.quotesDiffer[row] === 1) readQuotes(slot, now);
			computing.atDefault(slot, now, figures);
		}
		kept.spread[row] = figures.spread;
		kept.apr[row] = figures.apr;
		kept.netApr[row] = figures.netApr;
		kept.expectedNet[row] = figures.expectedNet;
		kept.isTradable[row] = figures.isTradable ? 1 : 0;
		version += 1;
		kept.version[row] = version;
		slotsHoldUntil = Math.min(slotsHoldUntil, computing.carries.holdsUntil(slot));
		ranking.touch(slot, rankFigures(slot, 'spread', figures, DEFAULT_FIGURE_TERMS, now));
	}

	/** Of legs in two currencies: whether these are at par, and what the short leg's is worth in the long leg's. */
	function readQuotes(slot: Slot, now: number): void {
		const inputs = slotLegs(slot);
		if (inputs === undefined) return;
		const { long, short } = inputs;
		const from = short.instrument.quote;
		const to = long.instrument.quote;
		const seen = seeQuotes(from, to, now);
		const key = `${from}/${to}`;
		// What is seen first by one slot is still to be seen by the others.
		if (!quotesSeen.has(key)) quotesSeen.set(key, seen);
		const row = kept.row(slot.index);
		kept.quotesApart[row] = seen.isApart ? 1 : 0;
		kept.quoteRate[row] = seen.rate === null ? Number.NaN : approximately(seen.rate);
	}

	function seeQuotes(from: string, to: string, now: number): QuotesSeen {
		const found = market.quoteRate(from, to);
		const context = guardContext(now);
		const at = found.rate === null ? undefined : found.at;
		return {
			from,
			to,
			rate: found.rate,
			isStale: isStale(at, limits.tickerStaleMs, context.now),
			isApart: isApart(found, context),
		};
	}

	/** What is changed by what currencies are worth, and by how long ago that was known. */
	function sweepQuotes(now: number): void {
		let haveChanged = false;
		for (const [key, known] of quotesSeen) {
			const seen = seeQuotes(known.from, known.to, now);
			const isSame =
				seen.rate === known.rate && seen.isStale === known.isStale && seen.isApart === known.isApart;
			if (isSame) continue;
			quotesSeen.set(key, seen);
			haveChanged = true;
		}
		if (!haveChanged) return;
		for (const slot of table.all()) if (kept.quotesDiffer[kept.row(slot.index)] === 1) refresh(slot, now);
	}

	/** What has to be known of both legs together, as bits of `warningBits`. */
	function pairWarnings(slot: Slot): number {
		const inputs = slotLegs(slot);
		return inputs === undefined
			? 0
			: warningBits(pairGuards(inputs.long, inputs.short, guardContext(clock.now())));
	}

	/** By `figures`, which are of this slot at this instant. */
	function shouldTurn(slot: Slot, now: number): boolean {
		const { directionCarry, spread } = figures;
		const row = kept.row(slot.index);
		const isJudged = kept.isJudged[row] === 1;
		// Beyond the band this way, the other way is expected to lose at least as much: nothing more has to be known.
		const lean = directionCarry >= DEAD_BAND ? directionCarry : leaning(slot, now, directionCarry);
		if (Math.abs(lean) >= DEAD_BAND) {
			kept.isJudged[row] = 1;
			return lean < 0;
		}
		if (Number.isNaN(spread)) return false;
		kept.isJudged[row] = 1;
		return spread < (isJudged ? -DEAD_BAND - ROUNDING : 0);
	}

	/**
	 * The expected carry that is all of the direction's: half of what it is ahead of the other. Near a settlement what is paid
	 * counts in both directions, so that both may be expected to lose, and each alone would say that the other is better.
	 */
	function leaning(slot: Slot, now: number, expectedThisWay: number): number {
		const entryAt = now + ENTRY_TIME_MS;
		if (!legs.isNearSettlement(slot.first, entryAt) && !legs.isNearSettlement(slot.second, entryAt))
			return expectedThisWay;
		table.turn(slot);
		computing.atDefault(slot, now, otherWay);
		table.turn(slot);
		return (expectedThisWay - otherWay.directionCarry) / 2;
	}

	/** Mids that are older than their limit say nothing of this second. */
	function sampleBasis(): void {
		const now = clock.now();
		const { mid, bookStaleAt } = legs.columns;
		phase = (phase + 1) % BASIS_PHASES;
		for (let index = phase; index < table.rowCount(); index += BASIS_PHASES) {
			const slot = table.find(index);
			if (slot === undefined) continue;
			const row = kept.row(slot.index);
			options.onSecond(slot, kept.spread[row] as number, kept.expectedNet[row] as number);
			const firstRow = legs.columns.row(slot.first);
			const secondRow = legs.columns.row(slot.second);
			const rate = kept.quoteRate[row] as number;
			const first = mid[firstRow] as number;
			const second = (mid[secondRow] as number) * (table.firstIsLong(slot) ? rate : 1 / rate);
			const isFresh = now <= (bookStaleAt[firstRow] as number) && now <= (bookStaleAt[secondRow] as number);
			if (!isFresh || !(first > 0) || !(second > 0)) continue;
			basis.observe(slot.index, first, second, now);
			refresh(slot, now);
		}
	}

	function sweep(): void {
		const now = clock.now();
		if (now >= legsHoldUntil) sweepLegs(now);
		if (now >= slotsHoldUntil) sweepSlots(now);
		sweepQuotes(now);
	}

	function sweepLegs(now: number): void {
		legsHoldUntil = Number.POSITIVE_INFINITY;
		for (const ofVenue of legsOf.values())
			for (const leg of ofVenue.values()) {
				const holdsUntil = legs.columns.holdsUntil[legs.columns.row(leg)] as number;
				if (holdsUntil <= now) readAgain(leg);
				else legsHoldUntil = Math.min(legsHoldUntil, holdsUntil);
			}
	}

	function readAgain(leg: number): void {
		const { venue, symbol } = legs.instrument(leg);
		const inputs = market.get(venue, symbol);
		if (inputs !== undefined) takeChange(inputs);
	}

	/** Settlements come into the horizon and fall out of it. */
	function sweepSlots(now: number): void {
		slotsHoldUntil = Number.POSITIVE_INFINITY;
		for (const slot of table.all()) {
			const holdsUntil = computing.carries.holdsUntil(slot);
			if (holdsUntil <= now) refresh(slot, now);
			else slotsHoldUntil = Math.min(slotsHoldUntil, holdsUntil);
		}
	}

	function legInputs(leg: number): LegInputs | undefined {
		const { venue, symbol } = legs.instrument(leg);
		const inputs = market.get(venue, symbol);
		return inputs === undefined ? undefined : { ...inputs, status: statusOf(venue) };
	}

	function slotLegs(slot: Slot): SlotLegs | undefined {
		const first = legInputs(slot.first);
		const second = legInputs(slot.second);
		if (first === undefined || second === undefined) return undefined;
		return table.firstIsLong(slot) ? { long: first, short: second } : { long: second, short: first };
	}

	return {
		table,
		legs,
		basis,
		size,
		ranking,
		kept,
		ranksAt(key, terms) {
			const now = clock.now();
			const rankOf = (slot: Slot): number => rank(slot, key, terms);
			if (key !== 'net_apr') return { rankOf, atLeast: rankOf };
			// It falls with the costs, and most slots come to no page even if nothing were lost to slippage.
			const atLeast = (slot: Slot): number => {
				computing.withoutSlippage(slot, terms, now, figures);
				return rankFigures(slot, key, figures, terms, now);
			};
			return { rankOf, atLeast };
		},
		sweep,
		expect(slot, expectation) {
			expected.put(slot.index, expectation);
			computing.forget(slot);
			refresh(slot, clock.now());
		},
		areTwoCoins: (slot) => pricesDiffer(legs, slot),
		compute: (slot, terms, into) => computing.at(slot, terms, clock.now(), into),
		inputs: slotLegs,
		reread(venue, symbol) {
			const leg = legsOf.get(venue)?.get(symbol);
			if (leg !== undefined) readAgain(leg);
		},
		status: statusOf,
		version: () => version,
		versionOf: (slot) => kept.version[kept.row(slot.index)] as number,
		close() {
			for (const cancel of cancels) cancel();
		},
	};
}
