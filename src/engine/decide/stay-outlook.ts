/**
 * Forecasts the result of staying in a running pair, and the cost of a round trip at the current books. The exit
 * rule, the alert, the portfolio and the advice in check_pair_status share this function.
 */
import { roundTrip, roundTripCost } from '../../domain/cost.ts';
import type { Decimal } from '../../domain/decimal.ts';
import { approximately } from '../../domain/estimate.ts';
import { type ExecutionState, legPlan } from '../../domain/execution.ts';
import { stayNetApr } from '../../domain/exit-fading.ts';
import { horizonLeftMs } from '../../domain/horizon-left.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import {
	ADVICE_TEXT,
	type Outlook,
	type ReadOutlook,
	type UnknownOutlook,
} from '../../domain/stay-advice.ts';
import type { InstrumentInputs, Market } from '../../ports/market.ts';
import type { OpportunityBook, PairOutlook } from '../../ports/opportunities.ts';
import { currentBook, type ExitAges } from './exit-facts.ts';
import { nameOf } from './text.ts';

/** Taker fee of the account, as a fraction of notional; undefined when only the venue's base tier is known. */
export type TakerFeeOf = (userId: string, venue: VenueName, symbol: string) => Decimal | undefined;

type PerLeg<T> = Readonly<Record<LegRole, T>>;

/**
 * Returns the taker fees of both legs: the account's own, otherwise the base tier. Returns undefined if the market
 * has no data for a leg.
 */
export function takerFees(
	state: ExecutionState,
	inputs: PerLeg<InstrumentInputs | undefined>,
	takerFee: TakerFeeOf,
): PerLeg<Decimal> | undefined {
	const feeOf = (leg: LegRole): Decimal | undefined => {
		const { venue, instrument } = legPlan(state, leg);
		return takerFee(state.plan.userId, venue, instrument.symbol) ?? inputs[leg]?.fees.taker;
	};
	const long = feeOf('long');
	const short = feeOf('short');
	return long === undefined || short === undefined ? undefined : { long, short };
}

/** Returns the part of a pair's outlook that a position's future depends on, or why it is unknown. */
export type CarryOutlook = (
	...legs: Parameters<OpportunityBook['outlook']>
) => Pick<PairOutlook, 'expectedMonth' | 'monthMean'> | UnknownOutlook;

/** Creates the function that forecasts the result of staying in an execution. */
export function createStayOutlook(options: {
	readonly market: Pick<Market, 'get'>;
	readonly outlook: CarryOutlook;
	readonly takerFee: TakerFeeOf;
	readonly ages: ExitAges;
}): ReadOutlook {
	return (state, now) => {
		const cost = exitCost(state, now);
		if ('unknown' in cost) return cost;
		const expected = options.outlook(instrumentOf(state, 'long'), instrumentOf(state, 'short'));
		if ('unknown' in expected) return expected;
		const outlook = {
			...cost,
			expectedMonth: expected.expectedMonth,
			monthMean: expected.monthMean,
		};
		// A number that is not finite would stay in the running mean of exit gaps forever, and is not valid JSON.
		const isUsable = outlook.roundTrip > 0 && Object.values(outlook).every(Number.isFinite);
		return isUsable ? outlook : { unknown: ADVICE_TEXT.noFigure() };
	};

	function exitCost(
		state: ExecutionState,
		now: number,
	): Pick<Outlook, 'roundTrip' | 'exitGap'> | UnknownOutlook {
		const inputs = { long: inputsOf(state, 'long'), short: inputsOf(state, 'short') };
		const longBook = currentBook(inputs.long, options.ages, now);
		if (longBook === undefined) return noBook(state, 'long');
		const shortBook = currentBook(inputs.short, options.ages, now);
		if (shortBook === undefined) return noBook(state, 'short');
		const fees = takerFees(state, inputs, options.takerFee);
		const { prices, slippage } = roundTrip(longBook, shortBook, approximately(state.held.long));
		if (Number.isNaN(slippage)) return { unknown: ADVICE_TEXT.thinBooks() };
		if (fees === undefined) return { unknown: ADVICE_TEXT.noFee() };
		return {
			roundTrip: roundTripCost(approximately(fees.long), approximately(fees.short), slippage),
			exitGap: prices.exitShort / prices.exitLong - 1,
		};
	}

	function inputsOf(state: ExecutionState, leg: LegRole): InstrumentInputs | undefined {
		const { venue, symbol } = instrumentOf(state, leg);
		return options.market.get(venue, symbol);
	}
}

/**
 * Returns the expected net per year of staying in an execution until the end of its planned holding period, a fraction
 * of one leg's notional (`stayNetApr`); undefined if an input is unknown.
 */
export type ReadStayNet = (state: ExecutionState, now: number) => number | undefined;

/** Creates the function that forecasts the net of staying until the end of the planned holding period. */
export function createStayNet(options: {
	readonly stayOutlook: ReadOutlook;
	readonly expectedCarry: OpportunityBook['expectedCarry'];
}): ReadStayNet {
	return (state, now) => {
		const outlook = options.stayOutlook(state, now);
		const horizonMs = horizonLeftMs(state, now);
		if ('unknown' in outlook || horizonMs <= 0) return undefined;
		const long = instrumentOf(state, 'long');
		const expected = options.expectedCarry(long, instrumentOf(state, 'short'), horizonMs);
		return 'unknown' in expected ? undefined : stayNetApr(expected.carry, outlook.roundTrip, horizonMs);
	};
}

function instrumentOf(
	state: ExecutionState,
	leg: LegRole,
): { readonly venue: VenueName; readonly symbol: string } {
	const { venue, instrument } = legPlan(state, leg);
	return { venue, symbol: instrument.symbol };
}

function noBook(state: ExecutionState, leg: LegRole): UnknownOutlook {
	const { venue, symbol } = instrumentOf(state, leg);
	return { unknown: ADVICE_TEXT.noBook({ leg: nameOf(venue, symbol) }) };
}
