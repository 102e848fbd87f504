/** Writes the result of a caller's replay to its folder. It runs in the process of the replay. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { columnsPart, positionPages, summaryPart, sweepPart } from '../../api/rpc/replay-result-parts.ts';
import { REPLAY_PARTS_FORM } from '../../api/rpc/replay-result-record.ts';
import { renderReport } from '../report/render-report.ts';
import { renderSweep } from '../report/render-sweep.ts';
import { reportJson, sweepJson } from '../report/report-json.ts';
import type { ReplayResult, SweepResult } from '../report/result.ts';
import { FORM_FILE, partFile, REPORT_FILE, RESULT_FILE } from './job-files.ts';
import { withNames } from './names.ts';

/** True for the result of a sweep. */
export function isSweep(result: ReplayResult | SweepResult): result is SweepResult {
	return 'trials' in result;
}

/**
 * Writes the whole result, its report and its parts. @param names paths with the names that replace them, because a
 * caller sees no path of the service's machine @throws Error from the system
 */
export function writeResult(
	folder: string,
	found: ReplayResult | SweepResult,
	names: readonly (readonly [path: string, name: string])[],
): void {
	const result = withNames(found, names);
	const write = (name: string, text: string): void =>
		writeFileSync(join(folder, name), text, { mode: 0o600 });
	const part = (name: string, value: unknown): void => write(name, JSON.stringify(value));
	if (isSweep(result)) {
		write(RESULT_FILE, sweepJson(result));
		write(REPORT_FILE, renderSweep(result));
		part(partFile('sweep', 1), sweepPart(result));
	} else {
		write(RESULT_FILE, reportJson(result));
		write(REPORT_FILE, renderReport(result));
		part(partFile('summary', 1), summaryPart(result));
		part(partFile('columns', 1), columnsPart(result));
		for (const [index, page] of positionPages(result.positions).entries())
			part(partFile('positions', index + 1), page);
	}
	part(FORM_FILE, REPLAY_PARTS_FORM);
}
