/** The scanner's answers as the simulation needs them: every coin that two exchanges list, both directions, worth a trade. */
import { fromInteger, ONE, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { approximately } from '../../src/domain/estimate.ts';
import { exchangePair } from '../../src/domain/exchange-pair.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import type { CostTerms, Opportunity } from '../../src/domain/opportunity.ts';
import type { OpportunityBook, OpportunityLegs } from '../../src/ports/opportunities.ts';
import type { Exchange } from './exchange.ts';

const CARRY = parseDecimal('0.01');
/** A year. */
const MONTH_MEAN = 0.12;
const COST = parseDecimal('0.003');
const BASIS = { mean: ZERO, sd: parseDecimal('0.0001') };

export function createSimulatedOpportunities(exchanges: readonly Exchange[]): OpportunityBook {
	const known = new Map<string, OpportunityLegs>();
	for (const long of exchanges.flatMap((exchange) => exchange.instruments()))
		for (const short of exchanges.flatMap((exchange) => exchange.instruments()))
			if (long.coin === short.coin && long.venue !== short.venue)
				known.set(opportunityId(long, short), { long, short });
	const page = { page: 1, limit: 0, total: 0, pages: 0, has_more: false };
	return {
		pairs: () => [],
		list: async () => ({ rows: [], pagination: page as never, as_of: '' }),
		find: (id) => known.get(id) ?? 'unknown',
		record(id, terms) {
			const legs = known.get(id);
			return legs === undefined ? undefined : recordOf(id, legs, terms);
		},
		detail: async () => undefined,
		expectedCarry: () => ({ carry: approximately(CARRY) }),
		outlook: () => ({ expectedMonth: approximately(CARRY), monthMean: MONTH_MEAN }),
		observedBasis: () => BASIS,
		version: 0,
	};
}

function recordOf(id: string, { long, short }: OpportunityLegs, terms: CostTerms): Opportunity {
	return {
		opportunity_id: id,
		pair_uid: id,
		symbol: `${long.coin}USDT`,
		base: long.coin,
		long_symbol: long.symbol,
		short_symbol: short.symbol,
		long_quote: 'USDT',
		short_quote: 'USDT',
		exchangepair: exchangePair(long.venue, short.venue).name,
		venues: exchangePair(long.venue, short.venue).name,
		long_venue: long.venue,
		short_venue: short.venue,
		direction: `Long ${long.venue} / Short ${short.venue}`,
		long_rate: ZERO,
		short_rate: CARRY,
		long_interval_hours: ONE,
		short_interval_hours: ONE,
		long_next_funding_timestamp: null,
		short_next_funding_timestamp: null,
		next_funding_timestamp: null,
		epoch_hours: ONE,
		spread: CARRY,
		funding_delta: CARRY,
		apr: ONE,
		chosen_per_epoch: CARRY,
		net: {
			amount: terms.amount,
			horizon_hours: terms.horizonHours ?? fromInteger(720),
			leverage: terms.leverage,
			expected_carry: CARRY,
			carry_sd: ZERO,
			cost: {
				entry_fees: ZERO,
				exit_fees: ZERO,
				entry_slippage: ZERO,
				exit_slippage: ZERO,
				basis: ZERO,
				total: COST,
			},
			expected_net: (CARRY - COST) as Opportunity['apr'],
			net_apr: ONE,
			net_apr_on_capital: ONE,
			probability_positive: ONE,
			reversal_probability: ZERO,
			break_even_hours: ONE,
			best_horizon_hours: fromInteger(168),
			verdict: 'trade',
			reasons: [],
			model: null,
		},
		long_price: null,
		short_price: null,
		price_basis: null,
		max_amount: null,
		min_amount: null,
		volume_24h: null,
		liquidity_score: null,
		risk_score: null,
		anomaly_direction: false,
		anomaly_reason: null,
		guards: [],
		reasons: [],
		updated_at: 0,
		age_ms: 0,
		expires_at: null,
	};
}
