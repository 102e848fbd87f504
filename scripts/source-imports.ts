/**
 * Finds the imports in a TypeScript file, in every form that the language has: static import, re-export, dynamic
 * import, type import and `require`.
 */
import type { Token } from './source-tokens.ts';

export type ImportReference = {
	/** The specifier as written; undefined if it is computed at run time, so that no check can know it. */
	readonly specifier: string | undefined;
	/** True if type stripping removes the import, as with `import type` and `export type … from`. */
	readonly typeOnly: boolean;
	/** 1-based line. */
	readonly line: number;
};

/** Returns every import in a file, in order. `import.meta` and exports without `from` are not imports. */
export function importsOf(tokens: readonly Token[]): ImportReference[] {
	const found: ImportReference[] = [];
	for (let index = 0; index < tokens.length; index += 1) {
		const token = tokens[index];
		if (token?.kind !== 'word' || tokens[index - 1]?.text === '.') continue;
		const reference =
			token.text === 'import'
				? readImport(tokens, index)
				: token.text === 'export'
					? readExport(tokens, index)
					: token.text === 'require' && isPunctuation(tokens[index + 1], '(')
						? readCall(tokens, index)
						: undefined;
		if (reference !== undefined) found.push(reference);
	}
	return found;
}

function readImport(tokens: readonly Token[], at: number): ImportReference | undefined {
	const next = tokens[at + 1];
	if (next === undefined || isPunctuation(next, '.') || isPunctuation(next, ':')) return undefined;
	if (isPunctuation(next, '(')) return readCall(tokens, at);
	if (next.kind === 'string') return reference(next, false);
	const from = fromAfter(tokens, at + 1);
	return from === undefined ? undefined : reference(from, isTypeOnly(tokens, at));
}

function readExport(tokens: readonly Token[], at: number): ImportReference | undefined {
	const typeOnly = isTypeOnly(tokens, at);
	const first = tokens[typeOnly ? at + 2 : at + 1];
	if (!isPunctuation(first, '{') && !isPunctuation(first, '*')) return undefined;
	const from = fromAfter(tokens, at + 1);
	return from === undefined ? undefined : reference(from, typeOnly);
}

function readCall(tokens: readonly Token[], at: number): ImportReference {
	const argument = tokens[at + 2];
	const line = tokens[at]?.line ?? 0;
	const plain = argument?.kind === 'string' || argument?.kind === 'template';
	const alone = isPunctuation(tokens[at + 3], ')') || isPunctuation(tokens[at + 3], ',');
	return { specifier: plain && alone ? argument.text : undefined, typeOnly: false, line };
}

/**
 * Returns the string after `from`. Returns undefined if the statement ends before that, or turns out not to be an
 * import.
 */
function fromAfter(tokens: readonly Token[], start: number): Token | undefined {
	for (let index = start; index < tokens.length; index += 1) {
		const token = tokens[index];
		const next = tokens[index + 1];
		if (token?.kind === 'word' && token.text === 'from' && next?.kind === 'string') return next;
		const mayStandInClause =
			token?.kind === 'word' || token?.kind === 'string' || /^[{},*]$/.test(token?.text ?? '');
		if (!mayStandInClause) return undefined;
	}
	return undefined;
}

/**
 * True for `import type X from` and `import type { X } from`. False for `import type from`, which imports a value
 * named `type`.
 */
function isTypeOnly(tokens: readonly Token[], at: number): boolean {
	if (tokens[at + 1]?.text !== 'type') return false;
	const next = tokens[at + 2];
	return (
		isPunctuation(next, '{') || isPunctuation(next, '*') || (next?.kind === 'word' && next.text !== 'from')
	);
}

function isPunctuation(token: Token | undefined, text: string): boolean {
	return token?.kind === 'punctuation' && token.text === text;
}

function reference(token: Token, typeOnly: boolean): ImportReference {
	return { specifier: token.text, typeOnly, line: token.line };
}
