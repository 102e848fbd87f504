/** The record of `opportunity_detail` as it is answered. */
import * as z from 'zod';
import type { OpportunityDetail, TrackRecord, VerdictRecord } from '../../domain/opportunity.ts';
import { snakeName } from '../../domain/snake-case.ts';
import { cashRecord, cashSchema, opportunityRecord, opportunitySchema } from './opportunity-record.ts';
import {
	amount,
	amountOrNull,
	instant,
	instantOrNull,
	unixSeconds,
	unixSecondsOrNull,
	type Wire,
} from './record-fields.ts';

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
			trade: verdictRecordSchema.describe('Track record of the verdict trade.'),
			no_trade: verdictRecordSchema.describe('Track record of the verdict no_trade.'),
			unknown: verdictRecordSchema.describe('Track record of the verdict unknown.'),
		})
		.describe('The same of each verdict alone.'),
});

const SPREAD_SD =
	'Standard deviation (n − 1) of the spreads in funding_history over these days, around their mean; null below 7.';

/** An opportunity with all that explains it. */
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
		.describe("Forecasts of this pair's earlier verdicts, and what arrived; null while nothing is scored."),
	life: z
		.strictObject({
			first_seen: instant('When its present life began.'),
			peak_spread: amountOrNull('Largest spread since.'),
			peak_spread_at: instantOrNull('Time of peak_spread.'),
			peak_expected_net: amountOrNull('Largest expected_net at default terms since.'),
			peak_expected_net_at: instantOrNull('Time of peak_expected_net.'),
		})
		.nullable()
		.describe('Its present life; earlier ones: get_opportunity_lives.'),
	funding_history: z
		.array(
			z.strictObject({
				timestamp: unixSeconds('Settlement.'),
				long_rate: amountOrNull('Settled rate.'),
				short_rate: amountOrNull('Settled rate.'),
				spread: amountOrNull('Spread of this row.'),
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
				exchange: z.string().describe('The exchange that settles.'),
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
			long: bookSchema.describe('Order book of the long leg; null: none is known.'),
			short: bookSchema.describe('Order book of the short leg; null: none is known.'),
		})
		.describe('Top 10 levels.'),
	score_components: z
		.record(z.string(), z.number().nullable())
		.nullable()
		.describe(
			'liquidity.… and risk.…: what each score would be if this component alone counted (scores.md).',
		),
});

type OpportunityDetailRecord = Wire<typeof opportunityDetailSchema>;

/** The record of the wire from an opportunity with all that explains it. */
export function opportunityDetailRecord(detail: OpportunityDetail): OpportunityDetailRecord {
	return {
		...opportunityRecord(detail),
		cash: detail.cash === null ? null : cashRecord(detail.cash),
		long_mark_price: detail.longMarkPrice,
		short_mark_price: detail.shortMarkPrice,
		long_index_price: detail.longIndexPrice,
		short_index_price: detail.shortIndexPrice,
		long_24h_volume: detail.long24hVolume,
		short_24h_volume: detail.short24hVolume,
		long_open_interest: detail.longOpenInterest,
		short_open_interest: detail.shortOpenInterest,
		avg_spread_24h: detail.avgSpread24h,
		avg_spread_7d: detail.avgSpread7d,
		avg_spread_30d: detail.avgSpread30d,
		spread_sd_7d: detail.spreadSd7d,
		spread_sd_30d: detail.spreadSd30d,
		spread_stability: detail.spreadStability,
		basis_mean: detail.basisMean,
		basis_sd: detail.basisSd,
		basis_observed_hours: detail.basisObservedHours,
		basis_history: detail.basisHistory,
		track_record: detail.trackRecord === null ? null : trackRecord(detail.trackRecord),
		life: detail.life === null ? null : lifeRecord(detail.life),
		funding_history: detail.fundingHistory.map((row) => ({
			timestamp: row.timestamp,
			long_rate: row.longRate,
			short_rate: row.shortRate,
			spread: row.spread,
		})),
		carry_history: detail.carryHistory.map((row) => ({
			timestamp: row.timestamp,
			spread: row.spread,
			cumulative_carry: row.cumulativeCarry,
		})),
		settlements: detail.settlements.map((row) => ({
			timestamp: row.timestamp,
			exchange: row.exchange,
			expected_rate: row.expectedRate,
			expected_cash: row.expectedCash,
		})),
		cost_curve: detail.costCurve.map((point) => ({
			amount: point.amount,
			entry_slippage: point.entrySlippage,
			exit_slippage: point.exitSlippage,
			expected_net: point.expectedNet,
		})),
		books: detail.books,
		score_components: detail.scoreComponents === null ? null : componentsRecord(detail.scoreComponents),
	};
}

/** Components by their names, such as `liquidity.bid_ask`. */
function componentsRecord(components: NonNullable<OpportunityDetail['scoreComponents']>) {
	return Object.fromEntries(Object.entries(components).map(([name, score]) => [snakeName(name), score]));
}

function trackRecord(track: TrackRecord): Wire<typeof trackRecordSchema> {
	return {
		promises: track.forecasts,
		scored: track.scored,
		promised_mean: track.expectedMean,
		received_mean: track.receivedMean,
		slope: track.slope,
		reversal_stated: track.reversalStated,
		reversal_happened: track.reversalHappened,
		inside_one_sd: track.insideOneSd,
		since: track.since,
		by_verdict: {
			trade: verdictRecord(track.byVerdict.trade),
			no_trade: verdictRecord(track.byVerdict.no_trade),
			unknown: verdictRecord(track.byVerdict.unknown),
		},
	};
}

function verdictRecord(record: VerdictRecord): Wire<typeof verdictRecordSchema> {
	return {
		scored: record.scored,
		promised_mean: record.expectedMean,
		received_mean: record.receivedMean,
		reversal_stated: record.reversalStated,
		reversal_happened: record.reversalHappened,
	};
}

function lifeRecord(
	life: NonNullable<OpportunityDetail['life']>,
): NonNullable<OpportunityDetailRecord['life']> {
	return {
		first_seen: life.firstSeen,
		peak_spread: life.peakSpread,
		peak_spread_at: life.peakSpreadAt,
		peak_expected_net: life.peakExpectedNet,
		peak_expected_net_at: life.peakExpectedNetAt,
	};
}
