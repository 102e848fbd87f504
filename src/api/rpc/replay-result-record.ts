/**
 * Defines the parts of a replay's result on the wire. The process of the replay writes them in this form, so the
 * service reads and sends them as they are.
 */
import * as z from 'zod';
import {
	amount,
	amountOrNull,
	instant,
	instantOrNull,
	paginationSchema,
	unixSeconds,
} from './record-fields.ts';

/** Version of the parts. A result with parts of another version has only its report. */
export const REPLAY_PARTS_FORM = 1;

/** A value of a policy's setting, in results. */
export const settingSchema = z.union([z.number(), z.string(), z.boolean()]);

const profitSchema = z
	.strictObject({
		funding_received: amount('Funding received, USD.'),
		funding_paid: amount('Funding paid, USD; negative.'),
		fees: amount('Fees, USD; negative if paid.'),
		slippage: amount('Slippage, USD; negative if paid.'),
		basis: amountOrNull('Change in value of both legs, USD; null without prices (grade C).'),
		idle_interest: amount('Interest on unused capital, USD.'),
		net: amount('Sum of the parts, USD.'),
	})
	.describe('Waterfall from funding to the net.');

const outcomeSchema = z.strictObject({
	net_per_year: amount('Net per year as a fraction of the capital.'),
	low: amountOrNull('Lower end of the 90 % interval of net_per_year; null with fewer than 30 days.'),
	high: amountOrNull('Upper end of the interval.'),
	trades: z.int().describe('Positions opened.'),
	drawdown_usd: amount('Largest fall of equity from an earlier peak, USD.'),
	drawdown_share: amount('The same as a fraction of that peak.'),
	sharpe: amountOrNull('Yearly Sharpe ratio of daily returns; null with fewer than 30 days.'),
	parts: profitSchema,
});

/** Settings with which a replay ran. */
const settingsSchema = z.strictObject({
	data: z.array(z.string()).describe('Names of the data.'),
	grade: z.enum(['A', 'B', 'C']).describe('A: recorded books. B: hourly prices. C: settled rates alone.'),
	from: instant('Start of the span.'),
	until: instant('End of the span, exclusive.'),
	policy: z.string().describe('Name of the policy.'),
	set: z.record(z.string(), settingSchema).describe('Settings of the policy.'),
	capital: amount('Capital of each paper user, USD.'),
	users: z.int().describe('Number of paper users.'),
	exchanges: z.array(z.string()).describe('Exchanges of the replay.'),
	coins: z.array(z.string()).nullable().describe('Coins that may be traded; null: all.'),
	walk_forward: z
		.strictObject({
			train_days: z.int().describe('Length of a training window, days.'),
			test_days: z.int().describe('Length of a test window, days.'),
		})
		.nullable()
		.describe('Windows of training and testing; null: none.'),
	without: z.array(z.string()).describe('Rules of the service that were switched off.'),
	seed: z.int().describe('Seed of the randomness.'),
});

const originSchema = z.strictObject({
	settings: settingsSchema.describe('Settings with which it ran.'),
	command: z.string().describe('Command that repeats the replay.'),
	version: z.string().describe('Version of Carrywire.'),
	code_hash: z.string().describe('Hash of the code.'),
	data_hash: z.string().describe('Hash of the data.'),
});

/** The part `summary`. */
export const replaySummarySchema = originSchema.extend({
	complete: z.boolean().describe('False if the replay ended early.'),
	played_until: instant('End of what was replayed.'),
	outcome: outcomeSchema.describe('Result of the policy.'),
	comparisons: z
		.array(
			z.strictObject({
				name: z.string().describe('Other use of the same capital, such as cash or month-mean.'),
				outcome: outcomeSchema.nullable().describe('Its result; null if the data cannot tell.'),
				reason: z.string().nullable().describe('Why it is null.'),
			}),
		)
		.describe('Other policies on the same data.'),
	honesty: z
		.strictObject({
			verdict: z
				.enum(['none', 'fragile', 'steady', 'untested'])
				.describe('none: no trade, so no evidence. fragile: one step later, more than half is lost.'),
			one_step_late: z
				.strictObject({
					step_s: amount('Length of the step, seconds.'),
					outcome: outcomeSchema.describe('Result of the same policy one step later.'),
				})
				.nullable()
				.describe('Null if it was not run.'),
		})
		.describe('Tests of the result itself.'),
	counts: z
		.strictObject({
			positions: z.int().describe('Positions.'),
			fundings: z.int().describe('Funding payments.'),
			refusals: z.int().describe('Requests that the service refused.'),
			transfers: z.int().describe('Transfers between exchanges that margin would have needed.'),
			contracts: z.int().describe('Contracts in the data.'),
			coins: z.int().describe('Coins in the data.'),
			gaps: z.int().describe('Gaps in the data.'),
			interval_changes: z.int().describe('Changes of funding intervals in the data.'),
		})
		.describe('Counts of records.'),
	refusals: z
		.array(
			z.strictObject({
				code: z.string().describe('Code of the refusal.'),
				count: z.int().describe('How often it occurred.'),
				first_at: instant('First occurrence.'),
				message: z.string().describe('Sentence of the first refusal.'),
			}),
		)
		.describe('Requests of the policy that the service refused, by code.'),
	assumptions: z.array(z.string()).describe('Assumptions of the replay, because the data do not say it.'),
	not_known: z.array(z.string()).describe('Figures that are null, with the reason.'),
});

const legSchema = z.strictObject({
	exchange: z.string().describe('Exchange.'),
	symbol: z.string().describe('Contract.'),
});

/** One position of the part `positions`. */
const positionSchema = z.strictObject({
	position: z.string().describe('Id of the position within the replay.'),
	user: z.int().describe('Number of the paper user, from 0.'),
	coin: z.string().describe('Coin.'),
	long: legSchema.describe('Long leg.'),
	short: legSchema.describe('Short leg.'),
	opened_at: instant('Opening.'),
	closed_at: instantOrNull('Close; null: open at the end.'),
	leg_usd: amount('Notional of one leg, USD.'),
	parts: profitSchema,
	unhedged_s: amount('Time with an unhedged leg, seconds.'),
	forecast: z
		.strictObject({
			horizon_hours: amount('Horizon of the forecast, hours.'),
			expected_usd: amount('Expected funding over the horizon, USD.'),
			headline_usd: amountOrNull('Funding at the headline spread, USD.'),
			probability: amountOrNull('Stated probability of a profit.'),
			received_usd: amountOrNull('Funding received within the horizon, USD; null if it did not end.'),
		})
		.nullable()
		.describe('Forecast at the opening; null if there was none.'),
	events: z
		.array(
			z.strictObject({
				at: instant('Time of the event.'),
				message: z.string().describe('Sentence about the event.'),
			}),
		)
		.describe('Journal of the position.'),
});

/** The part `positions`: one page. */
export const replayPositionsSchema = z.strictObject({
	rows: z.array(positionSchema).describe('Positions in order of opening.'),
	pagination: paginationSchema,
});

const column = (description: string) => z.array(z.number()).describe(description);

/** The part `columns`: the portfolio over time, thinned to a number of points that a page can draw. */
export const replayColumnsSchema = z.strictObject({
	step_s: amount('Time between two points, seconds.'),
	at: z.array(unixSeconds('Time of the point.')).describe('Times, Unix seconds.'),
	equity: column('Equity of all accounts, USD.'),
	exposure: column('Value of both legs of all positions, USD.'),
	idle: column('Capital without a position, USD.'),
	exchanges: z
		.array(
			z.strictObject({
				exchange: z.string().describe('Exchange.'),
				equity: column('Equity there, USD.'),
				margin_used: column('Margin that positions use, USD.'),
				liquidation_distance: z
					.array(z.number().nullable())
					.describe('Distance to the nearest liquidation as a fraction of the price; null: no position.'),
			}),
		)
		.describe('The same per exchange.'),
});

const windowsSchema = z.strictObject({
	net: amount('Change of equity on these days, USD.'),
	days: z.int().describe('Days of the windows.'),
	net_per_year: amount('Net per year as a fraction of the capital.'),
	low: amountOrNull('Lower end of the 90 % interval of net_per_year; null with fewer than 30 days.'),
	high: amountOrNull('Upper end of the interval.'),
	trades: z.int().describe('Positions opened on these days.'),
	drawdown_usd: amount('Largest fall of equity from an earlier peak, USD.'),
	drawdown_share: amount('The same as a fraction of that peak.'),
	sharpe: amountOrNull('Yearly Sharpe ratio of daily returns; null with fewer than 30 days.'),
});

/** The part `sweep`. */
export const replaySweepSchema = originSchema.extend({
	complete: z.boolean().describe('False if the sweep ended before all trials.'),
	trials: z
		.array(
			z.strictObject({
				set: z.record(z.string(), settingSchema).describe('Settings of the trial.'),
				training: windowsSchema.describe(
					'Result in the first training window, which alone chooses the settings.',
				),
				test: windowsSchema.describe('Result on the test windows.'),
			}),
		)
		.describe('All trials.'),
	windows: z
		.array(
			z.strictObject({
				train_from: instant('Start of training.'),
				test_from: instant('End of training and start of testing.'),
				test_until: instant('End of testing.'),
				chosen: z.int().describe('Index of the trial that was best in this training window.'),
			}),
		)
		.describe('Windows of training and testing.'),
	walked_forward: windowsSchema.describe('Result of testing what each training window chose.'),
	chosen: z.int().describe('Index of the trial that was best in the first training window.'),
	deflated_sharpe: amountOrNull(
		'Probability that the chosen trial has skill, given the number of trials (deflated Sharpe ratio).',
	),
	overfitting: amountOrNull(
		'Probability that the setting that is best in training is below the median in testing.',
	),
});
