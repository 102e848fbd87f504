/**
 * Scores the service's forecasts and verdicts on recorded funding: `npm run calibrate -- --history DIR`. For every
 * file in the folder it replays the past hour by hour with the production functions. It refits the model weekly on
 * the data known by then, and compares the forecasts with what followed. The recorded data is not part of the
 * repository.
 */
import { statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { economicValue, tradingRows } from '../research/economic-value.ts';
import { exitRuleScores } from '../research/exit-rules.ts';
import type { Score } from '../research/goals.ts';
import { pairKindScores, pairKinds, venuePairScores } from '../research/pair-kinds.ts';
import { basisOf, type HourlyPrices } from '../research/price-basis.ts';
import { type ScoredSeries, scoredSeries } from '../research/received.ts';
import { forecastScores } from '../research/score-table.ts';
import { squeezeScores } from '../research/squeeze-scores.ts';
import { shippedTrades } from '../research/trading-rules.ts';
import { verdictScores } from '../research/verdict-scores.ts';
import { type Decision, type WalkForward, walkForward } from '../research/walk-forward.ts';
import { neutralCarryModel, PRIOR_CARRY_MODEL } from '../src/domain/carry-prior.ts';
import {
	basisLine,
	goalsLine,
	goalTable,
	kindsLine,
	predictionLines,
	ruleTable,
	scoreTable,
	shippedModelSource,
	squeezeTable,
	verdictLines,
} from './calibration-report.ts';
import {
	type FundingFile,
	readFundingFolder,
	readPriceFolder,
	UnreadableFileError,
} from './funding-files.ts';
import { requireNode } from './node-version.ts';

requireNode();

const USAGE =
	'Usage: npm run calibrate -- --history DIR [--prices DIR] [--out FILE] [--until ISO-DATE] [--prior neutral|shipped] [--write-prior FILE]';
const HOUR_MS = 3_600_000;
const LAST_SHARE = 0.25;
const SHIPPED_WARNING =
	'The shipped prior was fitted on recorded funding (dates in src/domain/shipped-carry-model.ts): for those months these scores are not out of sample.';
const HEADLINE_NOTE =
	'Trading rows: ours is the shipped verdict with the shipped exit; "headline" trades the highest headline spreads with hindsight, as many trades, each held for our median time; "30-day mean" is the 30-day rule.';

type Settings = {
	readonly history: string;
	readonly prices: string | undefined;
	readonly out: string | undefined;
	readonly untilMs: number;
	readonly prior: 'neutral' | 'shipped';
	readonly writePrior: string | undefined;
};

/** Thrown for wrong arguments or wrong data. The run stops and prints the message. */
class CalibrationError extends Error {
	override readonly name = 'CalibrationError';
}

function settingsOf(args: readonly string[]): Settings {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		args: [...args],
		options: { history: text, prices: text, out: text, until: text, prior: text, 'write-prior': text },
	});
	if (values.history === undefined) throw new CalibrationError(`--history is missing. ${USAGE}`);
	const untilMs = values.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(values.until);
	if (Number.isNaN(untilMs)) {
		throw new CalibrationError(
			`--until must be an ISO date such as 2026-05-22, was ${values.until}. ${USAGE}`,
		);
	}
	const prior = values.prior ?? 'neutral';
	if (prior !== 'neutral' && prior !== 'shipped') {
		throw new CalibrationError(`--prior must be neutral or shipped, was ${prior}. ${USAGE}`);
	}
	return {
		history: folderOf(values.history),
		prices: values.prices === undefined ? undefined : folderOf(values.prices),
		out: values.out === undefined ? undefined : resolve(values.out),
		untilMs,
		prior,
		writePrior: values['write-prior'] === undefined ? undefined : resolve(values['write-prior']),
	};
}

function folderOf(path: string): string {
	const folder = resolve(path);
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
	throw new CalibrationError(`Folder not found: ${folder}. ${USAGE}`);
}

function dateOf(hour: number): string {
	return `${new Date(hour * HOUR_MS).toISOString().slice(0, 13)}:00Z`;
}

/** The replay of one file, with the first and last hours of its data. */
type Walked = {
	readonly file: FundingFile;
	readonly series: readonly ScoredSeries[];
	readonly walk: WalkForward;
	readonly firstHour: number;
	readonly lastHour: number;
	/** First hour of the last quarter. */
	readonly lastQuarter: number;
};

/** Replays a file. Returns undefined when no series in the file is long enough. */
function walkThrough(file: FundingFile, settings: Settings): Walked | undefined {
	const series = scoredSeries(file.legs);
	if (series.length === 0) return undefined;
	const firstHour = Math.min(...file.legs.map((leg) => leg.hours[0] as number));
	const lastHour = Math.max(...file.legs.map((leg) => leg.hours.at(-1) as number));
	const lastQuarter = Math.ceil(lastHour - LAST_SHARE * (lastHour - firstHour));
	const start = settings.prior === 'shipped' ? PRIOR_CARRY_MODEL : neutralCarryModel();
	const walk = walkForward(series, start, (share) =>
		process.stderr.write(`\r${file.name}: ${Math.round(100 * share)} % walked `),
	);
	process.stderr.write('\n');
	return walk.decisions.length === 0 ? undefined : { file, series, walk, firstHour, lastHour, lastQuarter };
}

/** A part of the report: its printed lines, and its scores. A score may have a goal. */
type Section = { readonly lines: readonly string[]; readonly scores: readonly Score[] };

/** Scores all decisions and trades from the given hour on. */
function spanSection({ walk, firstHour }: Walked, from: number): Section {
	const decisions = walk.decisions.filter(({ hour }) => hour >= from);
	const rows = [...forecastScores(walk.decisions, firstHour, from), ...tradingRows(walk, firstHour, from)];
	const verdicts = verdictScores(decisions, firstHour);
	const squeezes = squeezeScores(decisions, firstHour);
	return {
		lines: [
			...scoreTable(rows),
			'',
			HEADLINE_NOTE,
			'',
			'### Verdicts that say "trade"',
			'',
			...verdictLines(verdicts),
			'',
			'### Squeezes: the headline spread exceeds 3 scales of the pair',
			'',
			...squeezeTable(squeezes),
		],
		scores: [...rows, ...verdicts.rows, ...squeezes.flatMap(({ oneSd, twoSd }) => [oneSd, twoSd])],
	};
}

function kindSection({ walk, firstHour }: Walked): Section {
	const kinds = pairKinds(walk.decisions);
	const byKind = pairKindScores(kinds, firstHour);
	const byVenues = venuePairScores(walk.decisions, firstHour);
	return {
		lines: [
			'## By kind of pair',
			'',
			kindsLine(kinds),
			'',
			...scoreTable(byKind),
			'',
			'## By venue pair',
			'',
			...scoreTable(byVenues),
		],
		scores: [...byKind, ...byVenues],
	};
}

function valueSection({ walk, firstHour, lastQuarter }: Walked): Section {
	const { rules, goals } = economicValue(walk, firstHour, lastQuarter);
	return {
		lines: [
			'## Economic value',
			'',
			...ruleTable(rules, 'hysteresis'),
			'',
			...goalTable(goals),
			'',
			'## Exit rules, with the entries of the shipped verdict',
			'',
			...ruleTable(exitRuleScores(walk, firstHour, lastQuarter), 'shipped'),
		],
		scores: goals,
	};
}

/** Returns the lines of the whole report for one file. */
function reportOf(walked: Walked, prices: readonly HourlyPrices[], settings: Settings): readonly string[] {
	const { file, series, walk, firstHour, lastHour, lastQuarter } = walked;
	const whole = spanSection(walked, 0);
	const kinds = kindSection(walked);
	const value = valueSection(walked);
	return [
		`# ${file.name}`,
		'',
		`${series.length} series, ${dateOf(firstHour)} to ${dateOf(lastHour)}; ${walk.decisions.length} decisions from ` +
			`${dateOf(walk.decisions[0]?.hour as number)} on; ${walk.refits} refits; prior ${settings.prior}. ` +
			'In bp of one leg’s notional; 90 % intervals by 28-day blocks.',
		'',
		...(settings.prior === 'shipped' ? [SHIPPED_WARNING, ''] : []),
		...whole.lines,
		'',
		...(prices.length === 0 ? [] : [basisLine(basisOf(series, shippedTrades(walk.hourly), prices)), '']),
		...kinds.lines,
		'',
		...value.lines,
		'',
		`## The last quarter alone, from ${dateOf(lastQuarter)} on`,
		'',
		...spanSection(walked, lastQuarter).lines,
		'',
		goalsLine([...whole.scores, ...kinds.scores, ...value.scores]),
		'',
	];
}

/**
 * Scores one file and prints the report. Returns the scored decisions; undefined if no series in the file is long
 * enough.
 */
function calibrate(
	file: FundingFile,
	prices: readonly HourlyPrices[],
	settings: Settings,
): readonly Decision[] | undefined {
	const walked = walkThrough(file, settings);
	if (walked === undefined) return undefined;
	console.log(reportOf(walked, prices, settings).join('\n'));
	if (settings.writePrior !== undefined) {
		const { series, walk, firstHour, lastHour } = walked;
		const venues = [...new Set(file.legs.map((leg) => leg.venue))].sort();
		const data = `${series.length} series of ${venues.join(', ')}, ${dateOf(firstHour)} to ${dateOf(lastHour)}`;
		writeFileSync(settings.writePrior, shippedModelSource(walk.finalModel(), data));
	}
	return walked.walk.decisions;
}

function run(settings: Settings): void {
	const files = readFundingFolder(settings.history, settings.untilMs);
	if (files.length === 0) {
		throw new CalibrationError(
			`${settings.history} has no usable rows: a .csv or .csv.gz file needs the columns ts_ms, venue, base and rate.`,
		);
	}
	const prices = settings.prices === undefined ? [] : readPriceFolder(settings.prices);
	const decisions: Decision[] = [];
	let scored = 0;
	for (const file of files) {
		const made = calibrate(file, prices, settings);
		if (made === undefined) {
			console.log(
				`# ${file.name}\n\nNo two venues share a coin with the required 3,600 hours and 90 days of history.\n`,
			);
			continue;
		}
		scored += 1;
		for (const decision of made) decisions.push(decision);
	}
	if (scored === 0) throw new CalibrationError(`Nothing in ${settings.history} could be scored.`);
	if (settings.out !== undefined) {
		writeFileSync(settings.out, `${[...predictionLines(decisions)].join('\n')}\n`);
		console.log(`${decisions.length} decisions written to ${settings.out}`);
	}
}

try {
	run(settingsOf(process.argv.slice(2)));
} catch (error) {
	if (!(error instanceof Error)) throw error;
	const isExpected =
		error instanceof CalibrationError || error instanceof UnreadableFileError || 'code' in error;
	if (!isExpected) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
