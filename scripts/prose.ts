/**
 * Reads the prose in a file, which is every text that people read, and the names in its code. Code, addresses and
 * examples are not prose.
 *
 * Invariants:
 * 1. A text keeps its line breaks, so that a position in it can be mapped to a line in the file.
 * 2. Code in back quotes becomes `` `x` `` and an expression inside a text becomes `…`.
 */
import { codeOf, markupOf } from './component-script.ts';
import { readMarkup } from './markup-text.ts';
import { commentsOf, EXPRESSION, type Token, tokensOf } from './source-tokens.ts';

/** `heading`: a title or a label. `string`: a string in code that reads as prose. */
export type ProseKind = 'comment' | 'string' | 'paragraph' | 'heading';

/** A piece of prose. */
export type Prose = {
	readonly kind: ProseKind;
	readonly text: string;
	/** 1-based line on which the text begins. */
	readonly line: number;
	/** True if the text's first word begins a sentence even in lower case, as in a comment or a test name. */
	readonly beginsSentence: boolean;
};

/** A name in code with its 1-based line. */
export type Name = { readonly name: string; readonly line: number };

/** Files that contain prose. */
export const PROSE_FILE = /\.(?:ts|js|mjs|svelte|css|html|md|txt)$/;

const SCRIPT_FILE = /\.(?:ts|js|mjs|svelte)$/;

/** Reads all prose and all names in a file. @throws Error for code or markup that cannot be parsed */
export function readProse(
	path: string,
	text: string,
): { readonly prose: readonly Prose[]; readonly names: readonly Name[] } {
	if (/\.(?:md|txt)$/.test(path)) return { prose: proseOfDocument(text), names: [] };
	if (path.endsWith('.css')) return { prose: blockComments(text), names: [] };
	if (path.endsWith('.html')) return { prose: proseOfMarkup(text, 1, false), names: [] };
	if (!SCRIPT_FILE.test(path)) return { prose: [], names: [] };
	const code = codeOf(path, text);
	const tokens = tokensOf(code);
	const prose = [...proseOfComments(code), ...proseOfStrings(tokens)];
	const names = namesIn(tokens);
	if (!path.endsWith('.svelte')) return { prose, names };
	const markup = readMarkup(markupOf(text), true);
	const inBraces = tokensOf(markup.code);
	return {
		prose: [
			...prose,
			...markup.texts.flatMap(({ kind, text: words, line }) => proseOfText(words, line, kind)),
			...proseOfComments(markup.code),
			...proseOfStrings(inBraces),
			...blockComments(stylesOf(text)),
		],
		names: [...names, ...markup.names, ...namesIn(inBraces)],
	};
}

function namesIn(tokens: readonly Token[]): readonly Name[] {
	return tokens.flatMap(({ kind, text, line }) => (kind === 'word' ? [{ name: text, line }] : []));
}

/** Reads the comments in code. Consecutive `//` lines form one text. */
function proseOfComments(code: string): readonly Prose[] {
	const pieces: { text: string; line: number }[] = [];
	let nextLine = Number.NaN;
	for (const { text, line, followsCode } of commentsOf(code)) {
		const isLine = text.startsWith('//');
		const last = pieces.at(-1);
		if (isLine && !followsCode && last !== undefined && line === nextLine) last.text += `\n${text.slice(2)}`;
		else pieces.push({ text: isLine ? text.slice(2) : withoutStars(text), line });
		nextLine = isLine && !followsCode ? line + 1 : Number.NaN;
	}
	return pieces.flatMap(({ text, line }) => proseOfText(text, line, 'comment'));
}

function withoutStars(text: string): string {
	return text.replace(/^\/\*+|\*+\/$/g, '').replace(/^[ \t]*\*(?: |$)/gm, '');
}

/**
 * Text before a sentence that is not part of it: the mark of a list item or quotation, a tag, or a linter directive.
 */
const INTRODUCTION =
	/^\s*(?:(?:[-*>]|\d+\.)\s+|@(?:param|template|property)\s+\S+\s*(?:-\s)?|@\w+\s*|biome-ignore[^:]*:\s*)/;

/** Splits a text into paragraphs and list items. */
function proseOfText(text: string, line: number, kind: ProseKind): readonly Prose[] {
	const pieces: { text: string; line: number }[] = [];
	let isOpen = false;
	for (const [index, row] of text.split('\n').entries()) {
		const words = row.replace(INTRODUCTION, '');
		const last = pieces.at(-1);
		if (row.trim() === '') isOpen = false;
		else if (isOpen && last !== undefined && words === row) last.text += `\n${row}`;
		else {
			pieces.push({ text: words, line: line + index });
			isOpen = true;
		}
	}
	return pieces.flatMap((piece) => {
		const plain = withoutCode(piece.text);
		return /\p{L}{2}/u.test(plain)
			? [{ kind, text: plain, line: piece.line, beginsSentence: kind === 'comment' }]
			: [];
	});
}

/** Reads the strings and templates that people read. A string that contains tags is read as markup. */
function proseOfStrings(tokens: readonly Token[]): readonly Prose[] {
	return tokens.flatMap((token, index) => {
		if ((token.kind !== 'string' && token.kind !== 'template') || !readsAsProse(token.text)) return [];
		const text = token.text
			.replaceAll(EXPRESSION, '…')
			.replace(/\\[nrt]/g, '  ')
			.replace(/\\(.)/g, '$1');
		if (/<\/[a-z][\w-]*>/.test(text)) return proseOfMarkup(text, token.line, false);
		const role = roleOf(tokens, index);
		return [
			{
				kind: role === 'heading' ? ('heading' as const) : ('string' as const),
				text: withoutCode(text),
				line: token.line,
				beginsSentence: role === 'sentence',
			},
		];
	});
}

const TWO_WORDS = /(?:^|[\s“(>])[\p{L}’']+,?\s+[\p{L}’']{2,}/u;
const ONE_WORD = /^\p{Lu}\p{Ll}+$/u;
const SQL =
	/\b(?:SELECT|INSERT INTO|INSERT OR|UPDATE|DELETE FROM|CREATE|ALTER TABLE|DROP|PRAGMA|FROM|WHERE|ORDER BY|GROUP BY|VALUES|JOIN|ON CONFLICT)\b/;
/** Matches source code inside a string, as tests contain it. */
const CODE = /=>|\b(?:const|let|import|export|await)\s+[\w{*][^.]*[;({=]/;

function readsAsProse(text: string): boolean {
	return (TWO_WORDS.test(text) || ONE_WORD.test(text)) && !SQL.test(text) && !CODE.test(text);
}

const TITLES = new Set(['caption', 'heading', 'label', 'legend', 'title']);

/**
 * Returns the role of a string. Test names and field descriptions begin a sentence (`sentence`); names of test groups
 * and labels are titles (`heading`).
 */
function roleOf(tokens: readonly Token[], index: number): 'heading' | 'sentence' | 'text' {
	const before = tokens[index - 1]?.text;
	if (before === ':' && TITLES.has(tokens[index - 2]?.text ?? '')) return 'heading';
	if (before !== '(') return 'text';
	let at = index - 2;
	if (tokens[at]?.text === ')') at = openingOf(tokens, at) - 1;
	if (tokens[at]?.text === 'each') at -= 2;
	const caller = tokens[at]?.text ?? '';
	if (caller === 'describe') return tokens[at - 1]?.text === '.' ? 'sentence' : 'heading';
	return caller === 'test' || caller === 'it' ? 'sentence' : 'text';
}

/** Returns the index of the parenthesis that opens the one at `close`. */
function openingOf(tokens: readonly Token[], close: number): number {
	let depth = 0;
	for (let at = close; at > 0; at -= 1) {
		if (tokens[at]?.text === ')') depth += 1;
		if (tokens[at]?.text === '(') depth -= 1;
		if (depth === 0) return at;
	}
	return 0;
}

function proseOfMarkup(markup: string, line: number, hasCode: boolean): readonly Prose[] {
	return readMarkup(markup, hasCode).texts.flatMap(({ kind, text, line: at }) =>
		proseOfText(text, line + at - 1, kind),
	);
}

/** Reads the paragraphs, list items, table cells and headings of a Markdown page. Code blocks are left out. */
function proseOfDocument(text: string): readonly Prose[] {
	const lines = withoutCode(withoutBlocks(text)).split('\n');
	const pieces: Prose[] = [];
	let open: string[] = [];
	const close = (end: number): void => {
		pieces.push(...proseOfMarkup(open.join('\n'), end - open.length + 1, false));
		open = [];
	};
	for (const [index, line] of lines.entries()) {
		const heading = /^#+\s+(.*)$/.exec(line)?.[1];
		const isTable = /^\s*\|/.test(line);
		if (heading === undefined && !isTable) {
			open.push(line);
			continue;
		}
		close(index);
		const isTitle = heading !== undefined || /^\s*\|[\s:|-]+$/.test(lines[index + 1] ?? '');
		for (const part of heading === undefined ? line.split(/(?<!\\)\|/) : [heading])
			pieces.push(...proseOfText(part.trim(), index + 1, isTitle ? 'heading' : 'paragraph'));
	}
	close(lines.length);
	return pieces;
}

/** Replaces the lines of code blocks with empty lines. */
function withoutBlocks(text: string): string {
	return text.replace(/^([ \t]*)(```|~~~)[\s\S]*?^[ \t]*\2/gm, linesOf);
}

function withoutCode(text: string): string {
	return text
		.replace(
			/``(?:[^`\n]|\n(?!\s*\n))*``|`(?:[^`\n]|\n(?!\s*\n))*`|\{@link [^}]*\}|https?:\/\/[^\s)>]+/g,
			(code) => `\`x\`${linesOf(code)}`,
		)
		.replace(/\]\([^)]*\)/g, (target) => `]${linesOf(target)}`);
}

function stylesOf(text: string): string {
	return text.replace(/(^|<\/style>)[\s\S]*?(<style\b[^>]*>|$)/g, linesOf);
}

function blockComments(text: string): readonly Prose[] {
	let line = 1;
	let at = 0;
	return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].flatMap((match) => {
		line += linesOf(text.slice(at, match.index)).length;
		at = match.index;
		return proseOfText(withoutStars(match[0]), line, 'comment');
	});
}

function linesOf(text: string): string {
	return text.replace(/[^\n]/g, '');
}
