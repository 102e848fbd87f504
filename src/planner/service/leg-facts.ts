/** Says of each gathered leg what a plan may do with it. Pure functions. */
import { approximately } from '../../domain/estimate.ts';
import type { Market } from '../../ports/market.ts';
import type { TradableLeg } from '../changes.ts';
import { type LegBounds, type LegFacts, legBounds } from '../leg-bounds.ts';
import { legsBy } from '../plan-figures.ts';
import { type ExchangeNames, PLAN_TEXT } from '../plan-text.ts';
import type { GatheredLeg } from './gather.ts';

/** A leg of a plan with the reason for its bounds. */
export type BoundedLeg = TradableLeg & Pick<LegBounds, 'reason'>;

/** Sums below this are rounding errors, USD. */
const DUST = 1e-6;

/** Returns the legs of a plan, in the order of the gathered ones. @param now Unix milliseconds */
export function boundedLegs(
	legs: readonly GatheredLeg[],
	market: Pick<Market, 'status'>,
	names: ExchangeNames,
	now: number,
): readonly BoundedLeg[] {
	const squeezedAt = latestSqueezes(legs);
	return heldIfStuck(
		legs.map((leg) => {
			const { coin, contract, price, fee, terms, worth, quantity } = leg;
			const { venue: exchange, symbol } = contract.instrument;
			const held = quantity * price;
			const facts = {
				...factsOf(leg, market),
				coin,
				exchange,
				held,
				squeezedAt: squeezedAt.get(coin) ?? null,
			};
			const { low, high, reason } = legBounds(facts, now, names);
			return {
				coin,
				exchange,
				symbol,
				worth,
				cost: fee + (terms?.slippage ?? 0),
				held,
				low,
				high,
				reason,
				orderMin: orderMin(leg),
			};
		}),
		names,
	);
}

/**
 * Keeps what is held of a coin whose legs cannot be balanced within their bounds, such as one leg that is delisted while
 * the other one cannot be traded. One such coin must not prevent the plan of all others.
 */
function heldIfStuck(legs: readonly BoundedLeg[], names: ExchangeNames): readonly BoundedLeg[] {
	const stuck = new Set<string>();
	for (const [coin, indices] of legsBy(legs, (leg) => leg.coin)) {
		const own = indices.map((index) => legs[index] as BoundedLeg);
		const least = own.reduce((sum, { low }) => sum + low, 0);
		const most = own.reduce((sum, { high }) => sum + high, 0);
		if (least > DUST || most < -DUST) stuck.add(coin);
	}
	return legs.map((leg) => {
		if (!stuck.has(leg.coin)) return leg;
		const { coin, exchange, held } = leg;
		return { ...leg, low: held, high: held, reason: PLAN_TEXT.stuck({ coin, exchange: names(exchange) }) };
	});
}

function latestSqueezes(legs: readonly GatheredLeg[]): ReadonlyMap<string, number> {
	const latest = new Map<string, number>();
	for (const { coin, squeeze } of legs)
		if (squeeze !== undefined) latest.set(coin, Math.max(squeeze.at, latest.get(coin) ?? squeeze.at));
	return latest;
}

function factsOf(
	{ contract, terms, isChosen, halted, adlRank, historyDays, hasForecast }: GatheredLeg,
	market: Pick<Market, 'status'>,
): Omit<LegFacts, 'coin' | 'exchange' | 'held' | 'squeezedAt'> {
	const { ticker, instrument } = contract;
	const { state, stopped } = market.status(instrument.venue);
	return {
		isTradable: state === 'fresh' && stopped === null && ticker?.tradable === true && terms !== undefined,
		isDelisting: (ticker?.delistingAt ?? null) !== null,
		isExcluded: !isChosen || halted !== null,
		adlRank,
		historyDays,
		hasForecast,
		sizeMax: terms?.depth ?? 0,
	};
}

/** Returns the smallest order, USD: the exchange's smallest notional or smallest quantity, whichever is larger. */
function orderMin({ contract: { instrument }, price }: GatheredLeg): number {
	const { notionalMin, quantityMin, lotSize } = instrument;
	const quantity = Math.max(approximately(quantityMin), approximately(lotSize));
	return Math.max(approximately(notionalMin), quantity * price);
}
