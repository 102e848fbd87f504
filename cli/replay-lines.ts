/** Writes the outcome of a replay or a sweep as readable lines. Money is USD, yearly figures are percent. */
import {
	counted,
	dayText,
	fixed,
	minuteText,
	percent,
	signedPercent,
	signedUsd,
	spanText,
	usd,
} from '../src/replay/report/figures.ts';
import { strategyName } from '../src/replay/report/names.ts';
import type { Outcome, ReplayResult, ReplaySettings, SweepResult } from '../src/replay/report/result.ts';
import { profitSteps } from '../src/replay/report/svg-waterfall.ts';
import { type Column, columnsTable } from './columns-table.ts';
import { harmless, type Paint, type Toned } from './paint.ts';

type Style = { readonly width: number; readonly paint: Paint };

/** Trials that are listed of a large sweep. */
const TRIALS_SHOWN = 20;

/** Writes a replay's outcome. */
export function replayLines(result: ReplayResult, style: Style): readonly string[] {
	const { settings, outcome, playedUntil, status, statusReason } = result;
	const days = spanText(playedUntil - settings.from);
	return [
		...(status === 'partial'
			? [
					style.paint(
						`Partial: until ${minuteText(playedUntil)} UTC, not until ${minuteText(settings.until)}. ${statusReason ?? ''}`.trim(),
						'warn',
					),
				]
			: []),
		...originLines(settings),
		'',
		style.paint(
			`Net ${signedPercent(outcome.netPerYear)} a year, ${intervalText(outcome)}: ${signedUsd(outcome.parts.net)} in ${days}, ${counted(outcome.trades, 'trade')}`,
			'strong',
		),
		'',
		...columnsTable(PARTS, [...profitSteps(outcome.parts), ['Net', outcome.parts.net]], style),
		'',
		...columnsTable(
			COMPARED,
			[
				{ name: `${strategyName(settings.policy)} (this replay)`, outcome, reason: null },
				...result.comparisons.map((one) => ({ ...one, name: strategyName(one.name) })),
			],
			style,
		),
		'',
		honestyLine(result, style.paint),
		...refusalLines(result),
		...result.notKnown.map((sentence) => `Not known: ${harmless(sentence)}`),
		...result.assumptions.map((sentence) => `Assumed: ${harmless(sentence)}`),
		`Repeat it with: ${harmless(result.command)}`,
	];
}

/** Writes a sweep's outcome: the chosen setting first, then the trials, best in training first. */
export function sweepLines(sweep: SweepResult, style: Style): readonly string[] {
	const { settings, trials, chosen, walkedForward, deflatedSharpe, overfitting } = sweep;
	const best = trials[chosen];
	const rows = trials
		.map((trial, index) => ({ ...trial, isChosen: index === chosen }))
		.sort((a, b) => b.training.netPerYear - a.training.netPerYear)
		.slice(0, TRIALS_SHOWN);
	return [
		...(sweep.status === 'partial'
			? [style.paint(`Partial: the sweep ended after ${counted(trials.length, 'trial')}.`, 'warn')]
			: []),
		...originLines(settings),
		'',
		...(best === undefined
			? ['No trial was finished.']
			: [
					style.paint(
						`Best in training: ${harmless(setText(best.set))}. In testing it has ${signedPercent(best.test.netPerYear)} a year, ${intervalText(best.test)}`,
						'strong',
					),
				]),
		`Walking forward: choosing in each training window and testing in the next has ${signedPercent(walkedForward.netPerYear)} a year, ${intervalText(walkedForward)}, in ${counted(walkedForward.trades, 'trade')}.`,
		`Tried: ${counted(trials.length, 'setting')}. Deflated Sharpe ratio ${fixed(deflatedSharpe, 2)}: the probability that the best one has skill. Probability of overfitting ${fixed(overfitting, 2)}.`,
		'',
		...columnsTable(TRIALS, rows, style),
		...(trials.length > rows.length
			? [`${counted(trials.length - rows.length, 'more trial')}; --report and --json have all.`]
			: []),
		`Repeat it with: ${harmless(sweep.command)}`,
	];
}

function originLines(settings: ReplaySettings): readonly string[] {
	const capital =
		settings.users === 1
			? usd(settings.capitalUsd)
			: `${counted(settings.users, 'user')} of ${usd(settings.capitalUsd)}`;
	return [
		`${strategyName(settings.policy)}${setPhrase(settings.set)} on data of grade ${settings.grade}, ${dayText(settings.from)} to ${dayText(settings.until)}, ${capital}, ${counted(settings.exchanges.length, 'exchange')}`,
	].map(harmless);
}

function setPhrase(set: ReplaySettings['set']): string {
	return Object.keys(set).length === 0 ? '' : ` (${setText(set)})`;
}

function setText(set: ReplaySettings['set']): string {
	const text = Object.entries(set)
		.map(([name, value]) => `${name}=${value}`)
		.join(', ');
	return text === '' ? 'the defaults' : text;
}

function intervalText({ interval }: Pick<Outcome, 'interval'>): string {
	return interval === null
		? 'no interval with fewer than 30 days'
		: `90 % interval ${percent(interval.low)} to ${percent(interval.high)}`;
}

function gain(value: number | null, text: string): Toned {
	return { text, tone: value === null || value === 0 ? undefined : value > 0 ? 'good' : 'bad' };
}

const PARTS: readonly Column<readonly [label: string, usd: number | null]>[] = [
	{ head: 'PART', align: 'left', cell: ([label]) => label },
	{ head: 'USD', cell: ([, value]) => gain(value, fixed(value, 2)) },
];

type Compared = { readonly name: string; readonly outcome: Outcome | null; readonly reason: string | null };

const of = (outcome: Outcome | null, text: (outcome: Outcome) => string): string =>
	outcome === null ? '–' : text(outcome);

const COMPARED: readonly Column<Compared>[] = [
	{ head: 'COMPARED', align: 'left', cell: ({ name }) => name },
	{
		head: 'NET % A YEAR',
		cell: ({ outcome }) =>
			gain(
				outcome?.netPerYear ?? null,
				of(outcome, ({ netPerYear }) => fixed(netPerYear * 100, 2)),
			),
	},
	{
		head: '90 % INTERVAL',
		spare: 2,
		cell: ({ outcome }) =>
			of(outcome, ({ interval }) =>
				interval === null ? '–' : `${fixed(interval.low * 100, 2)} to ${fixed(interval.high * 100, 2)}`,
			),
	},
	{ head: 'NET USD', spare: 1, cell: ({ outcome }) => of(outcome, ({ parts }) => fixed(parts.net, 2)) },
	{ head: 'TRADES', cell: ({ outcome }) => of(outcome, ({ trades }) => fixed(trades, 0)) },
	{
		head: 'DRAWDOWN %',
		spare: 1,
		cell: ({ outcome }) => of(outcome, ({ drawdown }) => fixed(drawdown.share * 100, 2)),
	},
	{ head: 'SHARPE', spare: 2, cell: ({ outcome }) => of(outcome, ({ sharpe }) => fixed(sharpe, 2)) },
	{ head: '', align: 'left', spare: 3, cell: ({ reason }) => reason ?? '' },
];

type Trial = SweepResult['trials'][number] & { readonly isChosen: boolean };

const TRIALS: readonly Column<Trial>[] = [
	{ head: '', align: 'left', cell: ({ isChosen }) => (isChosen ? '*' : '') },
	{ head: 'SETTING', align: 'left', cell: ({ set }) => setText(set) },
	{ head: 'TRAINING % A YEAR', cell: ({ training }) => fixed(training.netPerYear * 100, 2) },
	{
		head: 'TEST % A YEAR',
		cell: ({ test }) => gain(test.netPerYear, fixed(test.netPerYear * 100, 2)),
	},
	{ head: 'TRADES', spare: 1, cell: ({ test }) => fixed(test.trades, 0) },
	{ head: 'TEST SHARPE', spare: 2, cell: ({ test }) => fixed(test.sharpe, 2) },
];

function honestyLine({ honesty }: ReplayResult, paint: Paint): string {
	const late = honesty.oneStepLate;
	switch (honesty.verdict) {
		case 'none':
			return paint('No trade was made, so the result says nothing about the policy.', 'warn');
		case 'fragile':
			return paint(`Fragile: ${lateText(late)} Do not expect to earn the net above.`, 'bad');
		case 'steady':
			return paint(`Steady: ${lateText(late)}`, 'good');
		case 'untested':
			return 'Not tested: the same policy one step later was not run.';
	}
}

function lateText(late: ReplayResult['honesty']['oneStepLate']): string {
	return late === null
		? 'the same policy one step later was compared.'
		: `acting ${spanText(late.stepMs)} later, the same policy has ${signedPercent(late.outcome.netPerYear)} a year.`;
}

function refusalLines({ refusals }: ReplayResult): readonly string[] {
	if (refusals.length === 0) return [];
	const total = refusals.reduce((sum, { count }) => sum + count, 0);
	const list = refusals.map(({ code, count }) => `${code} ${count}`).join(', ');
	return [harmless(`Refused by the service: ${counted(total, 'request')} (${list}).`)];
}
