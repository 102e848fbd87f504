/** The opportunity record as it is answered. */
import * as z from 'zod';
import {
	type CashParts,
	type CostParts,
	type Net,
	type Opportunity,
	VERDICTS,
} from '../../domain/opportunity.ts';
import {
	DIRECTION_HOURS,
	MONTH_MEAN_MIN,
	PROBABILITY_POSITIVE_MIN,
	VERDICT_HORIZONS_HOURS,
} from '../../domain/verdict.ts';
import {
	amount,
	amountOrNull,
	instant,
	instantOrNull,
	paginationSchema,
	reasonsSchema,
	unixSeconds,
	unixSecondsOrNull,
	type Wire,
} from './record-fields.ts';

const costSchema = z.strictObject({
	entry_fees: amountOrNull('Fees of both entry fills.'),
	exit_fees: amountOrNull('Fees of both exit fills.'),
	entry_slippage: amountOrNull('Both legs, each VWAP against its own mid.'),
	exit_slippage: amountOrNull('The same for the way out, from the books as they stand.'),
	basis: amountOrNull('Expected price basis at exit − price basis now; positive is a cost.'),
	total: amountOrNull('Sum of the five parts.'),
});

/** The net of an opportunity at the caller's terms, in shares of one leg's notional. */
export const netSchema = z.strictObject({
	amount: amount('USD over both legs that the figures are for.'),
	horizon_hours: amount(
		`Hours that the figures are for: those that the caller named, else the best of ${VERDICT_HORIZONS_HOURS.join(', ')}, that with the largest expected_net.`,
	),
	leverage: amount('Leverage that the figures are for.'),
	expected_carry: amountOrNull(
		'Funding received minus paid over the horizon, whole settlements of both clocks.',
	),
	carry_sd: amountOrNull('Standard deviation of that carry.'),
	cost: costSchema.describe('What opening and closing cost.'),
	expected_net: amountOrNull('expected_carry − cost.total.'),
	net_apr: amountOrNull('expected_net × 8760 / horizon_hours: a rate per year, which compares horizons.'),
	net_apr_on_capital: amountOrNull('net_apr × leverage / 2.'),
	probability_positive: amountOrNull('P(net > 0).'),
	reversal_probability: amountOrNull('P(received carry over the horizon < 0).'),
	break_even_hours: amountOrNull(
		'When expected carry has paid all costs for good; null when it does not within 2,160 h.',
	),
	best_horizon_hours: amountOrNull(
		'Horizon up to 2,160 h with the largest expected net per hour of capital; horizon_hours has the largest in all.',
	),
	verdict: z
		.enum(VERDICTS)
		.describe(
			`trade: no blocking guard, expected_net above 0, probability_positive at least ${PROBABILITY_POSITIVE_MIN}, a mean above ${MONTH_MEAN_MIN * 100} % a year over the last 30 days in this direction, and 30 days of own history. unknown: an input is. no_trade: all else.`,
		),
	reasons: z.array(z.string()).describe('Why the verdict is what it is.'),
	model: z
		.strictObject({
			basis: z
				.enum(['own_history', 'pooled_prior'])
				.describe("The pair's own history, or what all pairs have in common."),
			observations: z.int().describe('Hours that both legs are known to have paid for.'),
			calibrated: z
				.boolean()
				.describe('Its past promises were held against what arrived, and the pair has its own history.'),
		})
		.nullable()
		.describe('What the expectation is founded on; null: nothing is expected.'),
});

/** One opportunity. Rates and shares are fractions; names in `_pct` are percent; money is USD. */
export const opportunitySchema = z.strictObject({
	opportunity_id: z.string().describe('Follows from (long instrument, short instrument).'),
	pair_uid: z.string().describe('The same value as opportunity_id.'),
	symbol: z.string().describe('Coin and quote, such as BTCUSDT.'),
	base: z.string().describe('The coin.'),
	long_symbol: z.string().describe("The long venue's own symbol."),
	short_symbol: z.string().describe("The short venue's own symbol."),
	long_quote: z.string().describe('What the long leg is settled in.'),
	short_quote: z.string().describe('What the short leg is settled in.'),
	exchangepair: z.string().describe('Both exchanges in alphabetical order.'),
	venues: z.string().describe('The same value as exchangepair.'),
	long_venue: z.string().describe('Exchange of the long leg.'),
	short_venue: z.string().describe('Exchange of the short leg.'),
	direction: z
		.string()
		.describe(
			`Long KuCoin / Short Bybit. It is the sign of the carry expected over ${DIRECTION_HOURS} hours, whatever the horizon; where that is nearly 0 or unknown, the sign of the headline.`,
		),
	long_rate: amountOrNull('Running estimate for the coming settlement, per its own interval.'),
	short_rate: amountOrNull('Running estimate for the coming settlement, per its own interval.'),
	long_interval_hours: amountOrNull('Hours between settlements.'),
	short_interval_hours: amountOrNull('Hours between settlements.'),
	long_next_funding_timestamp: unixSecondsOrNull('Next settlement of the long leg.'),
	short_next_funding_timestamp: unixSecondsOrNull('Next settlement of the short leg.'),
	next_funding_timestamp: unixSecondsOrNull('The earlier of both.'),
	epoch_hours: amountOrNull('The longer interval.'),
	spread: amountOrNull('(short rate per hour − long rate per hour) × epoch_hours, before every cost.'),
	funding_delta: amountOrNull('The same value as spread.'),
	apr: amountOrNull("spread / epoch_hours × 8760, on one leg's notional."),
	chosen_per_epoch: amountOrNull('expected_carry × epoch_hours / horizon_hours.'),
	net: netSchema.describe("What is left of it, in shares of one leg's notional."),
	long_price: amountOrNull('VWAP of the long leg at amount, USD per coin.'),
	short_price: amountOrNull('VWAP of the short leg at amount, USD per coin.'),
	price_basis: amountOrNull('short mid / long mid − 1.'),
	max_amount: amountOrNull(
		'Largest amount (USD) whose slippage stays inside the configured bound on each leg.',
	),
	min_amount: amountOrNull(
		'Smallest amount (USD) that both exchanges take, as one order on each leg, at this leverage: lots, minimum quantities and notionals of both legs, also after the stress move (risk.stressMovePct).',
	),
	volume_24h: amountOrNull('USD traded in 24 hours: the smaller of both legs.'),
	liquidity_score: amountOrNull('1 to 10; 10 is deep.'),
	risk_score: amountOrNull('1 to 10; 10 is dangerous.'),
	anomaly_direction: z.boolean().describe('True when the headline of the moment points the other way.'),
	anomaly_reason: z.string().nullable().describe('Why the direction is not that of the headline.'),
	guards: z.array(z.string()).describe('Codes that stand against a trade now.'),
	reasons: reasonsSchema,
	updated_at: unixSeconds('Newest input.'),
	age_ms: amountOrNull('Age of the oldest input, milliseconds.'),
	expires_at: instantOrNull('When the oldest input becomes stale.'),
});

/** One page of the list of opportunities. */
export const opportunityPageSchema = z.strictObject({
	data: z.array(opportunitySchema).describe('Best first.'),
	pagination: paginationSchema,
	as_of: instant('The instant that the list is of: its order and every record.'),
});

type OpportunityRecord = Wire<typeof opportunitySchema>;

/** The record of the wire from an opportunity. */
export function opportunityRecord(opportunity: Opportunity): OpportunityRecord {
	return {
		opportunity_id: opportunity.opportunityId,
		pair_uid: opportunity.pairUid,
		symbol: opportunity.symbol,
		base: opportunity.base,
		long_symbol: opportunity.longSymbol,
		short_symbol: opportunity.shortSymbol,
		long_quote: opportunity.longQuote,
		short_quote: opportunity.shortQuote,
		exchangepair: opportunity.exchangepair,
		venues: opportunity.venues,
		long_venue: opportunity.longVenue,
		short_venue: opportunity.shortVenue,
		direction: opportunity.direction,
		long_rate: opportunity.longRate,
		short_rate: opportunity.shortRate,
		long_interval_hours: opportunity.longIntervalHours,
		short_interval_hours: opportunity.shortIntervalHours,
		long_next_funding_timestamp: opportunity.longNextFundingTimestamp,
		short_next_funding_timestamp: opportunity.shortNextFundingTimestamp,
		next_funding_timestamp: opportunity.nextFundingTimestamp,
		epoch_hours: opportunity.epochHours,
		spread: opportunity.spread,
		funding_delta: opportunity.fundingDelta,
		apr: opportunity.apr,
		chosen_per_epoch: opportunity.chosenPerEpoch,
		net: netRecord(opportunity.net),
		long_price: opportunity.longPrice,
		short_price: opportunity.shortPrice,
		price_basis: opportunity.priceBasis,
		max_amount: opportunity.maxAmount,
		min_amount: opportunity.minAmount,
		volume_24h: opportunity.volume24h,
		liquidity_score: opportunity.liquidityScore,
		risk_score: opportunity.riskScore,
		anomaly_direction: opportunity.anomalyDirection,
		anomaly_reason: opportunity.anomalyReason,
		guards: opportunity.guards,
		reasons: opportunity.reasons,
		updated_at: opportunity.updatedAt,
		age_ms: opportunity.ageMs,
		expires_at: opportunity.expiresAt,
	};
}

/** The record of the expected net of an opportunity at the caller's terms. */
export function netRecord(net: Net): Wire<typeof netSchema> {
	return {
		amount: net.amount,
		horizon_hours: net.horizonHours,
		leverage: net.leverage,
		expected_carry: net.expectedCarry,
		carry_sd: net.carrySd,
		cost: costRecord(net.cost),
		expected_net: net.expectedNet,
		net_apr: net.netApr,
		net_apr_on_capital: net.netAprOnCapital,
		probability_positive: net.probabilityPositive,
		reversal_probability: net.reversalProbability,
		break_even_hours: net.breakEvenHours,
		best_horizon_hours: net.bestHorizonHours,
		verdict: net.verdict,
		reasons: net.reasons,
		model: net.model,
	};
}

function costRecord(cost: CostParts): Wire<typeof costSchema> {
	return {
		entry_fees: cost.entryFees,
		exit_fees: cost.exitFees,
		entry_slippage: cost.entrySlippage,
		exit_slippage: cost.exitSlippage,
		basis: cost.basis,
		total: cost.total,
	};
}

/** The shares of `net` in USD. */
export const cashSchema = z.strictObject({
	quantity: amount('Coins of each leg.'),
	leg_notional: amount("USD of one leg, at the mid of the long leg's book: what the shares are of."),
	expected_carry: amountOrNull('USD: funding received minus paid over the horizon, rounded down.'),
	entry_fees: amountOrNull('USD, rounded up like every cost: fees of both entry fills.'),
	exit_fees: amountOrNull('USD: fees of both exit fills.'),
	entry_slippage: amountOrNull('USD: both legs, each VWAP against its own mid.'),
	exit_slippage: amountOrNull('USD: the same for the way out, from the books as they stand.'),
	basis: amountOrNull('USD: expected price basis at exit − price basis now; positive is a cost.'),
	total: amountOrNull('USD: sum of the five parts.'),
	expected_net: amountOrNull('USD: expected_carry − total.'),
});

/** The shares of `net` in USD. */
export function cashRecord(cash: CashParts): Wire<typeof cashSchema> {
	return {
		quantity: cash.quantity,
		leg_notional: cash.legNotional,
		expected_carry: cash.expectedCarry,
		...costRecord(cash),
		expected_net: cash.expectedNet,
	};
}
