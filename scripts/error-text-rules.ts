/**
 * Finds decisions that depend on an error's text, and maps keyed by a function.
 *
 * Error texts get truncated, translated and reworded; codes do not. Only an exchange's errors file (`errors.ts` in
 * its folder) may read the exchange's texts. A map keyed by a function holds state that the function's owner cannot
 * see. A second function for the same purpose does not share that state.
 */
import { type Token, tokensOf } from './source-tokens.ts';

/** Folders in which only errors files may make a decision by an error's text. */
export const DECIDING_FOLDERS = ['src/venues', 'src/engine', 'src/accounts', 'src/market'];

const ERRORS_FILE = /(?:^|[/-])errors\.ts$/;

/** Properties and variables that hold an error's text, and functions that return one. */
const TEXTS = new Set(['message', 'said', 'words', 'shortMessage', 'venueReason', 'wordsOf']);

const MATCHERS = new Set([
	...['test', 'exec', 'includes', 'match', 'matchAll', 'search'],
	...['startsWith', 'endsWith', 'indexOf'],
]);

export type SourceFile = { readonly path: string; readonly text: string };

/**
 * Returns the faults in the sources of these folders, as sentences. An empty list of sources is a fault too. Finding
 * no match in files known to match texts is another: the check would then be blind.
 */
export function faultsOfErrorTexts(files: readonly SourceFile[]): string[] {
	const checked = files.filter(({ path }) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
	const read = checked.map(({ path, text }) => ({ path, tokens: tokensOf(text) }));
	const functions = new Set(read.flatMap(({ tokens }) => functionTypesIn(tokens)));
	const faults: string[] = [];
	let known = 0;
	for (const { path, tokens } of read) {
		for (const line of mapsByFunctionIn(tokens, functions))
			faults.push(`${path}:${line} keys a map by a function: let its owner hold the state`);
		const lines = textMatchesIn(tokens);
		if (ERRORS_FILE.test(path)) known += lines.length;
		else
			for (const line of lines)
				faults.push(`${path}:${line} decides by the text of an error: let an errors file give it a code`);
	}
	for (const folder of DECIDING_FOLDERS)
		if (!read.some(({ path }) => path.startsWith(`${folder}/`)))
			faults.push(`${folder} holds no source to look at for decisions by text`);
	if (functions.size === 0) faults.push('no type of a function was found to look for in maps');
	if (known === 0)
		faults.push('no errors file was found to match text, so nothing proves that a match is seen');
	return faults;
}

/** Returns the lines on which an error's text is matched by a pattern, compared, or used in a `switch`. */
export function textMatchesIn(tokens: readonly Token[]): number[] {
	const lines = tokens.flatMap(({ kind, text, line }, index) => {
		if (kind !== 'word') return [];
		const isMatch = MATCHERS.has(text) && isMethodCall(tokens, index) && matchesText(tokens, index);
		const isSwitch = text === 'switch' && TEXTS.has(inParentheses(tokens, index + 1).at(-1)?.text ?? '');
		return isMatch || isSwitch || isCompared(tokens, index) ? [line] : [];
	});
	return [...new Set(lines)];
}

function isMethodCall(tokens: readonly Token[], index: number): boolean {
	return tokens[index - 1]?.text === '.' && tokens[index + 1]?.text === '(';
}

/** True if the method is called on an error's text or has one as its argument. */
function matchesText(tokens: readonly Token[], index: number): boolean {
	const receiver = tokens[tokens[index - 2]?.text === '?' ? index - 3 : index - 2];
	const given = inParentheses(tokens, index + 1);
	if (isPunctuation(given)) return false;
	const isText = receiver?.kind === 'word' && TEXTS.has(receiver.text);
	return isText || isCallOfText(tokens, index - 2) || holdsText(given);
}

/** True if the only argument is a single punctuation mark. A call with it joins sentences and decides nothing. */
function isPunctuation(given: readonly Token[]): boolean {
	const [only, ...others] = given;
	return others.length === 0 && only?.kind === 'string' && /^\W$/.test(only.text);
}

/** True if the parenthesis at `end` closes a call to a function that returns an error's text. */
function isCallOfText(tokens: readonly Token[], end: number): boolean {
	if (tokens[end]?.text !== ')') return false;
	let depth = 0;
	for (let at = end; at >= 0; at -= 1) {
		if (tokens[at]?.text === ')') depth += 1;
		if (tokens[at]?.text === '(') depth -= 1;
		if (depth === 0) return isMaker(tokens, at - 1);
	}
	return false;
}

function isMaker(tokens: readonly Token[], at: number): boolean {
	const text = tokens[at]?.text ?? '';
	return TEXTS.has(text) || (text === 'String' && tokens[at + 2]?.text === 'error');
}

/** Returns the tokens between the parenthesis at `open` and its closing parenthesis. */
function inParentheses(tokens: readonly Token[], open: number): readonly Token[] {
	if (tokens[open]?.text !== '(') return [];
	let depth = 0;
	for (let at = open; at < tokens.length; at += 1) {
		if (tokens[at]?.text === '(') depth += 1;
		if (tokens[at]?.text === ')') depth -= 1;
		if (depth === 0) return tokens.slice(open + 1, at);
	}
	return [];
}

function holdsText(tokens: readonly Token[]): boolean {
	return tokens.some(
		({ kind }, at) => kind === 'word' && isMaker(tokens, at) && tokens[at + 1]?.text !== ':',
	);
}

/** Finds `.message ===` and `.message !==`, with the message on either side. */
function isCompared(tokens: readonly Token[], index: number): boolean {
	if (tokens[index]?.text !== 'message' || tokens[index - 1]?.text !== '.') return false;
	const isEqual = (at: number): boolean =>
		/^[=!]$/.test(tokens[at]?.text ?? '') && tokens[at + 1]?.text === '=' && tokens[at + 2]?.text === '=';
	if (isEqual(index + 1)) return tokens[index + 4]?.text !== 'undefined';
	// `'text' === error.message`: step back over the object that holds the message.
	let start = index - 2;
	while (tokens[start - 1]?.text === '.') start -= 2;
	return isEqual(start - 3);
}

/** Returns the names of the declared types that are function types. */
export function functionTypesIn(tokens: readonly Token[]): string[] {
	return tokens.flatMap(({ kind, text }, index) => {
		const name = tokens[index + 1];
		if (kind !== 'word' || text !== 'type' || name?.kind !== 'word') return [];
		const equals = afterAngles(tokens, index + 2);
		if (tokens[equals]?.text !== '=') return [];
		return isFunctionType(tokens, equals + 1) ? [name.text] : [];
	});
}

/** True if the type that begins at this token has the form of a function type. */
function isFunctionType(tokens: readonly Token[], begin: number): boolean {
	const open = afterAngles(tokens, begin);
	if (tokens[open]?.text !== '(') return false;
	const close = open + inParentheses(tokens, open).length + 1;
	return tokens[close + 1]?.text === '=' && tokens[close + 2]?.text === '>';
}

/** Returns the index after the type parameters `<…>`; `begin` itself if there are none. */
function afterAngles(tokens: readonly Token[], begin: number): number {
	if (tokens[begin]?.text !== '<') return begin;
	let depth = 0;
	for (let at = begin; at < tokens.length; at += 1) {
		if (tokens[at]?.text === '<') depth += 1;
		// The `>` of an arrow function does not close the bracket.
		if (tokens[at]?.text === '>' && tokens[at - 1]?.text !== '=') depth -= 1;
		if (depth === 0) return at + 1;
	}
	return tokens.length;
}

/** Returns the lines with a WeakMap or WeakSet whose keys are functions. */
export function mapsByFunctionIn(tokens: readonly Token[], functions: ReadonlySet<string>): number[] {
	return tokens.flatMap(({ kind, text, line }, index) => {
		if (kind !== 'word' || !/^Weak(?:Map|Set)$/.test(text) || tokens[index + 1]?.text !== '<') return [];
		const key = tokens[index + 2];
		const isNamed = key?.kind === 'word' && (functions.has(key.text) || key.text === 'Function');
		return isNamed || isFunctionType(tokens, index + 2) ? [line] : [];
	});
}
