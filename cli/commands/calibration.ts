/** Compares the service's own forecasts with the received carry, for `carrywire calibration`. Read-only. */
import { encodeExactJson } from '../../src/domain/exact-json.ts';
import { type ForecastScores, forecastScores } from '../../src/domain/forecast-scores.ts';
import { type PlanFigures, planFigures } from '../../src/domain/plan-track-record.ts';
import { snakeNamed } from '../../src/domain/snake-case.ts';
import {
	type ForecastFigures,
	type ForecastSummary,
	forecastSummary,
	type NetFigures,
	SLOPE_COUNT_MIN,
} from '../../src/domain/track-record.ts';
import { readForecasts } from '../../src/operations/read-forecasts.ts';
import type { Output } from '../../src/ports/output.ts';
import { basisPoints, fixed, goalLines, scoreLines, scoresJson } from '../calibration-scores.ts';
import { textTable } from '../columns-table.ts';
import { percent, time } from '../figures.ts';
import { operatorCommand } from '../operator-command.ts';

/** Prints the scores of the service's own forecasts. @throws Error with a message if the forecasts cannot be read */
export const calibration = operatorCommand({
	read: ({ values }) => ({ json: values.json === true }),
	async run({ json }, { config, output }) {
		await printCalibration(config.dataDir, json, output);
	},
});

/**
 * Prints the scores: readable lines in basis points of one leg's notional, or JSON with fractions. @throws Error with
 * a message if the forecasts cannot be read
 */
export async function printCalibration(
	dataDir: string,
	json: boolean,
	{ print }: Pick<Output, 'print'>,
): Promise<void> {
	const { groups, tallies, plans } = await readForecasts(dataDir);
	const summary = forecastSummary(groups);
	const scores = forecastScores(tallies);
	const figures = planFigures(plans);
	if (json) print(summaryJson(summary, scores, figures));
	else for (const line of [...summaryLines(summary, scores), ...planLines(figures)]) print(line);
}

function summaryLines(summary: ForecastSummary, scores: ForecastScores): string[] {
	const { all, executions } = summary;
	if (all.forecasts === 0)
		return ['The service has not shown or traded on a forecast yet, so there is nothing to score.'];
	const began =
		summary.since === null
			? `Nothing is scored yet: ${counted(all.forecasts, 'forecast')} made, ${all.pending} still waiting for the end of their horizon and its settlements, ${all.unscorable} impossible to score.`
			: `${counted(all.scored, 'forecast')} scored, the oldest from ${time(new Date(summary.since).toISOString())}. Carry is in basis points of one leg's notional.`;
	return [
		began,
		...(summary.since === null ? [] : scoredHead(scores)),
		'',
		...textTable([
			HEADINGS,
			figuresRow('all', all),
			...summary.byHorizon.map(({ hoursMax, figures }) => figuresRow(`to ${hoursMax} h`, figures)),
			...summary.byVerdict.map(({ verdict, figures }) => figuresRow(verdict, figures)),
			...summary.byKind.map(({ kind, figures }) => figuresRow(kind, figures)),
		]),
		'',
		...executionLines(executions),
		...(scores.scored === 0 ? [] : ['', ...scoreLines(scores)]),
		...(summary.since === null ? [] : ['', ...NOTES]),
	];
}

/** Formats the accuracy of the expected nets of plans, in percent of the capital per year. */
function planLines(plans: readonly PlanFigures[]): readonly string[] {
	if (plans.length === 0) return [];
	return [
		'',
		'Expected net of plans, % of the capital a year. shown: plan_portfolio, scored by settled funding less the costs that it counted. pot: scored by the profit of the pot.',
		'',
		...textTable([
			['', 'PLANS', 'PENDING', 'UNSCORABLE', 'SCORED', 'EXPECTED', 'RECEIVED', 'IN 90 % INTERVAL'],
			...plans.map((plan) => [
				plan.kind,
				String(plan.plans),
				String(plan.pending),
				String(plan.unscorable),
				String(plan.scored),
				percent(plan.expectedNetMean),
				percent(plan.receivedNetMean),
				percent(plan.insideInterval, 0),
			]),
		]),
	];
}

/** Returns the figures that miss their goals, or the reason why no goal can be checked. */
function scoredHead(scores: ForecastScores): readonly string[] {
	if (scores.since === null)
		return [
			'The scores of verdicts, squeezes and pair types need forecasts made by this version. None of those has reached the end of its horizon.',
		];
	return ['', ...goalLines(scores)];
}

const HEADINGS = [
	'',
	'FORECASTS',
	'PENDING',
	'UNSCORABLE',
	'SCORED',
	'FORECAST',
	'RECEIVED',
	'SLOPE',
	'INTERCEPT',
	'REVERSAL FORECAST',
	'HAPPENED',
	'BRIER',
	'SKILL',
	'IN 1 SD',
	'IN 2 SD',
];

const NOTES = [
	'Good forecasts have slope 1, intercept 0, as many reversals as forecast, and skill above 0. Ideally, a share of 0.68 of the results lies within 1 sd, and 0.95 within 2 sd.',
	`Slopes, skill, shares in bins and squeezes, and mean net results need at least ${SLOPE_COUNT_MIN} scored forecasts. Forecasts of one pair overlap, so they say less than the same number of independent outcomes.`,
];

function figuresRow(name: string, figures: ForecastFigures): string[] {
	return [
		name,
		String(figures.forecasts),
		String(figures.pending),
		String(figures.unscorable),
		String(figures.scored),
		basisPoints(figures.expectedMean),
		basisPoints(figures.receivedMean),
		fixed(figures.slope, 2),
		basisPoints(figures.intercept),
		fixed(figures.reversalStated, 3),
		fixed(figures.reversalHappened, 3),
		fixed(figures.brier, 3),
		fixed(figures.brierSkill, 2),
		fixed(figures.insideOneSd, 2),
		fixed(figures.insideTwoSd, 2),
	];
}

function executionLines(figures: NetFigures): string[] {
	if (figures.ended === 0) return ['No execution has ended and received all its settlements yet.'];
	const expected =
		figures.expectedNetMean === null
			? []
			: [
					`Executions with a net forecast: ${basisPoints(figures.expectedNetMean)} bp forecast, ${basisPoints(figures.receivedNetMean)} bp received.`,
				];
	return [
		`${counted(figures.ended, 'execution')} ended: ${basisPoints(figures.netMean)} bp net = price ${basisPoints(figures.priceMean)} + funding ${basisPoints(figures.fundingMean)} - fees ${basisPoints(figures.feesMean)} - slippage ${basisPoints(figures.slippageMean)} (means, as a share of one leg's notional).`,
		...expected,
	];
}

function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/**
 * Formats the scores as JSON. Field names are in snake case, as in the API; values are fractions, not basis points.
 */
function summaryJson(
	{ since, all, byHorizon, byVerdict, byKind, executions }: ForecastSummary,
	scores: ForecastScores,
	plans: readonly PlanFigures[],
): string {
	const value = {
		since: since === null ? null : new Date(since).toISOString(),
		all: figuresJson(all),
		by_horizon: byHorizon.map(({ hoursMax, figures }) => ({ hours_max: hoursMax, ...figuresJson(figures) })),
		by_verdict: byVerdict.map(({ verdict, figures }) => ({ verdict, ...figuresJson(figures) })),
		by_kind: byKind.map(({ kind, figures }) => ({ kind, ...figuresJson(figures) })),
		executions: netJson(executions),
		scores: scoresJson(scores),
		plans: plans.map(({ since: oldest, ...figures }) => ({
			since: oldest === null ? null : new Date(oldest).toISOString(),
			...figures,
		})),
	};
	return JSON.stringify(JSON.parse(encodeExactJson(snakeNamed(value))), null, '\t');
}

/** Keeps the field names that version 0.1.0 published: `promises` and `promised_mean`. */
function figuresJson({
	forecasts,
	pending,
	unscorable,
	scored,
	expectedMean,
	...rest
}: ForecastFigures): Readonly<Record<string, unknown>> {
	return { promises: forecasts, pending, unscorable, scored, promised_mean: expectedMean, ...rest };
}

function netJson({ ended, expectedNetMean, ...rest }: NetFigures): Readonly<Record<string, unknown>> {
	return { ended, promised_net_mean: expectedNetMean, ...rest };
}
