/**
 * Splits TypeScript source into tokens, so that a check can read the code without being misled by comments and
 * strings.
 *
 * TypeScript 7 has no compiler API and type stripping erases `import type`, so the checks read the source themselves.
 * The scanner knows just enough grammar: comments, strings, templates with nested code, regular expressions, words
 * and single-character punctuation.
 *
 * Invariants:
 * 1. Text inside comments, strings, templates and regular expressions never becomes a word token.
 * 2. Code inside a template's `${…}` does become tokens.
 * 3. Source that cannot be split (an unterminated string or comment) throws; nothing is skipped silently.
 */

export type Token = {
	readonly kind: 'word' | 'number' | 'string' | 'template' | 'regex' | 'punctuation';
	/**
	 * The characters as written. For `string` and `template`, the text between the quotes with escapes unchanged;
	 * each `${…}` in a template is `${}` here.
	 */
	readonly text: string;
	/** 1-based line. */
	readonly line: number;
};

/** Placeholder for each `${…}` in a template's text. */
export const EXPRESSION = '$' + '{}';

/** Thrown for source that this scanner cannot split into tokens. */
export class TokenError extends Error {
	override readonly name = 'TokenError';
}

const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /\.?\d(?:[\w.]|(?<=[eE])[+-])*/y;
const REGEX = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

/** Words after which a slash begins a regular expression, not a division. */
const BEFORE_EXPRESSION = new Set(
	'return typeof case in of do else instanceof new void delete throw await yield default extends'.split(' '),
);

/** A comment as written, including its `//` or block marks. Each `//` line is a separate comment. */
export type Comment = {
	readonly text: string;
	/** 1-based line on which the comment begins. */
	readonly line: number;
	/** True if code precedes the comment on its line. */
	readonly followsCode: boolean;
};

type Cursor = {
	readonly source: string;
	at: number;
	line: number;
	readonly tokens: Token[];
	readonly comments: Comment[];
};

/**
 * Returns all tokens of a source text, in order.
 * @throws TokenError for an unterminated string, template or block comment.
 */
export function tokensOf(source: string): Token[] {
	return scan(source).tokens;
}

/**
 * Returns all comments of a source text, in order.
 * @throws TokenError for an unterminated string, template or block comment.
 */
export function commentsOf(source: string): Comment[] {
	return scan(source).comments;
}

function scan(source: string): Cursor {
	const cursor: Cursor = {
		source,
		at: source.startsWith('#!') ? lineEnd(source, 0) : 0,
		line: 1,
		tokens: [],
		comments: [],
	};
	scanCode(cursor, false);
	return cursor;
}

/** Scans code up to the end of the source or, inside a template, up to the brace that closes `${`. */
function scanCode(cursor: Cursor, insideTemplate: boolean): void {
	const { source } = cursor;
	let depth = 0;
	while (cursor.at < source.length) {
		const char = source.charAt(cursor.at);
		if (skipBlank(cursor, char)) continue;
		if (char === "'" || char === '"') scanString(cursor, char);
		else if (char === '`') scanTemplate(cursor);
		else if (char === '/' && regexMayStart(cursor.tokens) && scanMatch(cursor, REGEX, 'regex')) continue;
		else if (/\d/.test(char) || (char === '.' && /\d/.test(source.charAt(cursor.at + 1)))) {
			scanMatch(cursor, NUMBER, 'number');
		} else if (!scanMatch(cursor, WORD, 'word')) {
			if (char === '{') depth += 1;
			if (char === '}') {
				if (insideTemplate && depth === 0) return;
				depth -= 1;
			}
			push(cursor, 'punctuation', char);
			cursor.at += 1;
		}
	}
	if (insideTemplate) throw unended(cursor, 'template');
}

/** Skips white space and comments; returns false if there was none. */
function skipBlank(cursor: Cursor, char: string): boolean {
	const { source } = cursor;
	if (char === '\n') {
		cursor.line += 1;
		cursor.at += 1;
		return true;
	}
	if (/\s/.test(char)) {
		cursor.at += 1;
		return true;
	}
	if (source.startsWith('//', cursor.at)) {
		const end = lineEnd(source, cursor.at);
		noteComment(cursor, end);
		cursor.at = end;
		return true;
	}
	if (source.startsWith('/*', cursor.at)) {
		const end = source.indexOf('*/', cursor.at + 2);
		if (end < 0) throw unended(cursor, 'comment');
		noteComment(cursor, end + 2);
		cursor.line += countLines(source, cursor.at, end);
		cursor.at = end + 2;
		return true;
	}
	return false;
}

function noteComment({ source, at, line, tokens, comments }: Cursor, end: number): void {
	comments.push({ text: source.slice(at, end), line, followsCode: tokens.at(-1)?.line === line });
}

function scanString(cursor: Cursor, quote: string): void {
	const { source } = cursor;
	let end = cursor.at + 1;
	while (source.charAt(end) !== quote) {
		if (end >= source.length || source.charAt(end) === '\n') throw unended(cursor, 'string');
		end += source.charAt(end) === '\\' ? 2 : 1;
	}
	const line = cursor.line;
	const text = source.slice(cursor.at + 1, end);
	cursor.line += countLines(source, cursor.at, end);
	cursor.tokens.push({ kind: 'string', text, line });
	cursor.at = end + 1;
}

/** Scans a template: first the tokens of its `${…}` parts, then one token with its literal text. */
function scanTemplate(cursor: Cursor): void {
	const { source } = cursor;
	const line = cursor.line;
	let text = '';
	cursor.at += 1;
	while (source.charAt(cursor.at) !== '`') {
		if (cursor.at >= source.length) throw unended({ ...cursor, line }, 'template');
		if (source.startsWith('${', cursor.at)) {
			push(cursor, 'punctuation', '${');
			cursor.at += 2;
			scanCode(cursor, true);
			push(cursor, 'punctuation', '}');
			cursor.at += 1;
			text += EXPRESSION;
			continue;
		}
		const step = source.charAt(cursor.at) === '\\' ? 2 : 1;
		const piece = source.slice(cursor.at, cursor.at + step);
		if (piece.includes('\n')) cursor.line += 1;
		text += piece;
		cursor.at += step;
	}
	cursor.tokens.push({ kind: 'template', text, line });
	cursor.at += 1;
}

function scanMatch(cursor: Cursor, pattern: RegExp, kind: Token['kind']): boolean {
	pattern.lastIndex = cursor.at;
	const match = pattern.exec(cursor.source);
	if (match === null) return false;
	push(cursor, kind, match[0]);
	cursor.at += match[0].length;
	return true;
}

/** True if a slash after these tokens begins a regular expression. After a value, a slash is division. */
function regexMayStart(tokens: readonly Token[]): boolean {
	const last = tokens.at(-1);
	if (last === undefined) return true;
	if (last.kind === 'word') return BEFORE_EXPRESSION.has(last.text);
	if (last.kind !== 'punctuation') return false;
	if (last.text === '+' || last.text === '-') return tokens.at(-2)?.text !== last.text;
	return last.text !== ')' && last.text !== ']' && last.text !== '}';
}

function push(cursor: Cursor, kind: Token['kind'], text: string): void {
	cursor.tokens.push({ kind, text, line: cursor.line });
}

function lineEnd(source: string, from: number): number {
	const end = source.indexOf('\n', from);
	return end < 0 ? source.length : end;
}

function countLines(source: string, from: number, to: number): number {
	let lines = 0;
	for (let at = source.indexOf('\n', from); at >= 0 && at < to; at = source.indexOf('\n', at + 1)) lines += 1;
	return lines;
}

function unended(cursor: Cursor, what: string): TokenError {
	return new TokenError(`A ${what} in or after line ${cursor.line} has no end.`);
}
