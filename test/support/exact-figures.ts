/**
 * Computes an opportunity's expected result a second time, in exact decimals and from the definitions in the API
 * specification. Tests compare it with the service's records, which are computed in doubles. The code is plain and
 * slow on purpose.
 */
import {
	add,
	type Decimal,
	divTrunc,
	fromInteger,
	max,
	mulTrunc,
	neg,
	sub,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import { FORWARD_ENDS_HOURS } from '../../src/domain/expected-carry.ts';
import { HOUR_MS, type PredictedFunding } from '../../src/domain/funding.ts';
import { commonLot } from '../../src/domain/instrument.ts';
import { type CostTerms, ENTRY_TIME_MS, horizonMsOf } from '../../src/domain/opportunity.ts';
import { midPrice } from '../../src/domain/order-book.ts';
import { fallen, smallestAmount, smallestQuantity } from '../../src/domain/smallest-trade.ts';
import type { RecordInputs } from '../../src/opportunities/record.ts';
import { settlementTermsOf } from '../../src/venues/facts.ts';
import {
	bothSlippages,
	largestAmount,
	leastReach,
	legQuantity,
	priceBasis,
	reachWithin,
	roundTrip,
} from './exact-cost.ts';

const RATE_UNIT = 100_000n;
const HOURS = [8, 24, 72, 168, 336, 720];
const SAMPLES_MIN = 5;

type Role = 'long' | 'short';

/**
 * Returns the expected rate of a settlement after the next one. The rate is a multiple of 1e-13, within the venue's
 * bounds.
 */
function laterRate(inputs: RecordInputs, role: Role, at: number, intervalMs: number): Decimal {
	if ('unknown' in inputs.expectation) throw new Error('Nothing is expected.');
	const { forward, forecastAt } = inputs.expectation;
	const found = FORWARD_ENDS_HOURS.findIndex((hours) => at - forecastAt <= hours * HOUR_MS);
	const bucket = found === -1 ? FORWARD_ENDS_HOURS.length - 1 : found;
	const isFirst = (role === 'long') === inputs.firstIsLong;
	const perHour = forward[bucket + (isFirst ? 0 : FORWARD_ENDS_HOURS.length)] as number;
	const units = BigInt(Math.round(perHour * (intervalMs / HOUR_MS) * 1e13));
	const { fundingCap, fundingFloor } = inputs[role].ticker ?? { fundingCap: null, fundingFloor: null };
	const bounded =
		fundingFloor !== null && units < fundingFloor / RATE_UNIT ? fundingFloor / RATE_UNIT : units;
	const within = fundingCap !== null && bounded > fundingCap / RATE_UNIT ? fundingCap / RATE_UNIT : bounded;
	return (within * RATE_UNIT) as Decimal;
}

/** Returns the funding that a leg receives from the settlements in (entry, end], one settlement after another. */
function legReceives(inputs: RecordInputs, role: Role, entryAt: number, endAt: number): Decimal | null {
	const { ticker, instrument } = inputs[role];
	const funding = ticker?.funding ?? null;
	if (ticker === undefined || funding === null) return null;
	const { predictedRate: rate, nextSettlementAt: nextAt } = funding;
	const nearMs = settlementTermsOf(instrument.venue).uncertaintyMs;
	let total: Decimal = ZERO;
	const take = (at: number, paid: Decimal): void => {
		const received = role === 'long' ? neg(paid) : paid;
		const counts = Math.abs(at - entryAt) <= nearMs ? received < 0n : at > entryAt;
		if (at <= endAt && counts) total = add(total, received);
	};
	const passed = inputs.passed[role];
	if (passed !== undefined) take(passed.at, passed.rate);
	take(nextAt, rate);
	const { fundingCap: cap, fundingFloor: floor } = ticker;
	const isAtBound = (cap !== null && rate >= cap) || (floor !== null && rate <= floor);
	const isHourly = isAtBound && ['binance', 'bybit', 'kucoin'].includes(instrument.venue);
	const intervalMs = isHourly ? Math.min(HOUR_MS, funding.intervalMs) : funding.intervalMs;
	for (let at = nextAt + intervalMs; at <= endAt; at += intervalMs)
		if (at > entryAt) {
			const paid = laterRate(inputs, role, at, intervalMs);
			total = add(total, role === 'long' ? neg(paid) : paid);
		}
	return total;
}

function carryOver(inputs: RecordInputs, horizonMs: number): Decimal | null {
	if ('unknown' in inputs.expectation) return null;
	const entryAt = inputs.now + ENTRY_TIME_MS;
	const closes = [inputs.long, inputs.short].map(
		({ ticker }) => ticker?.delistingAt ?? Number.POSITIVE_INFINITY,
	);
	const endAt = Math.min(entryAt + horizonMs, ...closes);
	const long = legReceives(inputs, 'long', entryAt, endAt);
	const short = legReceives(inputs, 'short', entryAt, endAt);
	return long === null || short === null ? null : add(long, short);
}

/**
 * Returns the requested horizon. Without a request, returns the horizon with the largest expected net, the shortest
 * if there are several; 720 h while no carry is known.
 */
function horizonOf(inputs: RecordInputs, { horizonHours }: CostTerms): Decimal {
	if (horizonHours !== undefined) return horizonHours;
	const carries = HOURS.map((hours) => carryOver(inputs, hours * HOUR_MS));
	if (carries[0] === null) return fromInteger(720);
	const most = (carries as Decimal[]).reduce(max);
	return fromInteger(HOURS[carries.indexOf(most)] as number);
}

/**
 * Computes the figures of an opportunity's record; an unknown figure is null. @param arePricesApart true if the guard
 * PRICE_MISMATCH applies
 */
export function exactFigures(inputs: RecordInputs, terms: CostTerms, arePricesApart: boolean) {
	const { long, short, limits, basis } = inputs;
	const horizon = horizonOf(inputs, terms);
	const carry = carryOver(inputs, horizonMsOf({ horizonHours: horizon }));
	const [a, b] = [long.ticker?.funding ?? null, short.ticker?.funding ?? null];
	const spread = a === null || b === null ? null : headlineSpread(a, b);
	const fees = add(long.fees.taker, short.fees.taker);
	const cost = costOf(inputs, terms, arePricesApart);
	const parts = cost === null ? [null] : [fees, fees, cost.entrySlippage, cost.exitSlippage, cost.basis];
	const known = parts.filter((part) => part !== null);
	const total = known.length === parts.length ? sum(known) : null;
	const net = carry === null || total === null ? null : sub(carry, total);
	const apr = net === null ? null : divTrunc(mulTrunc(net, fromInteger(8_760)), horizon);
	return {
		differences: {
			spread,
			priceBasis: cost?.priceBasis ?? null,
			entrySlippage: cost?.entrySlippage ?? null,
			exitSlippage: cost?.exitSlippage ?? null,
			basis: cost?.basis ?? null,
			total,
			expectedCarry: carry,
			expectedNet: net,
			netApr: apr,
			netAprOnCapital: apr === null ? null : divTrunc(mulTrunc(apr, terms.leverage), fromInteger(2)),
		},
		figures: {
			entryFees: fees,
			longPrice: cost?.longPrice ?? null,
			shortPrice: cost?.shortPrice ?? null,
		},
		equal: {
			horizonHours: horizon,
			minAmount: cost?.minAmount ?? null,
			maxAmount: cost?.maxAmount ?? null,
			quantity: cost?.quantity ?? null,
			isBookWhole: cost?.isBookWhole ?? false,
		},
	};

	function costOf({ quoteRate }: RecordInputs, { leverage }: CostTerms, areApart: boolean) {
		const [longBook, shortBook] = [long.book, short.book];
		if (longBook === undefined || shortBook === undefined) return null;
		const [longMid, shortMid] = [midPrice(longBook), midPrice(shortBook)];
		if (longMid === undefined || shortMid === undefined) return null;
		const lot = commonLot(long.instrument, short.instrument);
		const quantity = legQuantity(terms, longMid, shortMid, lot);
		const fills = quantity > 0n ? roundTrip(longBook, shortBook, quantity) : null;
		const [from, to] = [short.instrument.quote, long.instrument.quote];
		const rate = from === to ? fromInteger(1) : quoteRate(from, to).rate;
		const now = rate === null ? null : priceBasis(longMid, shortMid, rate);
		const isMeanKnown = now !== null && !areApart && basis.count >= SAMPLES_MIN;
		const reach = leastReach([
			reachWithin(longBook, 'buy', limits.maxAmountSlippageBps),
			reachWithin(longBook, 'sell', limits.maxAmountSlippageBps),
			reachWithin(shortBook, 'sell', limits.maxAmountSlippageBps),
			reachWithin(shortBook, 'buy', limits.maxAmountSlippageBps),
		]);
		const least = smallestQuantity(
			[
				{ instrument: long.instrument, lowPrice: fallen(longMid, limits.stressMovePct) },
				{ instrument: short.instrument, lowPrice: fallen(shortMid, limits.stressMovePct) },
			],
			lot,
		);
		return {
			quantity,
			longPrice: fills?.entryLong?.price ?? null,
			shortPrice: fills?.entryShort?.price ?? null,
			entrySlippage: fills === null ? null : bothSlippages(fills.entryLong, fills.entryShort),
			exitSlippage: fills === null ? null : bothSlippages(fills.exitLong, fills.exitShort),
			priceBasis: now,
			basis: isMeanKnown ? sub((BigInt(Math.round(basis.mean * 1e12)) * 1_000_000n) as Decimal, now) : null,
			minAmount: smallestAmount(least, leverage, longMid, shortMid),
			maxAmount: largestAmount(reach.quantity, lot, leverage, longMid, shortMid),
			isBookWhole: reach.exhausted,
		};
	}
}

/**
 * Computes the headline spread: (short rate per hour − long rate per hour) × the longer interval in hours. If it is
 * positive, the pair collects it per funding interval, before costs. The computation takes one division, which rounds
 * toward zero.
 */
function headlineSpread(long: PredictedFunding, short: PredictedFunding): Decimal {
	const longer = BigInt(Math.max(long.intervalMs, short.intervalMs));
	const numerator =
		short.predictedRate * BigInt(long.intervalMs) - long.predictedRate * BigInt(short.intervalMs);
	return ((numerator * longer) / (BigInt(long.intervalMs) * BigInt(short.intervalMs))) as Decimal;
}
