/**
 * Provides scanner results for the simulation: every coin that two exchanges list, in both directions, all worth a
 * trade. Seeds with pots have forecasts that change.
 */
import { fromInteger, ONE, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { approximately } from '../../src/domain/estimate.ts';
import { exchangePair } from '../../src/domain/exchange-pair.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import type { CostTerms, Opportunity } from '../../src/domain/opportunity.ts';
import type { OpportunityBook, OpportunityLegs } from '../../src/ports/opportunities.ts';
import type { Exchange } from './exchange.ts';
import type { PotCarries } from './pot-carries.ts';

const CARRY = parseDecimal('0.01');
/** 30-day mean, fraction of notional per year. */
const MONTH_MEAN = 0.12;
const COST = parseDecimal('0.003');
const BASIS = { mean: ZERO, sd: parseDecimal('0.0001') };

export function createSimulatedOpportunities(
	exchanges: readonly Exchange[],
	carries?: PotCarries,
): OpportunityBook {
	const known = new Map<string, OpportunityLegs>();
	for (const long of exchanges.flatMap((exchange) => exchange.instruments()))
		for (const short of exchanges.flatMap((exchange) => exchange.instruments()))
			if (long.coin === short.coin && long.venue !== short.venue)
				known.set(opportunityId(long, short), { long, short });
	const page = { page: 1, limit: 0, total: 0, pages: 0, has_more: false };
	return {
		pairs: () => [],
		list: async () => ({ rows: [], pagination: page as never, asOf: '', coinCounts: undefined }),
		find: (id) => known.get(id) ?? 'unknown',
		record(id, terms) {
			const legs = known.get(id);
			return legs === undefined ? undefined : recordOf(id, legs, terms, carries);
		},
		detail: async () => undefined,
		dailySpreads: async () => ({ from: 0, to: 0, rows: [] }),
		expectedCarry: () => ({ carry: approximately(CARRY) }),
		legHistory: () => carries?.legHistory(),
		outlook: (long, short) =>
			carries?.outlook(long, short) ?? {
				expectedMonth: approximately(CARRY),
				monthSd: 0,
				expected: approximately(CARRY),
				sd: 0,
				monthMean: MONTH_MEAN,
				forbiddenBy: [],
			},
		observedBasis: () => BASIS,
		version: 0,
	};
}

function recordOf(
	id: string,
	{ long, short }: OpportunityLegs,
	terms: CostTerms,
	carries: PotCarries | undefined,
): Opportunity {
	const entry = carries?.entryCost() ?? { fees: ZERO, slippage: ZERO };
	return {
		opportunityId: id,
		pairUid: id,
		symbol: `${long.coin}USDT`,
		base: long.coin,
		longSymbol: long.symbol,
		shortSymbol: short.symbol,
		longQuote: 'USDT',
		shortQuote: 'USDT',
		exchangepair: exchangePair(long.venue, short.venue).name,
		venues: exchangePair(long.venue, short.venue).name,
		longVenue: long.venue,
		shortVenue: short.venue,
		direction: `Long ${long.venue} / Short ${short.venue}`,
		longRate: ZERO,
		shortRate: CARRY,
		longIntervalHours: ONE,
		shortIntervalHours: ONE,
		longNextFundingTimestamp: null,
		shortNextFundingTimestamp: null,
		nextFundingTimestamp: null,
		epochHours: ONE,
		spread: CARRY,
		fundingDelta: CARRY,
		apr: ONE,
		chosenPerEpoch: CARRY,
		net: {
			amount: terms.amount,
			horizonHours: terms.horizonHours ?? fromInteger(720),
			leverage: terms.leverage,
			expectedCarry: CARRY,
			carrySd: ZERO,
			cost: {
				entryFees: entry.fees,
				exitFees: ZERO,
				entrySlippage: entry.slippage,
				exitSlippage: ZERO,
				basis: ZERO,
				total: COST,
			},
			expectedNet: (CARRY - COST) as Opportunity['apr'],
			netApr: ONE,
			netAprOnCapital: ONE,
			probabilityPositive: ONE,
			reversalProbability: ZERO,
			breakEvenHours: ONE,
			bestHorizonHours: fromInteger(168),
			verdict: 'trade',
			reasons: [],
			model: null,
		},
		longPrice: null,
		shortPrice: null,
		priceBasis: null,
		maxAmount: null,
		minAmount: null,
		volume24h: null,
		liquidityScore: null,
		riskScore: null,
		anomalyDirection: false,
		anomalyReason: null,
		guards: [],
		reasons: [],
		updatedAt: 0,
		ageMs: 0,
		expiresAt: null,
	};
}
