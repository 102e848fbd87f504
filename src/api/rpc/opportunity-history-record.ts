/** Defines the record of `opportunity_history` on the wire. */
import * as z from 'zod';
import type { OpportunityHistory } from '../../ports/opportunity-history.ts';
import { amount, amountOrNull, unixSeconds, type Wire } from './record-fields.ts';

const STATISTIC = 'null below seven points';

/** Past series of an opportunity. */
export const opportunityHistorySchema = z.strictObject({
	opportunity_id: z.string().describe('The opportunity.'),
	days: z.int().describe('Requested range in days.'),
	from: unixSeconds('Start of the range.'),
	to: unixSeconds('End of the range: now.'),
	funding: z
		.strictObject({
			step_hours: z.int().describe('Hours per row.'),
			known_hours: z.int().describe('Hours with settled funding of both legs, of 24 per day.'),
			cumulative_carry: amountOrNull(
				'Funding that this direction received in the range, before costs, as a share of one leg; null if no hour is known.',
			),
			spread_mean: amountOrNull(`Mean of spread; ${STATISTIC}.`),
			spread_sd: amountOrNull(`Sample standard deviation (n − 1) of spread; ${STATISTIC}.`),
			rows: z
				.array(
					z.strictObject({
						timestamp: unixSeconds('End of the last known hour of the step.'),
						long_rate: amountOrNull('Settled rate of the long leg per 8 hours.'),
						short_rate: amountOrNull('Settled rate of the short leg per 8 hours.'),
						spread: amountOrNull('Short rate minus long rate, over the hours known for both legs.'),
						cumulative_carry: amount('Carry since the start of the range, as a share of one leg.'),
					}),
				)
				.describe('Steps with settled funding, newest first.'),
		})
		.describe(
			'Settled funding. Each settled rate is divided evenly over its funding interval, so that exchanges with different settlement hours are comparable.',
		),
	basis: z
		.strictObject({
			step_seconds: z
				.int()
				.describe('Seconds per row: 60 for one day, or if no older sample exists; otherwise as funding.'),
			mean: amountOrNull(`Mean of the rows; ${STATISTIC}.`),
			sd: amountOrNull(`Sample standard deviation (n − 1) of the rows; ${STATISTIC}.`),
			rows: z
				.array(
					z.strictObject({
						timestamp: unixSeconds('Start of the minute or hour of the sample.'),
						basis: amount('short mid / long mid − 1, to seven decimal places.'),
					}),
				)
				.describe('Last sample of each step, newest first. Steps without a sample are omitted.'),
		})
		.describe('Price basis from stored mid prices.'),
	forecasts: z
		.strictObject({
			step_hours: z.int().describe('Hours per row.'),
			rows: z
				.array(
					z.strictObject({
						timestamp: unixSeconds('End of the step.'),
						count: z.int().describe('Forecasts whose holding period ended in this step.'),
						forecast: amount('Mean forecast carry per 8 hours, as a share of one leg.'),
						received: amount('Mean received carry of the same forecasts per 8 hours.'),
					}),
				)
				.describe('Steps with matured forecasts, newest first.'),
		})
		.describe('Recorded forecasts in this direction compared with received funding.'),
});

/** Converts past series to their record on the wire. */
export function opportunityHistoryRecord(
	opportunityId: string,
	{ days, from, to, funding, basis, forecasts }: OpportunityHistory,
): Wire<typeof opportunityHistorySchema> {
	return {
		opportunity_id: opportunityId,
		days,
		from: secondsOf(from),
		to: secondsOf(to),
		funding: {
			step_hours: funding.stepHours,
			known_hours: funding.knownHours,
			cumulative_carry: funding.cumulativeCarry,
			spread_mean: funding.spread.mean,
			spread_sd: funding.spread.sd,
			rows: funding.steps.map((step) => ({
				timestamp: step.timestamp,
				long_rate: step.longRate,
				short_rate: step.shortRate,
				spread: step.spread,
				cumulative_carry: step.cumulativeCarry,
			})),
		},
		basis: { step_seconds: basis.stepSeconds, mean: basis.mean, sd: basis.sd, rows: basis.points },
		forecasts: { step_hours: forecasts.stepHours, rows: forecasts.steps },
	};
}

function secondsOf(ms: number): number {
	return Math.floor(ms / 1_000);
}
