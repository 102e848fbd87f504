/** What an opportunity is graded by, from a record's parts. */
import { type Decimal, min } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { CostTerms, Net } from '../domain/opportunity.ts';
import { midPrice, type OrderBook } from '../domain/order-book.ts';
import type { LiquidityInputs, RiskInputs } from '../domain/scores.ts';
import { BASIS_SAMPLES_MIN } from './basis-table.ts';
import { approximately } from './book-curve.ts';
import { GUARDS, type GuardCode, type LegInputs } from './guards.ts';
import type { NetInputs } from './net.ts';
import type { TradeCost } from './trade-cost.ts';

const BPS_PER_ONE = 10_000;
const HOURS_PER_DAY = 24;

export type GradedParts = {
	readonly inputs: NetInputs;
	readonly terms: CostTerms;
	readonly trade: TradeCost;
	readonly net: Net;
	/** Codes of all guards that stand. */
	readonly guards: readonly string[];
};

/**
 * Maintenance margin as a fraction of the notional: half of the least initial margin, which is what Hyperliquid states and
 * what Bybit's and KuCoin's first tiers come to (margin pages, read 2026-11).
 */
export function maintenanceMargin({ leverageMax }: Instrument): number {
	return 0.5 / leverageMax;
}

export function liquidityInputs({ inputs: { long, short }, terms, trade }: GradedParts): LiquidityInputs {
	return {
		depthUsd: depthUsd(trade.reach?.all, long, short),
		bidAskBps: Math.max(bidAskBps(long.book), bidAskBps(short.book)),
		volume24hUsd: lesser(long.ticker?.volume24h, short.ticker?.volume24h),
		openInterestUsd: lesser(long.ticker?.openInterest, short.ticker?.openInterest),
		legNotionalUsd: legNotional(approximately(terms.amount), approximately(terms.leverage)),
	};
}

export function riskInputs({ inputs, terms, trade, net, guards }: GradedParts): RiskInputs {
	const { long, short, basis } = inputs;
	const intervals = [long, short].map(({ ticker }) => ticker?.funding?.intervalMs);
	return {
		expectedCarry: orNaN(net.expected_carry),
		carrySd: orNaN(net.carry_sd),
		reversalProbability: orNaN(net.reversal_probability),
		leverage: approximately(terms.leverage),
		maintenanceMargin: Math.max(maintenanceMargin(long.instrument), maintenanceMargin(short.instrument)),
		rateCapped: guards.includes('RATE_CAPPED') ? 1 : 0,
		basisSd: basis.count < BASIS_SAMPLES_MIN ? Number.NaN : basis.sd,
		basisDeviation: Math.abs(orNaN(trade.basis_deviation)),
		quotesDiffer: long.instrument.quote === short.instrument.quote ? 0 : 1,
		historyDays: net.model === null ? Number.NaN : net.model.observations / HOURS_PER_DAY,
		legNotionalUsd: legNotional(approximately(terms.amount), approximately(terms.leverage)),
		exitDepthUsd: depthUsd(trade.reach?.exit, long, short),
		blockingGuards: guards.filter(isBlocking).length,
		warningGuards: guards.filter((code) => !isBlocking(code)).length,
		intervalsDiffer: intervals[0] === intervals[1] ? 0 : 1,
	};
}

export function legNotional(amount: number, leverage: number): number {
	return (amount / 2) * leverage;
}

function isBlocking(code: string): boolean {
	return GUARDS[code as GuardCode].blocking;
}

function depthUsd(coins: Decimal | undefined, long: LegInputs, short: LegInputs): number {
	const longMid = long.book === undefined ? undefined : midPrice(long.book);
	const shortMid = short.book === undefined ? undefined : midPrice(short.book);
	if (coins === undefined || longMid === undefined || shortMid === undefined) return Number.NaN;
	return approximately(coins) * approximately(min(longMid, shortMid));
}

function bidAskBps(book: OrderBook | undefined): number {
	const mid = book === undefined ? undefined : midPrice(book);
	const bid = book?.bids[0];
	const ask = book?.asks[0];
	if (mid === undefined || bid === undefined || ask === undefined) return Number.NaN;
	return ((approximately(ask[0]) - approximately(bid[0])) / approximately(mid)) * BPS_PER_ONE;
}

function lesser(a: Decimal | null | undefined, b: Decimal | null | undefined): number {
	return Math.min(orNaN(a ?? null), orNaN(b ?? null));
}

function orNaN(value: Decimal | null): number {
	return value === null ? Number.NaN : approximately(value);
}
