/** Writes the scores of a calibration as text and its promises as a table for others to score. */
import type { Estimate } from '../src/backtest/block-sums.ts';
import type { ExitRuleScore } from '../src/backtest/exit-rules.ts';
import type { BasisResult } from '../src/backtest/price-basis.ts';
import { SCORED_HORIZONS_HOURS } from '../src/backtest/received.ts';
import { type Goal, isMet, type ScoreRow, type TradingScores } from '../src/backtest/score-table.ts';
import type { Decision } from '../src/backtest/walk-forward.ts';
import type { CarryModel } from '../src/domain/carry-model.ts';

const HOUR_MS = 3_600_000;
const HEADER = ['measure', 'hours', 'goal', 'ours', 'met', 'headline', '30-day mean'] as const;

/** A table in Markdown, with the 90 % interval behind every estimate. */
export function scoreTable(rows: readonly ScoreRow[]): readonly string[] {
	const cells = rows.map((row) => [
		row.measure,
		row.horizonHours === null ? '' : String(row.horizonHours),
		goalText(row.goal),
		estimateText(row.ours),
		metText(row),
		row.headline === null ? '' : estimateText(row.headline),
		row.monthMean === null ? '' : estimateText(row.monthMean),
	]);
	return table(HEADER, cells);
}

function table(header: readonly string[], cells: readonly (readonly string[])[]): readonly string[] {
	const widths = header.map((name, column) =>
		Math.max(name.length, ...cells.map((row) => (row[column] as string).length)),
	);
	const line = (row: readonly string[]): string =>
		`| ${row.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`;
	return [line(header), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)];
}

const EXIT_HEADER = [
	'leave when',
	'net, % per slot-year',
	'less the simple rule',
	'before the last quarter',
	'in it',
	'round trips',
	'median days held',
	'worst drawdown, %',
	'net, % a year while held',
] as const;

/** The rules by which a running trade was left, same entries. */
export function exitRuleTable(scores: readonly ExitRuleScore[]): readonly string[] {
	return table(
		EXIT_HEADER,
		scores.map(({ name, result, difference, early, late }) => [
			name,
			estimateText(result.netPerSlotYear),
			difference === null ? '' : estimateText(difference),
			numberText(early),
			numberText(late),
			String(result.trades),
			(result.medianHeldHours / 24).toFixed(0),
			numberText(result.worstDrawdown),
			numberText(result.netPerYearHeld),
		]),
	);
}

function goalText(goal: Goal | null): string {
	if (goal === null) return '';
	if (goal.most === null) return `≥ ${goal.least}`;
	return goal.least === null ? `≤ ${goal.most}` : `${goal.least} to ${goal.most}`;
}

function metText(row: ScoreRow): string {
	const met = isMet(row.goal, row.ours.value);
	return met === undefined ? '' : met ? 'yes' : 'NO';
}

function estimateText({ value, interval }: Estimate): string {
	if (Number.isNaN(value)) return 'nothing to score';
	if (Number.isNaN(interval.low)) return numberText(value);
	return `${numberText(value)} [${numberText(interval.low)}, ${numberText(interval.high)}]`;
}

function numberText(value: number): string {
	return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 3 : 1);
}

/** How many goals are met, and which are not. */
export function goalsLine(rows: readonly ScoreRow[]): string {
	const asked = rows.filter((row) => isMet(row.goal, row.ours.value) !== undefined);
	const missed = asked.filter((row) => isMet(row.goal, row.ours.value) === false);
	const names = missed.map(
		(row) => `${row.measure}${row.horizonHours === null ? '' : ` at ${row.horizonHours} h`}`,
	);
	const tail = names.length === 0 ? '' : ` Missed: ${names.join('; ')}.`;
	return `${asked.length - missed.length} of ${asked.length} goals are met.${tail}`;
}

export function tradingLines(scores: TradingScores): readonly string[] {
	const { value, interval } = scores.difference;
	return [
		`The model's rule less the 30-day rule: ${numberText(value)} % per slot-year, 90 % interval ${numberText(interval.low)} to ${numberText(interval.high)}.`,
		'The headline column trades the highest headlines with hindsight: as many trades, each held as long as the median of ours.',
	];
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

/** `ts_ms,short,long,base,horizon_h,promised_bp,p_neg,p_pos`, one row per decision and horizon. */
export function* predictionLines(decisions: readonly Decision[]): Generator<string> {
	yield 'ts_ms,short,long,base,horizon_h,promised_bp,p_neg,p_pos';
	for (const { series, hour, promised, negative, positive } of decisions) {
		for (const [index, hours] of SCORED_HORIZONS_HOURS.entries()) {
			const figures = [promised[index], negative[index], positive[index]].map((figure) =>
				String(Number((figure as number).toPrecision(9))),
			);
			const { first, second } = series;
			yield [hour * HOUR_MS, first.venue, second.venue, first.base, hours, ...figures].join(',');
		}
	}
}

const MODEL_DIGITS = 6;

/** The source of the module that ships a fitted model as the prior. */
export function shippedModelSource(model: CarryModel, data: string): string {
	const rounded = JSON.stringify(
		model,
		(_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(MODEL_DIGITS)) : value),
		'\t',
	).replace(/"(\w+)":/g, '$1:');
	return (
		`/**\n * The pooled model that ships: fitted on ${data}.\n` +
		' * Written by `npm run calibrate -- --history DIR --until ISO-DATE --write-prior FILE`; not edited by hand. Pure.\n */\n' +
		`import type { CarryModel } from './carry-model.ts';\n\nexport const SHIPPED_CARRY_MODEL: CarryModel = ${rounded};\n`
	);
}
