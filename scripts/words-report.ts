/** Applies the word rules to the repository's files, and counts the files, texts and names that were read. */
import { PROSE_FILE, readProse } from './prose.ts';
import { WORD_ALLOWANCES, type WordAllowance } from './word-allowances.ts';
import { faultsOfName, faultsOfProse, longSentencesIn, type WordFault } from './word-rules.ts';

/** A fault, and the path of the file that contains it. */
export type FileFault = Pick<WordFault, 'line' | 'found' | 'write'> & { readonly path: string };

/** A file in the repository; `read` returns its text. */
export type WordFile = { readonly path: string; readonly read: () => string };

/** Numbers of files, of texts by kind, and of names that were read. */
export type WordCounts = Record<
	'files' | 'comments' | 'strings' | 'paragraphs' | 'headings' | 'names',
	number
>;

/** The faults, sorted by path and line, and the counts of what was read. */
export type WordsReport = { readonly faults: readonly FileFault[]; readonly counts: Readonly<WordCounts> };

/** Settings of a report: which files it reads, and what counts as a fault. */
export type WordsOptions = {
	/** Files and folders to read; if absent, all files are read. */
	readonly only?: readonly string[];
	/** True if a long sentence is a fault. */
	readonly hasLength?: boolean;
	readonly allowances?: readonly WordAllowance[];
};

const READABLE = 'code or markup that can be read';
const SENTENCE_WORDS_MAX = 25;
const PAGE_SENTENCE_WORDS_MAX = 15;
const DASHBOARD = /^dashboard\/src\/(?!.*\.test\.ts$)/;

/**
 * Matches data directories written by earlier versions. A test reads them exactly as they were written, so they must
 * not change.
 */
const EARLIER_VERSION = /^test\/upgrade\/[^/]+\//;
/** Matches the beginning of a generated file. Its texts are checked in the code that generates it. */
const GENERATED = /^(?:# .*\n\s*<!--|\/\/) Written by scripts\/generate-docs\.ts/;

/**
 * Checks all files, or only those at and below the paths in `only`. In a check of all files, an unused allowance is
 * also a fault, and so is a kind of text that was not found. In a check of some files, it is a fault if no file was
 * read.
 */
export function reportOfWords(
	files: readonly WordFile[],
	{ only = [], hasLength = false, allowances = WORD_ALLOWANCES }: WordsOptions = {},
): WordsReport {
	const counts: WordCounts = { files: 0, comments: 0, strings: 0, paragraphs: 0, headings: 0, names: 0 };
	const used = new Set<WordAllowance>();
	const faults: FileFault[] = [];
	for (const file of files) {
		if (!PROSE_FILE.test(file.path) || EARLIER_VERSION.test(file.path)) continue;
		if (only.length > 0 && !only.some((chosen) => `${file.path}/`.startsWith(`${chosen}/`))) continue;
		faults.push(...faultsOfFile(file, { counts, used, allowances, hasLength }));
	}
	const isAll = only.length === 0;
	const none = Object.entries(counts).filter(([kind, count]) => count === 0 && (isAll || kind === 'files'));
	faults.push(
		...none.map(([kind]) => ({ path: '.', line: 0, found: kind, write: 'at least one: nothing was read' })),
		...allowances
			.filter((allowance) => isAll && !used.has(allowance))
			.map(({ allows }) => ({
				...{ path: 'scripts/word-allowances.ts', line: 0, found: String(allows) },
				write: 'nothing: this allowance is unused',
			})),
	);
	return { faults, counts };
}

type Run = {
	readonly counts: WordCounts;
	readonly used: Set<WordAllowance>;
	readonly allowances: readonly WordAllowance[];
	readonly hasLength: boolean;
};

function faultsOfFile({ path, read }: WordFile, run: Run): readonly FileFault[] {
	const text = read();
	if (GENERATED.test(text)) return [];
	const { counts } = run;
	counts.files += 1;
	let content: ReturnType<typeof readProse>;
	try {
		content = readProse(path, text);
	} catch (error) {
		return [
			{ path, line: 0, found: error instanceof Error ? error.message : String(error), write: READABLE },
		];
	}
	const { prose, names } = content;
	const found: WordFault[] = [];
	for (const piece of prose) {
		counts[`${piece.kind}s`] += 1;
		found.push(...faultsOfProse(piece).filter((fault) => !isAllowed(run, 'text', path, piece.text, fault)));
		const isOfPage = DASHBOARD.test(path) && piece.kind !== 'comment';
		if (run.hasLength)
			found.push(...longSentencesIn(piece, isOfPage ? PAGE_SENTENCE_WORDS_MAX : SENTENCE_WORDS_MAX));
	}
	const seen = new Set<string>();
	const fileName = path.replace(/^.*\//, '').replace(/(?<!^)\..*/, '');
	for (const { name, line } of [{ name: fileName, line: 0 }, ...names]) {
		if (seen.has(name)) continue;
		seen.add(name);
		counts.names += 1;
		found.push(...faultsOfName(name, line).filter((fault) => !isAllowed(run, 'name', path, name, fault)));
	}
	return found
		.sort((one, other) => one.line - other.line)
		.map(({ line, found: words, write }) => ({ path, line, found: words, write }));
}

/** True if an allowance overlaps the fault. Records that the allowance was used. */
function isAllowed(run: Run, of: WordAllowance['of'], path: string, text: string, fault: WordFault): boolean {
	const allowance = run.allowances.find(
		(one) =>
			one.of === of &&
			(one.path?.test(path) ?? true) &&
			[...text.matchAll(new RegExp(one.allows, `${one.allows.flags.replace('g', '')}g`))].some(
				(match) => match.index < fault.to && match.index + match[0].length > fault.from,
			),
	);
	if (allowance !== undefined) run.used.add(allowance);
	return allowance !== undefined;
}
