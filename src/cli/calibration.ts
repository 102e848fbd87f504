/** `carrywire calibration`: what this service promised, and what arrived. Reads only. */
import { type Decimal, formatFixed, fromInteger, mulTrunc } from '../domain/decimal.ts';
import { encodeExactJson } from '../domain/exact-json.ts';
import {
	type NetFigures,
	type PromiseFigures,
	type PromiseGroup,
	type PromiseSummary,
	promiseSummary,
	SLOPE_COUNT_MIN,
} from '../domain/track-record.ts';
import { textTable } from './text-table.ts';
import type { Output } from './token.ts';

/** The sums of all promises kept in a data directory. Rejects with a sentence when there is nothing that can be read. */
export type ReadPromises = (dataDir: string) => Promise<readonly PromiseGroup[]>;

const BASIS_POINTS = fromInteger(10_000);
const UNKNOWN = '-';

/** @throws Error with a sentence when the ledger cannot be read. */
export async function runCalibrationCommand(
	command: { readonly dataDir: string; readonly json: boolean },
	{ readPromises, output }: { readonly readPromises: ReadPromises; readonly output: Output },
): Promise<void> {
	const summary = promiseSummary(await readPromises(command.dataDir));
	if (command.json) output.print(summaryJson(summary));
	else for (const line of summaryLines(summary)) output.print(line);
}

function summaryLines(summary: PromiseSummary): string[] {
	const { all, executions } = summary;
	if (all.promises === 0) return ['Nothing was promised yet, so there is nothing to score.'];
	const began =
		summary.since === null
			? `Nothing is scored yet: of ${counted(all.promises, 'promise')} ${all.pending} wait for the end of their horizon or for its settlements, and ${all.unscorable} cannot be scored.`
			: `${counted(all.scored, 'promise')} scored, the oldest of ${new Date(summary.since).toISOString()}. Carry in basis points of one leg's notional.`;
	return [
		began,
		'',
		...textTable(
			[
				HEADINGS,
				figuresRow('all', all),
				...summary.byHorizon.map(({ hoursMax, figures }) => figuresRow(`to ${hoursMax} h`, figures)),
				...summary.byVerdict.map(({ verdict, figures }) => figuresRow(verdict, figures)),
				...summary.byKind.map(({ kind, figures }) => figuresRow(kind, figures)),
			],
			'right',
		),
		'',
		...executionLines(executions),
		...(summary.since === null ? [] : ['', ...NOTES]),
	];
}

const HEADINGS = [
	'',
	'PROMISES',
	'PENDING',
	'UNSCORABLE',
	'SCORED',
	'PROMISED',
	'RECEIVED',
	'SLOPE',
	'INTERCEPT',
	'REVERSAL STATED',
	'HAPPENED',
	'BRIER',
	'SKILL',
	'IN 1 SD',
	'IN 2 SD',
];

const NOTES = [
	`Honest is: slope 1, intercept 0, reversals stated as often as they happened, skill above 0, 0.68 in 1 sd, 0.95 in 2 sd.`,
	`Slope and skill need ${SLOPE_COUNT_MIN} scored promises. Promises of one pair overlap, so n of them are fewer than n independent outcomes.`,
];

function figuresRow(name: string, figures: PromiseFigures): string[] {
	return [
		name,
		String(figures.promises),
		String(figures.pending),
		String(figures.unscorable),
		String(figures.scored),
		basisPoints(figures.promised_mean),
		basisPoints(figures.received_mean),
		fixed(figures.slope, 2),
		basisPoints(figures.intercept),
		fixed(figures.reversal_stated, 3),
		fixed(figures.reversal_happened, 3),
		fixed(figures.brier, 3),
		fixed(figures.brier_skill, 2),
		fixed(figures.inside_one_sd, 2),
		fixed(figures.inside_two_sd, 2),
	];
}

function executionLines(figures: NetFigures): string[] {
	if (figures.ended === 0) return ['No execution has ended with its settlements complete yet.'];
	const promised =
		figures.promised_net_mean === null
			? []
			: [
					`Where a net was promised: ${basisPoints(figures.promised_net_mean)} bp promised, ${basisPoints(figures.received_net_mean)} bp received.`,
				];
	return [
		`${counted(figures.ended, 'execution')} ended: ${basisPoints(figures.net_mean)} bp net = price ${basisPoints(figures.price_mean)} + funding ${basisPoints(figures.funding_mean)} - fees ${basisPoints(figures.fees_mean)} - slippage ${basisPoints(figures.slippage_mean)} (means of one leg's notional).`,
		...promised,
	];
}

function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function basisPoints(value: Decimal | null): string {
	return value === null ? UNKNOWN : formatFixed(mulTrunc(value, BASIS_POINTS), 2);
}

function fixed(value: Decimal | null, places: number): string {
	return value === null ? UNKNOWN : formatFixed(value, places);
}

/** Fractions, with the names of the wire. */
function summaryJson({ since, all, byHorizon, byVerdict, byKind, executions }: PromiseSummary): string {
	const value = {
		since: since === null ? null : new Date(since).toISOString(),
		all,
		by_horizon: byHorizon.map(({ hoursMax, figures }) => ({ hours_max: hoursMax, ...figures })),
		by_verdict: byVerdict.map(({ verdict, figures }) => ({ verdict, ...figures })),
		by_kind: byKind.map(({ kind, figures }) => ({ kind, ...figures })),
		executions,
	};
	return JSON.stringify(JSON.parse(encodeExactJson(value)), null, '\t');
}
