/** Replays recorded data for `carrywire replay`. */
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { messageOf } from '../../src/domain/message-of.ts';
import type { ReplayResult, SweepResult } from '../../src/replay/report/result.ts';
import type { ReplayOrder } from '../../src/replay/run/order.ts';
import type { CliParts } from '../cli-parts.ts';
import { commandCode, UsageError } from '../command.ts';
import { InterruptedError } from '../failures.ts';
import { textOf } from '../given.ts';
import { paintFor } from '../paint.ts';
import { isPolicyFile, replayOrder } from '../replay-order.ts';
import {
	requireCsvPlace,
	requireKeepPlace,
	requireReportPlace,
	writeCsv,
	writeReport,
} from '../replay-outputs.ts';
import { showReplayProgress } from '../replay-progress.ts';
import { isReplayRefusal } from '../replay-refusal.ts';
import type { StopSignal } from '../signals.ts';

type Options = {
	readonly order: ReplayOrder;
	readonly report: string | undefined;
	readonly csv: string | undefined;
	readonly json: boolean;
};

/** Carries out a replay or a sweep, and prints its result. */
export const replay = commandCode<Options>({
	read({ values }) {
		const order = replayOrder(values);
		const csv = textOf(values.csv);
		if (csv !== undefined && Object.keys(order.sweep).length > 0)
			throw new UsageError('replay', '--csv is for one replay; a sweep has --report and --json.');
		return { order, csv, report: textOf(values.report), json: values.json === true };
	},
	async run(options, parts) {
		const { order } = options;
		await requirePolicy(order);
		await requireRules(order);
		const places = requirePlaces(options, parts.cwd);
		lowerPriority();
		const { result, signal } = await carryOut(options, parts);
		await write(result, places);
		await print(result, options, parts);
		for (const [what, path] of Object.entries(places))
			if (path !== undefined && !options.json)
				parts.output.remark(`${what === 'csv' ? 'Rows' : 'Report'}: ${path}`);
		if (signal !== undefined && result.status === 'partial')
			throw new InterruptedError(
				signal,
				'The replay was interrupted; the result covers the time until then.',
			);
	},
});

/** @throws UsageError for a rule that the service does not have */
async function requireRules({ without }: ReplayOrder): Promise<void> {
	if (without.length === 0) return;
	const { REPLAY_RULES } = await import('../../src/app/replay-rules.ts');
	const unknown = without.find((rule) => !REPLAY_RULES.includes(rule));
	if (unknown !== undefined)
		throw new UsageError(
			'replay',
			`--without must be one of ${REPLAY_RULES.join(', ')}; was ${JSON.stringify(unknown)}.`,
		);
}

/** Checks the policy before the data is read, which takes longer. @throws UsageError */
async function requirePolicy({ policy, set, sweep }: ReplayOrder): Promise<void> {
	if (isPolicyFile(policy)) return;
	const [{ builtInPolicy }, { completeSettings }] = await Promise.all([
		import('../../src/replay/policies/built-in.ts'),
		import('../../src/replay/policies/settings.ts'),
	]);
	try {
		const { settings } = builtInPolicy(policy);
		completeSettings(policy, settings, set);
		for (const [name, values] of Object.entries(sweep))
			for (const value of values) completeSettings(policy, settings, { ...set, [name]: value });
	} catch (error) {
		if (!isReplayRefusal(error)) throw error;
		throw new UsageError('replay', messageOf(error));
	}
}

type Places = { readonly report: string | undefined; readonly csv: string | undefined };

function requirePlaces({ report, csv, order: { keep, sweep } }: Options, cwd: string): Places {
	const places = {
		report: report === undefined ? undefined : resolve(cwd, report),
		csv: csv === undefined ? undefined : resolve(cwd, csv),
	};
	if (places.report !== undefined) requireReportPlace(places.report);
	if (places.csv !== undefined) requireCsvPlace(places.csv);
	if (keep !== undefined) requireKeepPlace(resolve(cwd, keep), Object.keys(sweep).length > 0);
	return places;
}

/** Lets everything else on the machine go first. A system that refuses leaves the priority as it is. */
function lowerPriority(): void {
	try {
		setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
	} catch {
		// Some systems allow no process to change its priority.
	}
}

type Played = { readonly result: ReplayResult | SweepResult; readonly signal: StopSignal | undefined };

async function carryOut({ order, json }: Options, parts: CliParts): Promise<Played> {
	const { clock, terminal, env, logger } = parts;
	const { runOrder } = await import('../../src/replay/run/run-order.ts');
	const progress = showReplayProgress(terminal.stderr, {
		clock,
		paint: paintFor(terminal.stderr, env),
		// Programs that read JSON get nothing on standard error but a failure.
		isQuiet: json && !terminal.stderr.isTerminal,
	});
	let signal: StopSignal | undefined;
	void parts.stopSignal().then((received) => {
		signal = received;
		progress.end();
		if (!json)
			parts.output.remark('Ending the replay. Press Ctrl-C again to end it at once, without a result.');
	});
	try {
		const result = await runOrder(order, {
			onProgress: progress.show,
			isCanceled: () => signal !== undefined,
			log: logger,
			machine: clock,
		});
		return { result, signal };
	} catch (error) {
		if (signal !== undefined && isReplayRefusal(error)) throw new InterruptedError(signal, error.message);
		throw error;
	} finally {
		progress.end();
	}
}

async function write(result: ReplayResult | SweepResult, { report, csv }: Places): Promise<void> {
	if (report !== undefined) {
		const [{ renderReport }, { renderSweep }] = await Promise.all([
			import('../../src/replay/report/render-report.ts'),
			import('../../src/replay/report/render-sweep.ts'),
		]);
		writeReport(report, 'trials' in result ? renderSweep(result) : renderReport(result));
	}
	if (csv !== undefined && !('trials' in result)) {
		const { reportCsv } = await import('../../src/replay/report/report-csv.ts');
		writeCsv(csv, reportCsv(result));
	}
}

async function print(
	result: ReplayResult | SweepResult,
	{ json }: Options,
	{ output, terminal: { stdout }, env }: CliParts,
): Promise<void> {
	if (json) {
		const { reportJson, sweepJson } = await import('../../src/replay/report/report-json.ts');
		output.print(('trials' in result ? sweepJson(result) : reportJson(result)).trimEnd());
		return;
	}
	const { replayLines, sweepLines } = await import('../replay-lines.ts');
	const style = { width: stdout.columns(), paint: paintFor(stdout, env) };
	const lines = 'trials' in result ? sweepLines(result, style) : replayLines(result, style);
	for (const line of lines) output.print(line);
}
