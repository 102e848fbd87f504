/**
 * Rules for the repository's files, except those about layers and types. Each rule is a function that maps file
 * contents to faults, worded as sentences. No rule reads the disk itself.
 */
import { CODE_FILE } from './component-script.ts';
import { type Token, tokensOf } from './source-tokens.ts';

export const SOURCE_LINES_MAX = 450;
export const TEST_LINES_MAX = 700;

/** First line of a generated source file. Nobody edits such a file, so its length is not limited. */
export const GENERATED_SOURCE =
	'// Written by scripts/generate-docs.ts from the code. Change the code, not this file.';

/** Matches absolute paths that exist on one machine only. No file of the repository may contain one. */
const MACHINE_PATH = /(?:^|[\s"'`(=:,<])\/(?:work|tmp|root|(?:home|Users)\/[A-Za-z][\w.-]*)\//;

/** Matches markers of unfinished work. They are split here so that this file does not contain them. */
const LATER_NOTES = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].join('|')})\\b`);

const VAGUE_NAME = /(?:^|[-.])(?:utils?|utilities|helpers?|managers?)(?:[-.]|$)/i;

const TEST_STARTERS = new Set(['test', 'it', 'describe', 'suite', 'bench']);
const TEST_SWITCHES = new Set(['only', 'skip', 'todo', 'skipIf', 'runIf', 'fails']);

/** Matches lines that give a test or a hook a time limit of its own. */
const OWN_LIMIT =
	/^\s*(?:\}, (?:\d \* )?(?:\d+_000|\w*MS_MAX)\);|(?:\d \* )?\w+_MS_MAX,)$|\{ timeout: [\dA-Z]/;

/** Returns the faults in one text file, as sentences. */
export function faultsOfFile(path: string, text: string): string[] {
	const faults: string[] = [];
	const name = path.slice(path.lastIndexOf('/') + 1);
	if (VAGUE_NAME.test(name)) faults.push(`${path} is named by no question: say what it answers`);
	const lines = text.split('\n');
	lines.forEach((line, index) => {
		if (MACHINE_PATH.test(line)) {
			faults.push(`${path}:${index + 1} names a path of one machine`);
		}
		if (LATER_NOTES.test(line)) faults.push(`${path}:${index + 1} leaves a note to do something later`);
	});
	if (!CODE_FILE.test(path)) return faults;
	const isTest = path.endsWith('.test.ts');
	const linesMax = isTest ? TEST_LINES_MAX : SOURCE_LINES_MAX;
	const lineCount = text.endsWith('\n') ? lines.length - 1 : lines.length;
	if (lineCount > linesMax && lines[0] !== GENERATED_SOURCE)
		faults.push(`${path} is too long: was ${lineCount} lines, limit ${linesMax}`);
	if (isTest)
		faults.push(
			...ownLimitsIn(path, lines),
			...switchedTestsIn(tokensOf(text)).map(
				(line) => `${path}:${line} switches a test off or singles it out`,
			),
		);
	return faults;
}

/**
 * Finds time limits that a test sets for itself, because a guessed limit fails on a slower machine. Only the long
 * tests may set them, because no other step waits for those tests.
 */
function ownLimitsIn(path: string, lines: readonly string[]): readonly string[] {
	if (path.startsWith('test/long/')) return [];
	return lines.flatMap((line, index) =>
		OWN_LIMIT.test(line)
			? [`${path}:${index + 1} has a time limit of its own; scripts/hang-limits.ts has those of all`]
			: [],
	);
}

/**
 * Returns the lines with `test.only(`, `describe.skip(`, `it.concurrent.todo(` and similar calls, which switch tests
 * off or single them out.
 */
export function switchedTestsIn(tokens: readonly Token[]): number[] {
	const lines: number[] = [];
	tokens.forEach((token, index) => {
		if (token.kind !== 'word' || !TEST_STARTERS.has(token.text) || tokens[index - 1]?.text === '.') return;
		for (let at = index + 1; tokens[at]?.text === '.'; at += 2) {
			const property = tokens[at + 1];
			if (property !== undefined && TEST_SWITCHES.has(property.text)) lines.push(property.line);
		}
	});
	return lines;
}

export type Manifest = {
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly optionalDependencies?: Readonly<Record<string, string>>;
	readonly devDependencies?: Readonly<Record<string, string>>;
	readonly allowScripts?: Readonly<Record<string, boolean>>;
};

export type Lockfile = {
	readonly packages: Readonly<
		Record<
			string,
			{
				readonly version?: string;
				readonly license?: string;
				readonly hasInstallScript?: boolean;
				readonly optionalDependencies?: Readonly<Record<string, string>>;
			}
		>
	>;
};

/**
 * Returns the faults in the npm settings. The settings must silence npm's warnings: otherwise `npm ci` on Node 20
 * prints five lines for every package that requires a newer Node.
 */
export function faultsOfNpmSettings(npmrc: string): string[] {
	return npmrc.split('\n').includes('loglevel=error')
		? []
		: ['.npmrc must say loglevel=error: npm ci prints a wall of warnings on Node 20 without it'];
}

const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * Returns the differences between package.json, the lockfile and the table of dependencies.
 * @param workspaces manifest of each workspace folder, by path
 */
export function faultsOfDependencies(
	manifest: Manifest,
	lockfile: Lockfile,
	document: string,
	workspaces: Readonly<Record<string, Manifest>> = {},
): string[] {
	const faults: string[] = [];
	const wanted = [
		...wantedBy(manifest).map(([name, version]) => [name, version, ''] as const),
		...Object.entries(workspaces).flatMap(([folder, own]) =>
			wantedBy(own).map(([name, version]) => [name, version, `${folder}/`] as const),
		),
	];
	const rows = dependencyRows(document);
	if (wanted.length === 0 || rows.size === 0) faults.push('no dependency was found to look at');
	for (const [name, version, folder] of wanted) {
		if (!EXACT_VERSION.test(version)) faults.push(`package.json pins ${name} loosely: was ${version}`);
		// npm installs a dependency in the workspace's own folder if its version there differs from the root's.
		const locked =
			lockfile.packages[`${folder}node_modules/${name}`] ?? lockfile.packages[`node_modules/${name}`];
		if (locked?.version !== version) {
			faults.push(`package-lock.json has ${name} at ${locked?.version}, package.json at ${version}`);
		}
		const row = rows.get(name);
		if (row === undefined) faults.push(`docs/dependencies.md has no row for ${name}`);
		else if (locked?.license !== undefined && row.licence !== locked.license) {
			faults.push(
				`docs/dependencies.md gives ${name} the licence ${row.licence}, the package says ${locked.license}`,
			);
		}
	}
	for (const name of rows.keys()) {
		if (!wanted.some(([one]) => one === name))
			faults.push(`docs/dependencies.md has a row for ${name}, package.json does not`);
	}
	return [...faults, ...faultsOfLockfile(manifest, lockfile)];
}

function wantedBy(manifest: Manifest): readonly (readonly [name: string, version: string])[] {
	return Object.entries({
		...manifest.dependencies,
		...manifest.optionalDependencies,
		...manifest.devDependencies,
	});
}

/**
 * Returns the faults in the lockfile. It must contain every optional package. An npm that cannot see every platform's
 * packages leaves some out, and `npm ci` then rejects the complete file. The manifest must also allow or deny each
 * install script by package name.
 */
function faultsOfLockfile(manifest: Manifest, lockfile: Lockfile): string[] {
	const faults: string[] = [];
	for (const [path, entry] of Object.entries(lockfile.packages)) {
		const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
		if (entry.hasInstallScript === true && manifest.allowScripts?.[name] === undefined) {
			faults.push(`package.json does not answer in allowScripts whether ${name} may run its install script`);
		}
		for (const optional of Object.keys(entry.optionalDependencies ?? {})) {
			if (!isLocked(lockfile, path, optional)) {
				faults.push(
					`package-lock.json has no entry for ${optional}, an optional part of ${path || 'the package'}`,
				);
			}
		}
	}
	return faults;
}

/** True if Node, looking upward from the package at `path`, finds the package `name`. */
function isLocked(lockfile: Lockfile, path: string, name: string): boolean {
	for (let at = path; ; ) {
		if (Object.hasOwn(lockfile.packages, `${at === '' ? '' : `${at}/`}node_modules/${name}`)) return true;
		if (at === '') return false;
		const parent = at.lastIndexOf('/node_modules/');
		at = parent < 0 ? '' : at.slice(0, parent);
	}
}

/**
 * Returns the rows of the tables of dependencies: the name in backticks in the first column, the licence in the
 * second.
 */
function dependencyRows(document: string): Map<string, { readonly licence: string }> {
	const rows = new Map<string, { readonly licence: string }>();
	for (const match of document.matchAll(/^\| `([^`]+)` +\| ([^|]+?) +\|/gm)) {
		const [, name, licence] = match;
		if (name !== undefined && licence !== undefined) rows.set(name, { licence });
	}
	return rows;
}
