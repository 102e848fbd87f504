/** Defines the opportunity record on the wire. */
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
import { textOf } from '../../sentences/sentence.ts';
import {
	amount,
	amountOrNull,
	instant,
	instantOrNull,
	paginationSchema,
	reasonRecords,
	reasonsSchema,
	sentenceRecord,
	sentencesSchema,
	unixSeconds,
	unixSecondsOrNull,
	type Wire,
} from './record-fields.ts';

const costSchema = z.strictObject({
	entry_fees: amountOrNull('Fees of both entry fills.'),
	exit_fees: amountOrNull('Fees of both exit fills.'),
	entry_slippage: amountOrNull('Both legs: VWAP of each leg against its own mid price.'),
	exit_slippage: amountOrNull('The same as entry_slippage for the exit, from the current books.'),
	basis: amountOrNull('Expected price basis at exit − price basis now; positive is a cost.'),
	total: amountOrNull('Sum of the five parts.'),
});

/** An opportunity's net at the caller's terms, as fractions of one leg's notional. */
export const netSchema = z.strictObject({
	amount: amount('Capital in USD over both legs; the figures apply to this amount.'),
	horizon_hours: amount(
		`Holding period in hours: the one you requested, else the one of ${VERDICT_HORIZONS_HOURS.join(', ')} with the largest expected_net.`,
	),
	leverage: amount('Leverage of each leg; the figures apply to this leverage.'),
	expected_carry: amountOrNull(
		'Funding received minus paid over the horizon, counted in whole settlements of each exchange.',
	),
	carry_sd: amountOrNull('Standard deviation of expected_carry.'),
	cost: costSchema.describe('Cost of opening and closing.'),
	expected_net: amountOrNull('expected_carry − cost.total.'),
	net_apr: amountOrNull(
		'expected_net × 8760 / horizon_hours: an annual rate that makes horizons comparable.',
	),
	net_apr_on_capital: amountOrNull('net_apr × leverage / 2.'),
	probability_positive: amountOrNull('P(net > 0).'),
	reversal_probability: amountOrNull('P(received carry over the horizon < 0).'),
	break_even_hours: amountOrNull(
		'Hours after which cumulative expected carry stays above all costs; null when not within 2,160 h.',
	),
	best_horizon_hours: amountOrNull(
		'Horizon up to 2,160 h with the largest expected net per hour. The default horizon_hours instead has the largest expected net in total.',
	),
	verdict: z
		.enum(VERDICTS)
		.describe(
			`trade: no blocking guard, expected_net above 0, probability_positive at least ${PROBABILITY_POSITIVE_MIN}, a mean carry above ${MONTH_MEAN_MIN * 100} % a year over the last 30 days in this direction, and 30 days of the pair's own history. unknown: an input is unknown. no_trade: otherwise.`,
		),
	reasons: z.array(z.string()).describe('Reasons for the verdict, one sentence each.'),
	reason_sentences: sentencesSchema.describe('Parts of each sentence of reasons, in the same order.'),
	model: z
		.strictObject({
			basis: z
				.enum(['own_history', 'pooled_prior'])
				.describe("own_history: the pair's own funding history. pooled_prior: the average over all pairs."),
			observations: z.int().describe('Hours with known settled funding on both legs.'),
			calibrated: z
				.boolean()
				.describe(
					'True when past forecasts of the model were compared with received funding and the pair has its own history.',
				),
		})
		.nullable()
		.describe('Basis of the forecast; null: there is no forecast.'),
});

/** One opportunity. Rates and shares are fractions; fields that end in `_pct` are percentages; money is in USD. */
export const opportunitySchema = z.strictObject({
	opportunity_id: z.string().describe('Derived from the long and the short instrument.'),
	pair_uid: z.string().describe('The same value as opportunity_id.'),
	symbol: z.string().describe('Coin and quote, such as BTCUSDT.'),
	base: z.string().describe('The coin.'),
	long_symbol: z.string().describe("The long venue's own symbol."),
	short_symbol: z.string().describe("The short venue's own symbol."),
	long_quote: z.string().describe('Settlement currency of the long leg.'),
	short_quote: z.string().describe('Settlement currency of the short leg.'),
	exchangepair: z.string().describe('Both exchanges in alphabetical order.'),
	venues: z.string().describe('The same value as exchangepair.'),
	long_venue: z.string().describe('Exchange of the long leg.'),
	short_venue: z.string().describe('Exchange of the short leg.'),
	direction: z
		.string()
		.describe(
			`Text such as Long KuCoin / Short Bybit. The sign of the ${DIRECTION_HOURS}-hour carry forecast sets the direction, whatever the horizon. If that forecast is near 0 or unknown, the sign of the headline spread sets it.`,
		),
	long_rate: amountOrNull('Current estimate for the next settlement, per funding interval of the leg.'),
	short_rate: amountOrNull('Current estimate for the next settlement, per funding interval of the leg.'),
	long_interval_hours: amountOrNull('Hours between settlements.'),
	short_interval_hours: amountOrNull('Hours between settlements.'),
	long_next_funding_timestamp: unixSecondsOrNull('Next settlement of the long leg.'),
	short_next_funding_timestamp: unixSecondsOrNull('Next settlement of the short leg.'),
	next_funding_timestamp: unixSecondsOrNull('The earlier of the two next settlements.'),
	epoch_hours: amountOrNull('The longer of the two funding intervals, hours.'),
	spread: amountOrNull('(short rate per hour − long rate per hour) × epoch_hours, before costs.'),
	funding_delta: amountOrNull('The same value as spread.'),
	apr: amountOrNull("spread / epoch_hours × 8760, on one leg's notional."),
	chosen_per_epoch: amountOrNull('expected_carry × epoch_hours / horizon_hours.'),
	net: netSchema.describe("Expected net and its parts, as shares of one leg's notional."),
	long_price: amountOrNull('VWAP of the long leg at amount, USD per coin.'),
	short_price: amountOrNull('VWAP of the short leg at amount, USD per coin.'),
	price_basis: amountOrNull('short mid / long mid − 1.'),
	max_amount: amountOrNull(
		'Largest amount in USD whose slippage stays within the configured limit on each leg.',
	),
	min_amount: amountOrNull(
		'Smallest amount in USD that both exchanges accept as one order per leg at this leverage. It respects lots, minimum quantities and minimum notionals, even after the stress move (risk.stressMovePct).',
	),
	volume_24h: amountOrNull('USD traded in 24 hours, the smaller of the two legs.'),
	liquidity_score: amountOrNull('1 to 10; 10 is the most liquid.'),
	risk_score: amountOrNull('1 to 10; 10 is the riskiest.'),
	anomaly_direction: z.boolean().describe('True when the current headline spread points the other way.'),
	anomaly_reason: z.string().nullable().describe('Why the direction differs from the headline spread.'),
	guards: z.array(z.string()).describe('Codes of the active guards.'),
	reasons: reasonsSchema,
	updated_at: unixSeconds('Time of the newest input.'),
	age_ms: amountOrNull('Age of the oldest input, milliseconds.'),
	expires_at: instantOrNull('When the oldest input becomes stale.'),
});

const coinGroupSchema = z.strictObject({
	coin: z.string().describe('The coin, as in base.'),
	count: z.int().describe('Number of its opportunities that match the filters, the shown one included.'),
});

/** One page of a list of opportunities. */
export const opportunityPageSchema = z.strictObject({
	data: z.array(opportunitySchema).describe('In the requested order.'),
	pagination: paginationSchema,
	groups: z
		.array(coinGroupSchema)
		.optional()
		.describe('With group_by coin: one entry for each row of the page, in the same order; otherwise absent.'),
	as_of: instant('Instant at which the list was ranked and every record computed.'),
});

type OpportunityRecord = Wire<typeof opportunitySchema>;

/** Converts an opportunity to its record on the wire. */
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
		anomaly_reason: opportunity.anomalyReason === null ? null : textOf(opportunity.anomalyReason),
		guards: opportunity.guards,
		reasons: reasonRecords(opportunity.reasons),
		updated_at: opportunity.updatedAt,
		age_ms: opportunity.ageMs,
		expires_at: opportunity.expiresAt,
	};
}

/** Converts an opportunity's expected net to its record on the wire. */
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
		reasons: net.reasons.map(textOf),
		reason_sentences: net.reasons.map(sentenceRecord),
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

/** The components of `net` in USD. */
export const cashSchema = z.strictObject({
	quantity: amount('Coins of each leg.'),
	leg_notional: amount(
		'Notional of one leg in USD, at the long leg’s mid price. All fractions of a leg refer to it.',
	),
	expected_carry: amountOrNull('USD: funding received minus paid over the horizon, rounded down.'),
	entry_fees: amountOrNull('USD: fees of both entry fills, rounded up like every cost.'),
	exit_fees: amountOrNull('USD: fees of both exit fills.'),
	entry_slippage: amountOrNull('USD, both legs: VWAP of each leg against its own mid price.'),
	exit_slippage: amountOrNull('USD: the same as entry_slippage for the exit, from the current books.'),
	basis: amountOrNull('USD: expected price basis at exit − price basis now; positive is a cost.'),
	total: amountOrNull('USD: sum of the five parts.'),
	expected_net: amountOrNull('USD: expected_carry − total.'),
});

/** Converts the components of `net` in USD to their record on the wire. */
export function cashRecord(cash: CashParts): Wire<typeof cashSchema> {
	return {
		quantity: cash.quantity,
		leg_notional: cash.legNotional,
		expected_carry: cash.expectedCarry,
		...costRecord(cash),
		expected_net: cash.expectedNet,
	};
}
