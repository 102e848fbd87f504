/** Defines the records of replays on the wire. */
import * as z from 'zod';
import {
	REPLAY_STATES,
	type ReplayChoices,
	type ReplayJob,
	type ReplayRequest,
} from '../../ports/replays.ts';
import {
	amountOrNull,
	instant,
	instantOrNull,
	sentenceMember,
	sentenceSchema,
	type Wire,
} from './record-fields.ts';
import { settingSchema } from './replay-result-record.ts';

const requestSchema = z
	.strictObject({
		data: z.string().describe('Name of the data.'),
		policy: z.string().describe('Name of the policy.'),
		set: z.record(z.string(), settingSchema).describe('Settings of the policy that were given.'),
		sweep: z.record(z.string(), z.array(settingSchema)).describe('Values to try; empty: one replay.'),
		capital: z.number().describe('Capital of each paper user, USD.'),
		exchanges: z.array(z.string()).nullable().describe('Exchanges that may be traded; null: all.'),
		coins: z.array(z.string()).nullable().describe('Coins that may be traded; null: all.'),
		users: z.enum(['one', 'pairs']).describe('Paper users.'),
		from: instantOrNull('Start of the span; null: start of the data.'),
		until: instantOrNull('End of the span; null: end of the data.'),
		grade: z.enum(['A', 'B', 'C']).nullable().describe('Wanted grade; null: the best.'),
		walk_forward: z
			.strictObject({
				train_days: z.int().describe('Days of training.'),
				test_days: z.int().describe('Days of testing.'),
			})
			.nullable()
			.describe('Windows of a sweep; null: none.'),
		fees: z
			.record(
				z.string(),
				z.strictObject({
					taker_bps: z.number().describe('Taker fee, bps.'),
					maker_bps: z.number().describe('Maker fee, bps.'),
				}),
			)
			.describe('Assumed fees by exchange; empty: the exchanges’ own.'),
		slippage_bps: z.number().describe('Distance of bid and ask from the price, bps.'),
		impact_bps: z.number().describe('Further distance per hundredth of the hour’s volume, bps.'),
		publication_lag_s: z.int().describe('Seconds from a settlement until its rate is known.'),
		cash_rate_pct: z.number().describe('Interest of the comparison cash, percent per year.'),
		without: z.array(z.string()).describe('Rules that are switched off.'),
		compare: z.boolean().describe('Whether comparisons run.'),
		seed: z.int().describe('Seed of the randomness.'),
	})
	.describe('The params of replay_start, with defaults.');

/** Status of a replay. */
export const replayStatusSchema = z
	.enum(REPLAY_STATES)
	.describe(
		'queued and running: not ended. complete and partial: with a result. canceled and failed: without one.',
	);

/** A replay with its progress. */
export const replayJobSchema = z.strictObject({
	replay_id: z.string().describe('Id of the replay.'),
	status: replayStatusSchema,
	status_reason: z.string().nullable().describe('Why it ended early or failed; null otherwise.'),
	sentence: sentenceSchema,
	created_at: instant('Time of the order.'),
	started_at: instantOrNull('Start of the work; null before.'),
	ended_at: instantOrNull('End; null before.'),
	ahead: z.int().nullable().describe('Waiting or running replays before this one; null unless queued.'),
	progress: z
		.strictObject({
			step: z.string().describe('reading, policy, or the name of a comparison or trial.'),
			done: z.number().describe('Share that is done, from 0 to 1.'),
			left_s: amountOrNull('Estimated seconds until the end; null before an estimate.'),
			rate: amountOrNull('Replayed seconds per real second; null before the first figure.'),
			at: instantOrNull('Time within the replay; null while the data is read.'),
		})
		.nullable()
		.describe('Null unless running.'),
	report: z
		.string()
		.nullable()
		.describe('Path of the report as HTML, for a GET with the same token; null without one.'),
	request: requestSchema,
});

/** Choices of a caller. */
export const replayChoicesSchema = z
	.strictObject({
		enabled: z.boolean().describe('False when the operator has switched replays off.'),
		queue_max: z.int().describe('Largest number of your waiting replays.'),
		data: z.array(z.string()).describe('Names for the param data.'),
		names: z
			.record(
				z.string(),
				z.strictObject({
					exchanges: z.array(z.string()).describe('Names for the param exchanges.'),
					coins: z.array(z.string()).describe('Names for the param coins.'),
				}),
			)
			.describe(
				'Exchanges and coins at the beginning of each data, as suggestions: names that first appear later are missing. Data that cannot be read has no entry.',
			),
		policies: z
			.array(
				z.strictObject({
					name: z.string().describe('Name for the param policy.'),
					description: z.string().nullable().describe('Its effect; null for the operator’s own file.'),
					settings: z
						.array(
							z.strictObject({
								name: z.string().describe('Name for the params set and sweep.'),
								kind: z.enum(['number', 'switch', 'text']).describe('Type of the value.'),
								default: z.union([z.number(), z.boolean(), z.string()]).describe('Default.'),
								min: amountOrNull('Smallest value; null unless a number.'),
								max: amountOrNull('Largest value; null unless a number.'),
								unit: z.string().nullable().describe('Unit; null unless a number.'),
								meaning: z.string().describe('Meaning.'),
							}),
						)
						.nullable()
						.describe('Settings; null for a file, which states them only when it runs.'),
				}),
			)
			.describe('Policies.'),
		rules: z.array(z.string()).describe('Names for the param without.'),
	})
	.describe('Choices for replay_start.');

/** Converts a replay to its record. */
export function replayJobRecord(job: ReplayJob): Wire<typeof replayJobSchema> {
	const { replayId, state, reason, progress } = job;
	return {
		replay_id: replayId,
		status: state,
		status_reason: reason === null ? null : typeof reason === 'string' ? reason : reason.text,
		...(reason === null ? {} : sentenceMember(reason)),
		created_at: iso(job.createdAt),
		started_at: isoOrNull(job.startedAt),
		ended_at: isoOrNull(job.endedAt),
		ahead: job.ahead,
		progress:
			progress === null
				? null
				: {
						step: progress.step,
						done: progress.done,
						left_s: progress.leftS,
						rate: progress.rate,
						at: isoOrNull(progress.at),
					},
		report: state === 'complete' || state === 'partial' ? reportPath(replayId) : null,
		request: requestRecord(job.request),
	};
}

/** Returns the path of a replay's report. */
export function reportPath(replayId: string): string {
	return `/replay/${replayId}/report.html`;
}

function requestRecord(request: ReplayRequest): Wire<typeof requestSchema> {
	const { walkForward } = request;
	return {
		data: request.data,
		policy: request.policy,
		set: { ...request.set },
		sweep: Object.fromEntries(Object.entries(request.sweep).map(([name, values]) => [name, [...values]])),
		capital: request.capitalUsd,
		exchanges: request.exchanges === undefined ? null : [...request.exchanges],
		coins: request.coins === undefined ? null : [...request.coins],
		users: request.users,
		from: isoOrNull(request.from ?? null),
		until: isoOrNull(request.until ?? null),
		grade: request.grade ?? null,
		walk_forward:
			walkForward === undefined
				? null
				: { train_days: walkForward.trainDays, test_days: walkForward.testDays },
		fees: Object.fromEntries(
			Object.entries(request.feesBp).map(([exchange, { taker, maker }]) => [
				exchange,
				{ taker_bps: taker, maker_bps: maker },
			]),
		),
		slippage_bps: request.slippageBp,
		impact_bps: request.impactBp,
		publication_lag_s: request.publicationLagS,
		cash_rate_pct: request.cashRatePct,
		without: [...request.without],
		compare: request.compare,
		seed: request.seed,
	};
}

/** Converts the choices to their record. */
export function replayChoicesRecord(
	{ data, names, policies, rules }: ReplayChoices,
	limits: { readonly isEnabled: boolean; readonly queueMax: number },
): Wire<typeof replayChoicesSchema> {
	return {
		enabled: limits.isEnabled,
		queue_max: limits.queueMax,
		data: [...data],
		names: Object.fromEntries(
			Object.entries(names).map(([name, { exchanges, coins }]) => [
				name,
				{ exchanges: [...exchanges], coins: [...coins] },
			]),
		),
		rules: [...rules],
		policies: policies.map(({ name, description, settings }) => ({
			name,
			description,
			settings: settings === null ? null : settings.map((one) => ({ ...one })),
		})),
	};
}

function iso(at: number): string {
	return new Date(at).toISOString();
}

function isoOrNull(at: number | null): string | null {
	return at === null ? null : iso(at);
}

/** Example of a replay that runs; a test validates it against the schema. */
export const REPLAY_JOB_EXAMPLE = {
	replay_id: 'replay_2f4a6c8e0b1d3f5a7c9e1b3d',
	status: 'running',
	status_reason: null,
	created_at: '2026-11-20T08:00:00.000Z',
	started_at: '2026-11-20T08:00:01.000Z',
	ended_at: null,
	ahead: null,
	progress: { step: 'policy', done: 0.4, left_s: 21, rate: 1_036_800, at: '2026-04-12T00:00:00.000Z' },
	report: null,
	request: {
		data: 'year',
		policy: 'month-mean',
		set: { enter: 0.05 },
		sweep: {},
		capital: 10_000,
		exchanges: null,
		coins: ['BTC', 'ETH'],
		users: 'one',
		from: '2025-11-01T00:00:00.000Z',
		until: '2026-11-01T00:00:00.000Z',
		grade: null,
		walk_forward: null,
		fees: {},
		slippage_bps: 2,
		impact_bps: 1,
		publication_lag_s: 5,
		cash_rate_pct: 4,
		without: [],
		compare: true,
		seed: 1,
	},
} as const;

/** Example of the choices; a test validates it against the schema. */
export const REPLAY_CHOICES_EXAMPLE = {
	enabled: true,
	queue_max: 3,
	data: ['recordings', 'year'],
	names: { year: { exchanges: ['binance', 'bybit'], coins: ['BTC', 'ETH'] } },
	policies: [
		{
			name: 'month-mean',
			description: 'Enters when the 30-day means of two exchanges differ by more than 5 % a year.',
			settings: [
				{
					name: 'enter',
					kind: 'number',
					default: 0.05,
					min: 0,
					max: 100,
					unit: 'fraction per year, 0.05 is 5 %',
					meaning: 'Enter when the spread is above this.',
				},
			],
		},
		{ name: 'mine.ts', description: null, settings: null },
	],
	rules: ['TOO_GOOD', 'THIN_BOOK'],
} as const;
