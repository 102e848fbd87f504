/** Measures TypeScript code with swc: function lengths, and exports without a docstring. */
import { type Module, parseSync } from '@swc/core';

/** A function with its name, its first line and its number of lines. */
export type FunctionLength = { readonly name: string; readonly line: number; readonly lines: number };

/** An exported name without a docstring. */
export type BareExport = { readonly name: string; readonly line: number };

type Node = { readonly type: string; readonly span?: { readonly start: number; readonly end: number } };

/** A parsed source text with an index of its lines. */
export type ParsedSource = {
	readonly module: Module;
	readonly bytes: Buffer;
	/** Byte offset of each line. */
	readonly lineStarts: readonly number[];
	/**
	 * Position that swc gives to the first byte of this text. swc does not start again at zero for each text: it
	 * continues from the texts that this process parsed before.
	 */
	readonly base: number;
};

/** @throws Error when the text is not TypeScript */
export function parseSource(text: string): ParsedSource {
	const bytes = Buffer.from(text, 'utf8');
	// swc gives the position of a module's first statement, after any comments, as the position of the module. The
	// added `;` is a statement at the first byte.
	const module = parseSync(`;${text}`, { syntax: 'typescript', target: 'es2024' });
	const first = module.body[0] as Node | undefined;
	if (first?.span === undefined) throw new Error('Invariant broken: a parsed text has a first statement.');
	const lineStarts = [0];
	for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lineStarts.push(at + 1);
	return { module, bytes, lineStarts, base: first.span.start + 1 };
}

/**
 * Returns every function, method and arrow function with a body, including nested ones. The length counts from the
 * first line to the last.
 */
export function functionLengths(source: ParsedSource): readonly FunctionLength[] {
	const found: FunctionLength[] = [];
	walk(source.module, undefined, (node, name) => {
		if (!FUNCTIONS.has(node.type) || node.span === undefined) return;
		const line = lineAt(source, node.span.start);
		found.push({ name: name ?? '(unnamed)', line, lines: lineAt(source, node.span.end - 1) - line + 1 });
	});
	return found;
}

const FUNCTIONS = new Set([
	'FunctionDeclaration',
	'FunctionExpression',
	'ArrowFunctionExpression',
	'ClassMethod',
	'MethodProperty',
	'Constructor',
]);

/**
 * Returns the exported declarations without a docstring above them. Re-exports and `export { a }` do not count,
 * because their declarations are documented.
 */
export function bareExports(source: ParsedSource): readonly BareExport[] {
	return source.module.body.flatMap((item) => {
		if (item.type !== 'ExportDeclaration') return [];
		const start = item.span.start - source.base;
		if (endsWithDocstring(source.bytes, start)) return [];
		return [{ name: namesIn(item.declaration).join(', '), line: lineAt(source, item.span.start) }];
	});
}

/** True if the text before this byte ends with a block comment; spaces in between do not matter. */
function endsWithDocstring(bytes: Buffer, before: number): boolean {
	let at = before - 1;
	while (at >= 0 && ' \t\n\r'.includes(String.fromCharCode(bytes[at] ?? 0))) at -= 1;
	return bytes[at] === 0x2f && bytes[at - 1] === 0x2a;
}

function namesIn(declaration: unknown): readonly string[] {
	const { identifier, id, declarations } = declaration as Record<
		string,
		{ readonly value?: string } | undefined
	> & {
		readonly declarations?: readonly { readonly id: { readonly value?: string } }[];
	};
	if (declarations !== undefined) return declarations.map(({ id: name }) => name.value ?? '(pattern)');
	return [(identifier ?? id)?.value ?? '(unnamed)'];
}

/** Returns the 1-based line of an swc position, by binary search in the sorted `lineStarts`. */
export function lineAt({ lineStarts, base }: ParsedSource, position: number): number {
	const at = position - base;
	let [low, high] = [0, lineStarts.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((lineStarts[middle] ?? 0) <= at) low = middle + 1;
		else high = middle;
	}
	return low;
}

const MEMBERS = new Set([
	'TsPropertySignature',
	'TsMethodSignature',
	'KeyValueProperty',
	'MethodProperty',
	'ClassProperty',
	'ClassMethod',
]);

/**
 * Returns the name and position of every member that a type, an object literal or a class declares, including
 * shorthand members.
 */
export function namedNodes({
	module,
}: ParsedSource): readonly { readonly name: string; readonly start: number }[] {
	const found: { name: string; start: number }[] = [];
	const take = (key: unknown) => {
		const { value, span } = key as { readonly value?: unknown; readonly span?: { readonly start: number } };
		if (typeof value === 'string' && span !== undefined) found.push({ name: value, start: span.start });
	};
	walk(module, undefined, (node) => {
		if (MEMBERS.has(node.type)) take((node as unknown as { readonly key: unknown }).key);
		if (node.type !== 'ObjectExpression') return;
		for (const property of (node as unknown as { readonly properties: readonly Node[] }).properties)
			if (property.type === 'Identifier') take(property);
	});
	return found;
}

/** Visits every node. `visit` also gets the name in the nearest enclosing declaration. */
function walk(
	node: unknown,
	name: string | undefined,
	visit: (node: Node, name: string | undefined) => void,
): void {
	if (Array.isArray(node)) {
		for (const item of node) walk(item, name, visit);
		return;
	}
	if (typeof node !== 'object' || node === null) return;
	const own = ownName(node) ?? name;
	if ('type' in node && typeof node.type === 'string') visit(node as Node, own);
	for (const [key, value] of Object.entries(node)) if (key !== 'span') walk(value, own, visit);
}

function ownName(node: object): string | undefined {
	for (const key of ['identifier', 'id', 'key'] as const) {
		const value = (node as Record<string, unknown>)[key];
		if (typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string')
			return value.value;
	}
	return undefined;
}
