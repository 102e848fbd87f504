/**
 * Formats the results of a calibration: the scores as Markdown, the forecasts as CSV for third-party scoring, and the
 * fitted model as source code.
 */
import type { Estimate } from '../research/block-sums.ts';
import { type Goal, isMet, type Score } from '../research/goals.ts';
import type { PairKind } from '../research/pair-kinds.ts';
import type { BasisResult } from '../research/price-basis.ts';
import { SCORED_HORIZONS_HOURS } from '../research/received.ts';
import type { RuleScore, SpanScore } from '../research/rule-scores.ts';
import type { ScoreRow } from '../research/score-table.ts';
import type { SqueezeScore } from '../research/squeeze-scores.ts';
import type { VerdictScore, VerdictScores } from '../research/verdict-scores.ts';
import type { Decision } from '../research/walk-forward.ts';
import type { CarryModel } from '../src/domain/carry-model.ts';

const HOUR_MS = 3_600_000;
const SCORE_HEADER = ['measure', 'hours', 'goal', 'ours', 'met', 'headline', '30-day mean'] as const;

/** Formats the main table. Every estimate is followed by its 90 % interval. */
export function scoreTable(rows: readonly ScoreRow[]): readonly string[] {
	const cells = rows.map((row) => [
		...scoreCells(row),
		row.headline === null ? '' : estimateText(row.headline),
		row.monthMean === null ? '' : estimateText(row.monthMean),
	]);
	return table(SCORE_HEADER, cells);
}

/** Formats a table of scores that are not compared with a simpler forecast. */
export function goalTable(rows: readonly Score[]): readonly string[] {
	return table(SCORE_HEADER.slice(0, 5), rows.map(scoreCells));
}

function scoreCells(row: Score): readonly string[] {
	const hours = row.horizonHours === null ? '' : String(row.horizonHours);
	return [row.measure, hours, goalText(row.goal), estimateText(row.ours), metText(row)];
}

/** Formats a Markdown table with aligned columns. */
export function table(header: readonly string[], cells: readonly (readonly string[])[]): readonly string[] {
	const widths = header.map((name, column) =>
		Math.max(name.length, ...cells.map((row) => (row[column] as string).length)),
	);
	const line = (row: readonly string[]): string =>
		`| ${row.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`;
	return [line(header), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)];
}

const VERDICT_HEADER = ['measure', 'verdicts', 'stated', 'came true', 'stated less true', 'goal', 'met'];

/** Formats the scores of `trade` verdicts, by stated probability and by horizon. */
export function verdictLines({ rows, byHorizon }: VerdictScores): readonly string[] {
	const cells = rows.map((row: VerdictScore) => [
		row.measure,
		String(row.count),
		numberText(row.stated),
		numberText(row.cameTrue),
		estimateText(row.ours),
		goalText(row.goal),
		metText(row),
	]);
	const horizons = byHorizon.map(({ hours, count }) => `${hours} h ${count}`).join(', ');
	return [...table(VERDICT_HEADER, cells), '', `Verdicts by stated horizon: ${horizons}.`];
}

const SQUEEZE_HEADER = [
	'hours',
	'decisions',
	'inside 1 sd',
	'goal',
	'met',
	'inside 2 sd',
	'goal',
	'met',
	'P(reversal) stated',
	'came true',
];

/** Formats the scores of decisions in a squeeze, by horizon. */
export function squeezeTable(scores: readonly SqueezeScore[]): readonly string[] {
	return table(
		SQUEEZE_HEADER,
		scores.map(({ hours, count, oneSd, twoSd, stated, cameTrue }) => [
			String(hours),
			String(count),
			...[oneSd, twoSd].flatMap((score) => [estimateText(score.ours), goalText(score.goal), metText(score)]),
			estimateText(stated),
			estimateText(cameTrue),
		]),
	);
}

/** Formats the number of decisions for each kind of pair. */
export function kindsLine(kinds: readonly PairKind[]): string {
	const counts = kinds.map(({ name, decisions }) => `${name} ${decisions.length}`);
	return `Decisions by kind of pair, which may overlap: ${counts.join(', ')}.`;
}

/**
 * Formats a table that compares trading rules with a reference rule. @param reference name of the reference rule for
 * the headings of the difference columns
 */
export function ruleTable(scores: readonly RuleScore[], reference: string): readonly string[] {
	const spanCells = ({ result, difference }: SpanScore): readonly string[] => [
		estimateText(result.netPerPositionYear),
		difference === null ? '' : estimateText(difference),
	];
	return table(
		[
			'rule',
			'net, % per position-year',
			`less ${reference}`,
			'before the last quarter',
			`less ${reference}`,
			'in it',
			`less ${reference}`,
			'trades',
			'median days held',
			'worst drawdown, %',
			'net, % a year while held',
		],
		scores.map(({ name, whole, early, late }) => [
			name,
			...[whole, early, late].flatMap(spanCells),
			String(whole.result.trades),
			(whole.result.medianHeldHours / 24).toFixed(0),
			numberText(whole.result.worstDrawdown),
			whole.result.trades === 0 ? '' : numberText(whole.result.netPerYearHeld),
		]),
	);
}

/** Formats a goal; empty for none. */
export function goalText(goal: Goal | null): string {
	if (goal === null) return '';
	if (goal.isForInterval) return `whole interval > ${goal.least}`;
	if (goal.most === null) return `≥ ${goal.least}`;
	return goal.least === null ? `≤ ${goal.most}` : `${goal.least} to ${goal.most}`;
}

/** Formats whether a score meets its goal; empty for a score without a goal. */
export function metText(score: Score): string {
	const met = isMet(score);
	return met === undefined ? '' : met ? 'yes' : 'NO';
}

/** Formats a figure with its interval. */
export function estimateText({ value, interval }: Estimate): string {
	if (Number.isNaN(value)) return 'nothing to score';
	if (Number.isNaN(interval.low)) return numberText(value);
	return `${numberText(value)} [${numberText(interval.low)}, ${numberText(interval.high)}]`;
}

function numberText(value: number): string {
	return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 3 : 1);
}

/** Formats how many goals are met, and lists the missed ones: each measure once, followed by its horizons in hours. */
export function goalsLine(rows: readonly Score[]): string {
	const scored = rows.filter((row) => isMet(row) !== undefined);
	const missed = scored.filter((row) => isMet(row) === false);
	const names = [...Map.groupBy(missed, ({ measure }) => measure)].map(([measure, group]) => {
		const hours = group.flatMap(({ horizonHours }) => (horizonHours === null ? [] : [horizonHours]));
		return hours.length === 0 ? measure : `${measure} at ${hours.join(', ')} h`;
	});
	const tail = names.length === 0 ? '' : ` Missed: ${names.join('; ')}.`;
	return `${scored.length - missed.length} of ${scored.length} goals are met.${tail}`;
}

export function basisLine(basis: BasisResult): string {
	if (basis.trades === 0) {
		const which = basis.covered.length === 0 ? 'no series' : basis.covered.join(', ');
		return `Price basis: candles of both legs exist for ${which}; no trade lies inside them.`;
	}
	return (
		`Price basis of ${basis.trades} trades with candles of both legs at entry and exit (${basis.series.join(', ')}): ` +
		`net of funding and cost ${basis.netBp.toFixed(1)} bp, basis ${basis.basisBp.toFixed(1)} bp, ` +
		`both ${(basis.netBp + basis.basisBp).toFixed(1)} bp of one leg's notional, summed.`
	);
}

/**
 * Yields the forecasts as CSV, with one row per decision and horizon, after the header
 * `ts_ms,short,long,base,horizon_h,promised_bp,p_neg,p_pos`.
 */
export function* predictionLines(decisions: readonly Decision[]): Generator<string> {
	yield 'ts_ms,short,long,base,horizon_h,promised_bp,p_neg,p_pos';
	for (const { series, hour, stated, negative, positive } of decisions) {
		for (const [index, hours] of SCORED_HORIZONS_HOURS.entries()) {
			const figures = [stated[index], negative[index], positive[index]].map((figure) =>
				String(Number((figure as number).toPrecision(9))),
			);
			const { first, second } = series;
			yield [hour * HOUR_MS, first.venue, second.venue, first.base, hours, ...figures].join(',');
		}
	}
}

const MODEL_DIGITS = 6;

/**
 * Returns the source text of the module with a fitted model, which ships as the prior. `data` describes the data that
 * the model was fitted on.
 */
export function shippedModelSource(model: CarryModel, data: string): string {
	const rounded = JSON.stringify(
		model,
		(_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(MODEL_DIGITS)) : value),
		'\t',
	).replace(/"(\w+)":/g, '$1:');
	return (
		`/**\n * Contains the pooled model that ships, fitted on ${data}.\n` +
		' * Generated by `npm run calibrate -- --history DIR --until ISO-DATE --write-prior FILE`; do not edit this file.\n */\n' +
		`import type { CarryModel } from './carry-model.ts';\n\nexport const SHIPPED_CARRY_MODEL: CarryModel = ${rounded};\n`
	);
}
