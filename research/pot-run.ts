/**
 * Runs one pot through a recorded market under a rule that decides once a day. Notionals are signed and in units of G,
 * the one-leg notional that the pot may hold; long is positive. The functions are pure.
 */
import { HOURS_PER_YEAR } from '../src/domain/funding.ts';
import { createBlockSums, type Estimate, estimate } from './block-sums.ts';
import type { PotLeg, PotMarket } from './pot-market.ts';
import { ALL_HOURS, type Span } from './trading.ts';

const HOURS_PER_DAY = 24;
/** Changes below this share of G are rounding. */
const ROUNDING = 1e-9;
/** Two nets of one hour whose difference is below this share of G are equal. */
const NET_ROUNDING = 1e-11;
/** Length of the window for the worst loss, hours: 90 days. */
const QUARTER_HOURS = 2_160;

/** Holdings of the pot after a decision. */
export type PotStep = {
	/** Signed notional per leg of the market. */
	readonly held: Float64Array;
	/** Notional per leg that is bought and sold again on the way, unless it is 0 for all legs. It costs both fills. */
	readonly detour?: Float64Array;
};

/** Decides what the pot holds from the hour on. It knows what settled up to and including the hour. */
export type PotRule = (hour: number, held: Float64Array) => Promise<PotStep>;

/** A rule with a memory. Every run needs a new one. */
export type NewPotRule = () => PotRule;

/** Result of one run. Figures per year are per year of the scored hours. */
export type PotRun = {
	/** First scored hour: index 0 of `net`. */
	readonly from: number;
	/** Carry received less cost, per hour, as a fraction of G. */
	readonly net: Float64Array;
	/** Sum of |change| over all legs per year, in units of G. */
	readonly turnover: number;
	/** Number of orders per year. Every changed leg is one order. */
	readonly orders: number;
	/** Mean one-leg notional, as a share of G. */
	readonly invested: number;
	/** Mean of the largest sum of one exchange's signed notionals, as a share of G. */
	readonly oneSided: number;
	/** Sum of `net` by coin. */
	readonly coinNet: ReadonlyMap<string, number>;
};

/**
 * Runs the rule over the market. Settlements count at their hour, for the notional held before it; the cost of a
 * change counts at the hour of the decision. All legs are closed at the last hour.
 * @param hourOfDay UTC hour of the daily decision
 */
export async function runPot(market: PotMarket, rule: PotRule, hourOfDay = 0): Promise<PotRun> {
	const { legs, from, to } = market;
	const net = new Float64Array(to - from + 1);
	const totals = { turnover: 0, orders: 0, invested: 0, oneSided: 0, coinNet: new Map<string, number>() };
	let held: Float64Array = new Float64Array(legs.length);
	for (let hour = from; hour <= to; hour += 1) {
		const index = hour - from;
		const carry = carryAt(legs, held, index, totals);
		const isDecided = hour % HOURS_PER_DAY === hourOfDay || hour === to;
		if (!isDecided) {
			net[index] = carry;
		} else {
			const step = hour === to ? { held: new Float64Array(legs.length) } : await rule(hour, held);
			net[index] = carry - book(legs, held, step, totals);
			held = step.held;
		}
		totals.invested += held.reduce((sum, notional) => sum + Math.abs(notional), 0) / 2;
		totals.oneSided += largestSide(market, held);
	}
	const years = (to - from) / HOURS_PER_YEAR;
	return {
		from,
		net,
		turnover: totals.turnover / years,
		orders: totals.orders / years,
		invested: totals.invested / (to - from),
		oneSided: totals.oneSided / (to - from),
		coinNet: totals.coinNet,
	};
}

type Totals = { turnover: number; orders: number; readonly coinNet: Map<string, number> };

function addToCoin({ coinNet }: Totals, coin: string, earned: number): void {
	coinNet.set(coin, (coinNet.get(coin) ?? 0) + earned);
}

/** Adds what the held legs receive at the hour to their coins, and returns the sum. A long leg pays a positive rate. */
function carryAt(legs: readonly PotLeg[], held: Float64Array, index: number, totals: Totals): number {
	let carry = 0;
	for (const [at, leg] of legs.entries()) {
		const received = -(held[at] as number) * (leg.paid[index] as number);
		if (received === 0) continue;
		carry += received;
		addToCoin(totals, leg.coin, received);
	}
	return carry;
}

/** Adds a change to the totals and returns its cost. */
function book(legs: readonly PotLeg[], held: Float64Array, next: PotStep, totals: Totals): number {
	let sum = 0;
	for (const [at, leg] of legs.entries()) {
		const difference = Math.abs((next.held[at] as number) - (held[at] as number));
		const change = difference + 2 * (next.detour?.[at] ?? 0);
		if (change < ROUNDING) continue;
		const cost = change * leg.fillCost;
		sum += cost;
		addToCoin(totals, leg.coin, -cost);
		totals.turnover += change;
		totals.orders += 1;
	}
	return sum;
}

function largestSide({ legs, venues }: PotMarket, held: Float64Array): number {
	const sums = new Map(venues.map((venue) => [venue, 0]));
	for (const [at, { venue }] of legs.entries()) {
		sums.set(venue, (sums.get(venue) as number) + (held[at] as number));
	}
	return Math.max(...[...sums.values()].map(Math.abs));
}

/** Net per hour of a run, wherever it was measured. */
export type NetRun = Pick<PotRun, 'from' | 'net'>;

/** Computes the net earnings per year, % of G, within a span. @param firstHour first hour of the file */
export function netPerYear(run: NetRun, firstHour: number, span: Span = ALL_HOURS): Estimate {
	return perYear(run, undefined, firstHour, span);
}

/** Computes the net of one run minus that of another, % of G per year. Both are resampled over the same blocks. */
export function netLess(run: NetRun, other: NetRun, firstHour: number, span: Span = ALL_HOURS): Estimate {
	return perYear(run, other, firstHour, span);
}

function perYear({ from, net }: NetRun, other: NetRun | undefined, firstHour: number, span: Span): Estimate {
	const sums = createBlockSums(firstHour);
	net.forEach((earned, index) => {
		const hour = from + index;
		if (hour < span.from || hour >= span.until) return;
		const difference = earned - (other?.net[index] ?? 0);
		sums.add(hour, [Math.abs(difference) < NET_ROUNDING ? 0 : difference, 1]);
	});
	return estimate(sums, ([earned, hours]) => (100 * (earned as number) * HOURS_PER_YEAR) / (hours as number));
}

/** Returns the largest fall of the cumulative net from its peak, % of G. */
export function worstDrawdown({ net }: Pick<PotRun, 'net'>): number {
	let cumulative = 0;
	let peak = 0;
	let fall = 0;
	for (const earned of net) {
		cumulative += earned;
		peak = Math.max(peak, cumulative);
		fall = Math.max(fall, peak - cumulative);
	}
	return 100 * fall;
}

/** Returns the net of the worst 90 days, % of G per year; NaN if fewer were scored. */
export function worstQuarter({ net }: PotRun): number {
	let sum = 0;
	let worst = Number.NaN;
	for (const [index, earned] of net.entries()) {
		sum += earned;
		if (index >= QUARTER_HOURS) sum -= net[index - QUARTER_HOURS] as number;
		if (index >= QUARTER_HOURS - 1 && !(sum >= worst)) worst = sum;
	}
	return (100 * worst * HOURS_PER_YEAR) / QUARTER_HOURS;
}
