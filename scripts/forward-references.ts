/**
 * Finds functions that name a constant declared further down in a surrounding block. TypeScript and the linter accept
 * such a reference inside a function. However, it may hide a cycle between two parts of the service, and then nothing
 * determines which of the two is created first.
 *
 * The scanner knows blocks and declarations but not types. A parameter with the same name as a later constant is
 * therefore reported as that constant; rename one of them.
 */
import type { Token } from './source-tokens.ts';

export type ForwardReference = { readonly line: number; readonly name: string; readonly declaredAt: number };

type Block = {
	readonly start: number;
	readonly parent: Block | undefined;
	readonly declared: Map<string, number>;
};

const OPENS: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/**
 * Returns every forward reference in one file, in order of position. Top-level constants are excluded, because they
 * exist before any function of the file runs.
 */
export function forwardReferencesIn(tokens: readonly Token[]): ForwardReference[] {
	const blocks = blocksOf(tokens);
	const found: ForwardReference[] = [];
	tokens.forEach((token, index) => {
		if (token.kind !== 'word' || !isReference(tokens, index)) return;
		const declared = declarationOf(token.text, blocks[index]);
		if (declared !== undefined && declared > index)
			found.push({ line: token.line, name: token.text, declaredAt: tokens[declared]?.line ?? 0 });
	});
	return found;
}

/** Returns the innermost block around each token. Each block knows the positions of its declarations. */
function blocksOf(tokens: readonly Token[]): readonly (Block | undefined)[] {
	let block: Block | undefined;
	const around = tokens.map((token, index) => {
		const isBrace = token.kind === 'punctuation';
		if (isBrace && (token.text === '{' || token.text === '${'))
			block = { start: index, parent: block, declared: new Map() };
		const here = block;
		if (isBrace && token.text === '}') block = block?.parent;
		return here;
	});
	tokens.forEach((token, index) => {
		if (token.kind !== 'word' || (token.text !== 'const' && token.text !== 'let')) return;
		// Skip the variable of a loop, which is visible only inside the loop.
		if (tokens[index - 1]?.text === '(') return;
		for (const at of declaredNames(tokens, index + 1))
			around[index]?.declared.set(tokens[at]?.text ?? '', at);
	});
	return around;
}

/**
 * Returns the positions of the names that a declaration binds: a single name, or all names in a destructuring
 * pattern. A pattern's keys and default values bind no name.
 */
function declaredNames(tokens: readonly Token[], start: number): readonly number[] {
	if (tokens[start]?.kind === 'word') return [start];
	const names: number[] = [];
	const end = closing(tokens, start);
	for (let index = start + 1; index < end; index += 1) {
		const token = tokens[index];
		const before = tokens[index - 1]?.text ?? '';
		const after = tokens[index + 1]?.text ?? '';
		if (token?.kind === 'word' && /^[{[,:.]$/.test(before) && /^[,}\]=]$/.test(after)) names.push(index);
		// Skips the default value, which is an expression and binds no name.
		if (token?.text === '=' && token.kind === 'punctuation')
			while (index + 1 < end && !/^[,}\]]$/.test(tokens[index + 1]?.text ?? '')) {
				index += 1;
				if (Object.hasOwn(OPENS, tokens[index]?.text ?? '')) index = closing(tokens, index);
			}
	}
	return names;
}

function declarationOf(name: string, from: Block | undefined): number | undefined {
	for (let block = from; block !== undefined; block = block.parent) {
		const at = block.declared.get(name);
		if (at !== undefined) return at;
	}
	return undefined;
}

/**
 * True if the word refers to a variable. False for a property, an object key, the name of a method, a parameter or a
 * member of a type.
 */
function isReference(tokens: readonly Token[], index: number): boolean {
	const before = tokens[index - 1]?.text ?? '';
	const after = tokens[index + 1]?.text ?? '';
	if (before === '.') return tokens[index - 2]?.text === '.';
	if (after === ':' && /^(?:[{,;(]|readonly)$/.test(before)) return false;
	if (after === '?' && tokens[index + 2]?.text === ':') return false;
	if (after !== '(' || !/^(?:[{,}]|async)$/.test(before)) return true;
	return !/^[{:]$/.test(tokens[closing(tokens, index + 1) + 1]?.text ?? '');
}

/** Returns the index of the token that closes the bracket at `start`. */
function closing(tokens: readonly Token[], start: number): number {
	let depth = 0;
	for (let index = start; index < tokens.length; index += 1) {
		const token = tokens[index];
		if (token?.kind !== 'punctuation') continue;
		if (Object.hasOwn(OPENS, token.text) || token.text === '${') depth += 1;
		if (/^[)\]}]$/.test(token.text)) depth -= 1;
		if (depth === 0) return index;
	}
	return tokens.length;
}
