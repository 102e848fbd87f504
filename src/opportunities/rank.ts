/**
 * By what lists are ordered: for each sort key a double of which the smallest comes first. What is not known is infinite and
 * comes last. Doubles of equal decimals must be equal, so shares are compared at 1e-12.
 */
import { forecastDirection } from '../domain/carry.ts';
import type { Decimal } from '../domain/decimal.ts';
import {
	decimalOfUnits,
	FORWARD_COUNT,
	type LegCarry,
	payback,
	RATE_UNITS_PER_ONE,
} from '../domain/expected-carry.ts';
import type { LegRole } from '../domain/ids.ts';
import { ENTRY_TIME_MS } from '../domain/opportunity.ts';
import { liquidityScore, riskScore } from '../domain/scores.ts';
import { PROBABILITY_PLACES } from '../domain/verdict.ts';
import type { SortKey } from '../ports/opportunities.ts';
import type { BasisTable } from './basis-table.ts';
import type { PairExpectation } from './expectation.ts';
import type { LegTable } from './leg-table.ts';
import { BELOW_ZERO, SD_PLACES } from './net.ts';
import { legNotional } from './score-inputs.ts';
import { type FigureTerms, pricesDiffer, type SlotFigures } from './slot-figures.ts';
import type { SlotSize } from './slot-size.ts';
import type { Slot, SlotTable } from './slot-table.ts';

const UNKNOWN = Number.POSITIVE_INFINITY;
const SHARES_PER_ONE = 1e12;
/** Over a short horizon a little that is left is much a year: finer, and still above the noise of its doubles. */
const NET_SHARES_PER_ONE = 1e14;
/** Of a total cost, rounded up to the units of carry: what a double is above a whole unit by that does not count. */
const COST_NOISE = 1e-3;

/** Keys whose value hangs on amount, horizon or leverage. */
const OF_TERMS: ReadonlySet<SortKey> = new Set([
	'net_apr',
	'break_even_hours',
	'reversal_probability',
	'risk_score',
	'liquidity_score',
	'max_amount',
	'min_amount',
]);

/** True when other terms can change the order by this key. */
export function hangsOnTerms(key: SortKey): boolean {
	return OF_TERMS.has(key);
}

export type RankFigures = (
	slot: Slot,
	key: SortKey,
	figures: SlotFigures,
	terms: FigureTerms,
	now: number,
) => number;

export function createRankFigures(parts: {
	readonly legs: LegTable;
	readonly table: SlotTable;
	readonly basis: BasisTable;
	readonly size: SlotSize;
	readonly expectationOf: (slot: Slot) => PairExpectation | undefined;
	/** Bits of the guards of both legs together that only have to be known. */
	readonly pairWarnings: (slot: Slot) => number;
}): RankFigures {
	const { legs, table, basis, size } = parts;
	const { columns } = legs;

	/** When the cumulative carry has paid the costs for good: the instant, which time does not move. */
	function breakEven(slot: Slot, figures: SlotFigures, now: number): number {
		const expectation = parts.expectationOf(slot);
		if (expectation === undefined || Number.isNaN(figures.expectedNet)) return UNKNOWN;
		const long = carryOfLeg(slot, 'long', expectation);
		const short = carryOfLeg(slot, 'short', expectation);
		if (long === undefined || short === undefined) return UNKNOWN;
		const total = decimalOfUnits(Math.ceil(figures.totalCost * RATE_UNITS_PER_ONE - COST_NOISE));
		const pair = { long, short, forecastAt: expectation.forecastAt };
		const entryAt = now + ENTRY_TIME_MS;
		const closesAt = Math.min(
			columns.delistingAt[columns.row(slot.first)] as number,
			columns.delistingAt[columns.row(slot.second)] as number,
		);
		const { breakEvenAt } = payback(pair, entryAt, total, closesAt);
		if (breakEvenAt === null) return UNKNOWN;
		return breakEvenAt === entryAt ? Number.NEGATIVE_INFINITY : breakEvenAt;
	}

	function carryOfLeg(slot: Slot, role: LegRole, expectation: PairExpectation): LegCarry | undefined {
		const isFirst = (role === 'long') === table.firstIsLong(slot);
		const leg = isFirst ? slot.first : slot.second;
		const later = legs.later(leg);
		const estimate: Decimal | undefined = legs.estimate(leg);
		if (later === undefined || estimate === undefined) return undefined;
		const offset = isFirst ? 0 : FORWARD_COUNT;
		return {
			...later,
			role,
			estimate,
			forward: expectation.forward.subarray(offset, offset + FORWARD_COUNT),
			passed: legs.passed(leg),
			uncertaintyMs: columns.uncertaintyMs[columns.row(leg)] as number,
		};
	}

	/** USD over 24 hours: the smaller of both legs. */
	function lesserVolume({ first, second }: Slot): number {
		return Math.min(
			columns.volume24h[columns.row(first)] as number,
			columns.volume24h[columns.row(second)] as number,
		);
	}

	function depthUsd(slot: Slot, coins: number): number {
		const [firstRow, secondRow] = [columns.row(slot.first), columns.row(slot.second)];
		return coins * Math.min(columns.mid[firstRow] as number, columns.mid[secondRow] as number);
	}

	function bidAskBps(leg: number): number {
		const row = columns.row(leg);
		const apart = (columns.ask[row] as number) - (columns.bid[row] as number);
		return (apart / (columns.mid[row] as number)) * BPS_PER_ONE;
	}

	/** As `liquidityInputs`. */
	function liquidityOf(slot: Slot, terms: FigureTerms): number {
		const { first, second } = slot;
		const firstRow = columns.row(first);
		const secondRow = columns.row(second);
		return liquidityScore({
			depthUsd: depthUsd(slot, size.leastReach(slot)),
			bidAskBps: Math.max(bidAskBps(first), bidAskBps(second)),
			volume24hUsd: lesserVolume(slot),
			openInterestUsd: Math.min(
				columns.openInterest[firstRow] as number,
				columns.openInterest[secondRow] as number,
			),
			legNotionalUsd: legNotional(terms.amount, terms.leverage),
		});
	}

	/** As it is answered; NaN is unknown. */
	function reversalOf(slot: Slot, { expectedCarry, horizonHours }: SlotFigures): number {
		const expectation = parts.expectationOf(slot);
		if (expectation === undefined || Number.isNaN(expectedCarry)) return Number.NaN;
		const sd = expectation.carrySd(horizonHours);
		const reversal = expectation.probabilityBelow(
			forecastDirection(table.firstIsLong(slot)),
			horizonHours,
			expectedCarry,
			sd,
			BELOW_ZERO,
		);
		return shown(reversal, PROBABILITY_PLACES);
	}

	/** As `riskInputs`. */
	function riskOf(slot: Slot, figures: SlotFigures, terms: FigureTerms): number {
		const { first, second, index } = slot;
		const expectation = parts.expectationOf(slot);
		if (expectation === undefined || Number.isNaN(figures.expectedCarry)) return Number.NaN;
		const { expectedCarry, horizonHours } = figures;
		const sd = expectation.carrySd(horizonHours);
		const firstRow = columns.row(first);
		const secondRow = columns.row(second);
		const firstIsLong = table.firstIsLong(slot);
		const long = firstIsLong ? first : second;
		const short = firstIsLong ? second : first;
		const mean = basis.mean(index, firstIsLong);
		const isDelisted =
			Math.min(columns.delistingAt[firstRow] as number, columns.delistingAt[secondRow] as number) <
			Number.POSITIVE_INFINITY;
		const bits =
			(columns.warnings[firstRow] as number) |
			(columns.warnings[secondRow] as number) |
			parts.pairWarnings(slot);
		return riskScore({
			expectedCarry,
			carrySd: shown(sd, SD_PLACES),
			reversalProbability: reversalOf(slot, figures),
			leverage: terms.leverage,
			maintenanceMargin: Math.max(
				columns.maintenanceMargin[firstRow] as number,
				columns.maintenanceMargin[secondRow] as number,
			),
			rateCapped: Math.max(columns.isCapped[firstRow] as number, columns.isCapped[secondRow] as number),
			basisSd: Number.isNaN(mean) ? Number.NaN : basis.sd(index),
			basisDeviation: pricesDiffer(legs, slot) ? Number.NaN : Math.abs(mean - basisNow(slot, firstIsLong)),
			quotesDiffer: table.columns.quotesDiffer[table.columns.row(index)] as number,
			historyDays: expectation.forecast.observations / HOURS_PER_DAY,
			legNotionalUsd: legNotional(terms.amount, terms.leverage),
			exitDepthUsd: depthUsd(slot, Math.min(legs.reach(long, 'sell'), legs.reach(short, 'buy'))),
			blockingGuards: figures.isTradable ? 0 : 1,
			warningGuards: countBits(bits) + (isDelisted ? 1 : 0),
			intervalsDiffer: columns.intervalHours[firstRow] === columns.intervalHours[secondRow] ? 0 : 1,
		});
	}

	function basisNow({ first, second, index }: Slot, firstIsLong: boolean): number {
		const firstMid = columns.mid[columns.row(first)] as number;
		const secondMid = columns.mid[columns.row(second)] as number;
		const midRatio = firstIsLong ? secondMid / firstMid : firstMid / secondMid;
		return midRatio * (table.columns.quoteRate[table.columns.row(index)] as number) - 1;
	}

	return (slot, key, figures, terms, now) => {
		switch (key) {
			case 'spread':
			case 'funding_delta':
				return highFirst(figures.spread, SHARES_PER_ONE);
			case 'apr':
				return highFirst(figures.apr, SHARES_PER_ONE);
			case 'net_apr':
				// At one horizon for all the order is that of what is left over it, which has fewer digits.
				return terms.horizonHours === undefined
					? highFirst(figures.netApr, SHARES_PER_ONE)
					: highFirst(figures.expectedNet, NET_SHARES_PER_ONE);
			case 'epoch_hours':
				return lowFirst(figures.epochHours);
			case 'break_even_hours':
				return breakEven(slot, figures, now);
			case 'reversal_probability':
				return lowFirst(reversalOf(slot, figures));
			case 'risk_score':
				return lowFirst(riskOf(slot, figures, terms));
			case 'liquidity_score':
				return highFirst(liquidityOf(slot, terms), SCORES_PER_ONE);
			case 'max_amount':
				return highFirst(size.maxCents(slot, terms.leverage), 1);
			case 'min_amount':
				return lowFirst(size.minCents(slot, terms.leverage));
			case 'volume':
				return lowFirst(-lesserVolume(slot));
			case 'next_funding_time':
				return lowFirst(
					Math.floor(
						Math.min(
							columns.nextAt[columns.row(slot.first)] as number,
							columns.nextAt[columns.row(slot.second)] as number,
						) / 1_000,
					),
				);
			case 'symbol':
				return 0;
		}
	};
}

const SCORES_PER_ONE = 10;
const BPS_PER_ONE = 10_000;
const HOURS_PER_DAY = 24;

/** As it is answered, at so many places. */
function shown(value: number, places: number): number {
	return Number(value.toFixed(places));
}

function countBits(bits: number): number {
	let count = 0;
	for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
	return count;
}

function highFirst(value: number, unitsPerOne: number): number {
	return Number.isNaN(value) ? UNKNOWN : -Math.round(value * unitsPerOne);
}

function lowFirst(value: number): number {
	return Number.isNaN(value) ? UNKNOWN : value;
}
