/**
 * Runs every `bench/*.bench.ts` in a separate process, one after another, and writes bench/RESULTS.md. If a bench did
 * not run or failed, its section stays unchanged. `npm run bench [-- --filter TEXT] [--data DIR]`: with a filter,
 * only matching benches run; DIR holds recorded market data for the benches that use it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireNode } from '../scripts/node-version.ts';
import { runStep, stepLine } from '../scripts/steps.ts';
import { type BenchReport, withResults } from './report.ts';

requireNode();
/** Maximum duration of one bench. The longest measures an event loop twice, for ten minutes each time. */
const DURATION_MS_MAX = 1_800_000;
const { values } = parseArgs({ options: { filter: { type: 'string' }, data: { type: 'string' } } });
const folder = import.meta.dirname;
const files = readdirSync(folder)
	.filter((name) => name.endsWith('.bench.ts') && name.includes(values.filter ?? ''))
	.sort();
const reports: BenchReport[] = [];
let failedCount = 0;
for (const name of files) {
	const result = await runStep({
		name,
		nodeArguments: [join(folder, name), ...(values.data === undefined ? [] : ['--data', values.data])],
		durationMsMax: DURATION_MS_MAX,
	});
	const report = result.passed ? reportIn(result.output) : undefined;
	console.log(stepLine({ ...result, passed: report !== undefined }));
	if (report === undefined) {
		failedCount += 1;
		console.log(result.output);
	} else reports.push(report);
}

if (files.length === 0) console.error('There is no bench to run.');
if (failedCount > 0 || files.length === 0) process.exitCode = 1;
if (reports.length > 0) {
	const machine = {
		date: new Date().toISOString().slice(0, 10),
		cpu: cpus()[0]?.model ?? 'unknown processor',
		cores: cpus().length,
		node: process.versions.node,
		platform: `${process.platform} ${process.arch}`,
	};
	const file = join(folder, 'RESULTS.md');
	writeFileSync(file, withResults(readFileSync(file, 'utf8'), machine, reports));
	console.log(withResults('', machine, reports));
}

/** Returns a bench's report: the last output line that starts with a report's first field. */
function reportIn(output: string): BenchReport | undefined {
	const line = output
		.split('\n')
		.filter((text) => text.startsWith('{"title":'))
		.at(-1);
	return line === undefined ? undefined : JSON.parse(line);
}
