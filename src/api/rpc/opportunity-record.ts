/** The opportunity record as it is answered. */
import * as z from 'zod';
import { type Opportunity, type OpportunityDetail, VERDICTS } from '../../domain/opportunity.ts';
import {
	DIRECTION_HOURS,
	MONTH_MEAN_MIN,
	PROBABILITY_POSITIVE_MIN,
	VERDICT_HORIZONS_HOURS,
} from '../../domain/verdict.ts';
import {
	amount,
	amountOrNull,
	type Encoded,
	instant,
	instantOrNull,
	paginationSchema,
	reasonsSchema,
	unixSeconds,
	unixSecondsOrNull,
} from './record-fields.ts';

const costSchema = z.strictObject({
	entry_fees: amountOrNull('Fees of both entry fills.'),
	exit_fees: amountOrNull('Fees of both exit fills.'),
	entry_slippage: amountOrNull('Both legs, each VWAP against its own mid.'),
	exit_slippage: amountOrNull('The same for the way out, from the books as they stand.'),
	basis: amountOrNull('Expected price basis at exit − price basis now; positive is a cost.'),
	total: amountOrNull('Sum of the five parts.'),
});

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
}) satisfies z.ZodType<Encoded<Opportunity>>;

export const opportunityPageSchema = z.strictObject({
	data: z.array(opportunitySchema).describe('Best first.'),
	pagination: paginationSchema,
	as_of: instant('The instant that the list is of: its order and every record.'),
});

const levels = z
	.array(z.tuple([z.number(), z.number()]))
	.describe('[price in USD per coin, quantity in coins].');
const bookSchema = z.strictObject({ bids: levels, asks: levels }).nullable();

const verdictRecordSchema = z.strictObject({
	scored: z.int().describe('Promises of this verdict that were scored.'),
	promised_mean: amountOrNull('Mean expected_carry.'),
	received_mean: amountOrNull('Mean carry that arrived.'),
	reversal_stated: amountOrNull('Mean reversal_probability.'),
	reversal_happened: amountOrNull('Share whose carry was negative.'),
});

const trackRecordSchema = z.strictObject({
	promises: z
		.int()
		.describe('Scored, pending and unscorable ones: the first shown in an hour, and executions.'),
	scored: z.int().describe('Those whose horizon has ended and whose settlements are known.'),
	promised_mean: amountOrNull('Mean expected_carry.'),
	received_mean: amountOrNull('Mean carry that arrived, whole settlements of both clocks.'),
	slope: amountOrNull('Least squares of received on promised; 1 is honest. Null below 30 scored.'),
	reversal_stated: amountOrNull('Mean reversal_probability.'),
	reversal_happened: amountOrNull('Share whose carry was negative.'),
	inside_one_sd: amountOrNull('Share within carry_sd of what was promised; 0.68 is honest.'),
	since: unixSecondsOrNull('Oldest promise scored.'),
	by_verdict: z
		.strictObject({
			trade: verdictRecordSchema.describe('Of the verdict trade.'),
			no_trade: verdictRecordSchema.describe('Of the verdict no_trade.'),
			unknown: verdictRecordSchema.describe('Of the verdict unknown.'),
		})
		.describe('The same of each verdict alone.'),
});

const SPREAD_SD =
	'Standard deviation (n − 1) of the spreads in funding_history over these days, around their mean; null below 7.';

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

export const opportunityDetailSchema = opportunitySchema.extend({
	cash: cashSchema
		.nullable()
		.describe('The shares of net in USD; null while a book is unknown, or the amount is below one lot.'),
	long_mark_price: amountOrNull('USD per coin.'),
	short_mark_price: amountOrNull('USD per coin.'),
	long_index_price: amountOrNull('USD per coin.'),
	short_index_price: amountOrNull('USD per coin.'),
	long_24h_volume: amountOrNull('USD.'),
	short_24h_volume: amountOrNull('USD.'),
	long_open_interest: amountOrNull('USD.'),
	short_open_interest: amountOrNull('USD.'),
	avg_spread_24h: amountOrNull('Average of settled spreads.'),
	avg_spread_7d: amountOrNull('Average of settled spreads.'),
	avg_spread_30d: amountOrNull('Average of settled spreads.'),
	spread_sd_7d: amountOrNull(SPREAD_SD),
	spread_sd_30d: amountOrNull(SPREAD_SD),
	spread_stability: amountOrNull('How steady the settled spread was; 1 is steady.'),
	basis_mean: amountOrNull(
		'Mean of price_basis as this service saw it once a second, half-life 24 h: what net.cost.basis expects at the exit.',
	),
	basis_sd: amountOrNull('Standard deviation of price_basis around that mean.'),
	basis_observed_hours: amount('Hours from when price_basis was first seen to when it was last seen.'),
	basis_history: z
		.array(
			z.strictObject({
				timestamp: unixSeconds('When the minute began; more than an hour back, the ten minutes.'),
				basis: amount('The last price_basis that was seen in it.'),
			}),
		)
		.describe(
			'How price_basis went over the last day, newest first; spans in which none was seen are left out.',
		),
	track_record: trackRecordSchema
		.nullable()
		.describe("What this pair's earlier verdicts promised and what arrived; null while nothing is scored."),
	life: z
		.strictObject({
			first_seen: instant('When its present life began.'),
			peak_spread: amountOrNull('Largest spread since.'),
			peak_spread_at: instantOrNull('Of it.'),
			peak_expected_net: amountOrNull('Largest expected_net at default terms since.'),
			peak_expected_net_at: instantOrNull('Of it.'),
		})
		.nullable()
		.describe('Its present life; earlier ones: get_opportunity_lives.'),
	funding_history: z
		.array(
			z.strictObject({
				timestamp: unixSeconds('Settlement.'),
				long_rate: amountOrNull('Settled rate.'),
				short_rate: amountOrNull('Settled rate.'),
				spread: amountOrNull('Of this row.'),
			}),
		)
		.describe('Settled rates, newest first, both clocks kept.'),
	carry_history: z
		.array(
			z.strictObject({
				timestamp: unixSeconds('End of the hour.'),
				spread: amountOrNull('Carry of the hour × epoch_hours: it compares with spread.'),
				cumulative_carry: amount('Sum of the carry since the oldest row, a share of one leg.'),
			}),
		)
		.describe(
			'Settled funding of both legs in each UTC hour of the last 30 days, newest first. Each settled rate is spread evenly over the interval that it paid for, so that exchanges with different settlement hours have a spread too. Hours that are not known of both legs are left out.',
		),
	settlements: z
		.array(
			z.strictObject({
				timestamp: unixSeconds('Settlement.'),
				exchange: z.string().describe('Who settles.'),
				expected_rate: amountOrNull('Running estimate or model.'),
				expected_cash: amountOrNull('USD; positive is received.'),
			}),
		)
		.describe('Those inside the horizon, at amount.'),
	cost_curve: z
		.array(
			z.strictObject({
				amount: amount('USD over both legs.'),
				entry_slippage: amountOrNull('Share of notional.'),
				exit_slippage: amountOrNull('Share of notional.'),
				expected_net: amountOrNull('Share of notional.'),
			}),
		)
		.describe('Costs at growing amounts.'),
	books: z
		.strictObject({
			long: bookSchema.describe('Of the long leg; null: none is known.'),
			short: bookSchema.describe('Of the short leg; null: none is known.'),
		})
		.describe('Top 10 levels.'),
	score_components: z
		.record(z.string(), z.number().nullable())
		.nullable()
		.describe(
			'liquidity.… and risk.…: what each score would be if this component alone counted (scores.md).',
		),
}) satisfies z.ZodType<Encoded<OpportunityDetail>>;
