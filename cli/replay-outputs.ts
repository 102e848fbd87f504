/** Writes the files of a replay: its report, and its rows as CSV. Other files are never replaced. */
import {
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	readSync,
	renameSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from './command.ts';

/** A report begins with a document whose title ends in this. */
const REPORT_MARK = '– Carrywire</title>';
/** Name of the file in which a sweep keeps its finished trials. */
const TRIALS_NAME = 'trials.jsonl';
const HEAD_BYTES = 4_096;
/** Names that `carrywire replay --csv` writes. */
const CSV_NAME = /^(?:columns|positions|events|daily|funding|comparisons|refusals|transfers|gaps)\.csv$/;

/**
 * Checks before a long replay that the report can be written. @throws UsageError for a folder that does not exist, or
 * for an existing file that is not a report
 */
export function requireReportPlace(path: string): void {
	if (!existsSync(path)) {
		if (existsSync(dirname(path))) return;
		throw new UsageError('replay', `--report: there is no folder ${dirname(path)}. Create it first.`);
	}
	if (statSync(path).isFile() && isReport(path)) return;
	throw new UsageError(
		'replay',
		`--report: ${path} exists and is not a report of a replay, so it is not replaced. Choose another name.`,
	);
}

/** @throws UsageError for a directory with other files */
export function requireCsvPlace(path: string): void {
	if (!existsSync(path)) return;
	if (!statSync(path).isDirectory()) throw new UsageError('replay', `--csv: ${path} must be a directory.`);
	const other = readdirSync(path).find((name) => !CSV_NAME.test(name));
	if (other !== undefined)
		throw new UsageError(
			'replay',
			`--csv: ${path} has other files, such as ${JSON.stringify(other)}. Choose a new or empty directory.`,
		);
}

/** @throws UsageError for a directory that is not empty. The trials of a sweep may be there, so that it goes on. */
export function requireKeepPlace(path: string, isSweep: boolean): void {
	if (!existsSync(path)) return;
	if (!statSync(path).isDirectory()) throw new UsageError('replay', `--keep: ${path} must be a directory.`);
	if (readdirSync(path).some((name) => !isSweep || name !== TRIALS_NAME))
		throw new UsageError('replay', `--keep: ${path} is not empty. Choose a new or empty directory.`);
}

/** Writes the report, so that an interruption leaves the old or the new one. @throws Error from the system */
export function writeReport(path: string, html: string): void {
	writeFileSync(`${path}.new`, html);
	renameSync(`${path}.new`, path);
}

/** @throws Error from the system */
export function writeCsv(path: string, files: ReadonlyMap<string, string>): void {
	mkdirSync(path, { recursive: true });
	for (const [name, text] of files) writeFileSync(join(path, name), text);
}

function isReport(path: string): boolean {
	const head = Buffer.alloc(HEAD_BYTES);
	const file = openSync(path, 'r');
	try {
		const length = readSync(file, head, 0, HEAD_BYTES, 0);
		const text = head.toString('utf8', 0, length);
		return text.startsWith('<!doctype html>') && text.includes(REPORT_MARK);
	} finally {
		closeSync(file);
	}
}
