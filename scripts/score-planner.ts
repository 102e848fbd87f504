/**
 * Scores the portfolio planner and simpler rules in one pot on recorded funding:
 * `npm run score:planner -- --data DIR [--until ISO-DATE]`. For every file in DIR/funding it replays the past with the
 * forecasts that the service would have made, and plans once a day. The recorded data is not part of the repository.
 */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { potReport, potSettings } from '../research/pot-scores.ts';
import { scoredSeries } from '../research/received.ts';
import { walkForward } from '../research/walk-forward.ts';
import { neutralCarryModel } from '../src/domain/carry-prior.ts';
import { solvePlan } from '../src/planner/solve-plan.ts';
import { createHighsSolver } from '../src/planner/solver/highs-solver.ts';
import type { PlanSolver } from '../src/ports/plan-solver.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { goalsLine } from './calibration-report.ts';
import { type FundingFile, readFundingFolder, UnreadableFileError } from './funding-files.ts';
import { requireNode } from './node-version.ts';
import { potLines } from './planner-report.ts';

requireNode();

const USAGE =
	'Usage: npm run score:planner -- --data DIR [--until ISO-DATE], where DIR/funding holds recorded funding.';

/** Thrown for wrong arguments or wrong data. The run stops and prints the message. */
class PlannerScoreError extends Error {
	override readonly name = 'PlannerScoreError';
}

function fundingFiles(args: readonly string[]): readonly FundingFile[] {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ args: [...args], options: { data: text, until: text } });
	if (values.data === undefined) throw new PlannerScoreError(`--data is missing. ${USAGE}`);
	const folder = join(resolve(values.data), 'funding');
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
		throw new PlannerScoreError(`Folder not found: ${folder}. ${USAGE}`);
	const untilMs = values.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(values.until);
	if (Number.isNaN(untilMs)) {
		throw new PlannerScoreError(
			`--until must be an ISO date such as 2026-05-22, was ${values.until}. ${USAGE}`,
		);
	}
	return readFundingFolder(folder, untilMs);
}

/** Prints the scores of one file. Returns false if no series in it is long enough. */
async function scoreFile({ name, legs }: FundingFile, solver: PlanSolver): Promise<boolean> {
	const series = scoredSeries(legs);
	if (series.length === 0) return false;
	const walk = walkForward(series, neutralCarryModel(), (share) =>
		process.stderr.write(`\r${name}: ${Math.round(100 * share)} % walked `),
	);
	process.stderr.write('\n');
	if (walk.hourly.length === 0) return false;
	const report = await potReport(potSettings(walk.hourly, (problem) => solvePlan(problem, solver)));
	console.log([`## ${name}`, '', ...potLines(report), goalsLine(report.goals), ''].join('\n'));
	return true;
}

async function run(args: readonly string[]): Promise<void> {
	const files = fundingFiles(args);
	const solver = createHighsSolver({ clock: systemClock });
	let scored = 0;
	try {
		for (const file of files) {
			if (await scoreFile(file, solver)) scored += 1;
			else console.log(`## ${file.name}\n\nNo two exchanges share a coin with enough history.\n`);
		}
	} finally {
		await solver.close();
	}
	if (scored === 0) throw new PlannerScoreError('Nothing could be scored.');
}

try {
	await run(process.argv.slice(2));
} catch (error) {
	if (!(error instanceof Error)) throw error;
	const isExpected =
		error instanceof PlannerScoreError || error instanceof UnreadableFileError || 'code' in error;
	if (!isExpected) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
