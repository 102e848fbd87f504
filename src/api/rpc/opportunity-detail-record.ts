/** Defines the record of `opportunity_detail` on the wire. */
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
	scored: z.int().describe('Number of scored forecasts with this verdict.'),
	promised_mean: amountOrNull('Mean forecast carry.'),
	received_mean: amountOrNull('Mean received carry.'),
	reversal_stated: amountOrNull('Mean forecast probability of a reversal.'),
	reversal_happened: amountOrNull('Share of forecasts with negative received carry.'),
});

const trackRecordSchema = z.strictObject({
	promises: z
		.int()
		.describe(
			'Recorded forecasts: scored, pending and unscorable ones. The service records the first forecast shown in each hour, and the forecast of each execution.',
		),
	scored: z.int().describe('Forecasts with a completed horizon and known settlements.'),
	promised_mean: amountOrNull('Mean forecast carry.'),
	received_mean: amountOrNull('Mean received carry, counted in whole settlements of each exchange.'),
	slope: amountOrNull(
		'Least-squares slope of received on forecast carry; 1 is unbiased. Null below 30 scored forecasts.',
	),
	reversal_stated: amountOrNull('Mean forecast probability of a reversal.'),
	reversal_happened: amountOrNull('Share of forecasts with negative received carry.'),
	inside_one_sd: amountOrNull(
		'Share of received carry within one carry_sd of the forecast; 0.68 is well calibrated.',
	),
	since: unixSecondsOrNull('Time of the oldest scored forecast.'),
	by_verdict: z
		.strictObject({
			trade: verdictRecordSchema.describe('Track record of trade verdicts.'),
			no_trade: verdictRecordSchema.describe('Track record of no_trade verdicts.'),
			unknown: verdictRecordSchema.describe('Track record of unknown verdicts.'),
		})
		.describe('Track record by verdict.'),
});

const SPREAD_SD =
	'Sample standard deviation (n − 1) of the spreads in funding_history over these days; null below 7 spreads.';

/** An opportunity with the inputs behind its figures. */
export const opportunityDetailSchema = opportunitySchema.extend({
	cash: cashSchema
		.nullable()
		.describe('The parts of net, in USD; null while a book is unknown or the amount is below one lot.'),
	long_mark_price: amountOrNull('Mark price of the long leg, USD per coin.'),
	short_mark_price: amountOrNull('Mark price of the short leg, USD per coin.'),
	long_index_price: amountOrNull('Index price of the long leg, USD per coin.'),
	short_index_price: amountOrNull('Index price of the short leg, USD per coin.'),
	long_24h_volume: amountOrNull('24-hour volume of the long leg, USD.'),
	short_24h_volume: amountOrNull('24-hour volume of the short leg, USD.'),
	long_open_interest: amountOrNull('Open interest of the long leg, USD.'),
	short_open_interest: amountOrNull('Open interest of the short leg, USD.'),
	avg_spread_24h: amountOrNull('Mean of the settled spreads of the last 24 hours.'),
	avg_spread_7d: amountOrNull('Mean of the settled spreads of the last 7 days.'),
	avg_spread_30d: amountOrNull('Mean of the settled spreads of the last 30 days.'),
	spread_sd_7d: amountOrNull(SPREAD_SD),
	spread_sd_30d: amountOrNull(SPREAD_SD),
	spread_stability: amountOrNull('Steadiness of the settled spread; 1 is steady.'),
	basis_mean: amountOrNull(
		'Mean of price_basis, sampled once a second with a half-life of 24 h. It is the expected basis at exit in net.cost.basis.',
	),
	basis_sd: amountOrNull('Standard deviation of price_basis around that mean.'),
	basis_observed_hours: amount('Hours from the first to the last observation of price_basis.'),
	basis_history: z
		.array(
			z.strictObject({
				timestamp: unixSeconds('Start of the minute, or of the ten-minute span if older than one hour.'),
				basis: amount('Last price_basis observed in that span.'),
			}),
		)
		.describe('price_basis over the last day, newest first. Spans without an observation are omitted.'),
	track_record: trackRecordSchema
		.nullable()
		.describe('Earlier forecasts for this pair compared with received carry; null while none is scored.'),
	life: z
		.strictObject({
			first_seen: instant('Start of the current lifetime.'),
			peak_spread: amountOrNull('Largest spread in this lifetime.'),
			peak_spread_at: instantOrNull('Time of peak_spread.'),
			peak_expected_net: amountOrNull('Largest expected_net at default terms in this lifetime.'),
			peak_expected_net_at: instantOrNull('Time of peak_expected_net.'),
		})
		.nullable()
		.describe('Current lifetime of the opportunity. get_opportunity_lives lists earlier ones.'),
	funding_history: z
		.array(
			z.strictObject({
				timestamp: unixSeconds('Time of the settlement.'),
				long_rate: amountOrNull('Settled rate of the long leg.'),
				short_rate: amountOrNull('Settled rate of the short leg.'),
				spread: amountOrNull('Spread of this row.'),
			}),
		)
		.describe('Settled rates, newest first, with the settlement times of both exchanges.'),
	carry_history: z
		.array(
			z.strictObject({
				timestamp: unixSeconds('End of the hour.'),
				spread: amountOrNull('Carry of the hour × epoch_hours, comparable with spread.'),
				cumulative_carry: amount('Sum of the carry since the oldest row, as a share of one leg.'),
			}),
		)
		.describe(
			'Settled funding of both legs in each UTC hour of the last 30 days, newest first. Each settled rate is divided evenly over its funding interval, so that exchanges with different settlement hours are comparable. Hours unknown for either leg are omitted.',
		),
	settlements: z
		.array(
			z.strictObject({
				timestamp: unixSeconds('Time of the settlement.'),
				exchange: z.string().describe('The exchange that settles.'),
				expected_rate: amountOrNull('Current estimate of the exchange, or the rate of our model.'),
				expected_cash: amountOrNull('Expected payment in USD; positive is received.'),
			}),
		)
		.describe('Settlements within the horizon, at amount.'),
	cost_curve: z
		.array(
			z.strictObject({
				amount: amount('USD over both legs.'),
				entry_slippage: amountOrNull("Entry slippage, share of one leg's notional."),
				exit_slippage: amountOrNull("Exit slippage, share of one leg's notional."),
				expected_net: amountOrNull("Expected net, share of one leg's notional."),
			}),
		)
		.describe('Slippage and expected net at increasing amounts.'),
	books: z
		.strictObject({
			long: bookSchema.describe('Order book of the long leg; null: unknown.'),
			short: bookSchema.describe('Order book of the short leg; null: unknown.'),
		})
		.describe('Top 10 levels.'),
	score_components: z
		.record(z.string(), z.number().nullable())
		.nullable()
		.describe('Components liquidity.… and risk.…: the score if only this component counted (scores.md).'),
});

type OpportunityDetailRecord = Wire<typeof opportunityDetailSchema>;

/** Converts an opportunity, with the inputs behind its figures, to its record on the wire. */
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

/** Returns the score components by name, such as `liquidity.bid_ask`. */
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
