/** Reads the parts of a heap and their sizes from a V8 heap snapshot. */

/** The snapshot fields that this file reads; V8 defines the format (heap-snapshot-generator.cc). */
type Snapshot = {
	readonly snapshot: {
		readonly meta: {
			readonly node_fields: readonly string[];
			readonly node_types: readonly [readonly string[], ...unknown[]];
		};
	};
	readonly nodes: readonly number[];
	readonly strings: readonly string[];
};

/** A named part of a heap and its size, MB. */
export type HeapPart = { readonly name: string; readonly mb: number };

const LONG_TEXT_BYTES = 1_024;
const BYTES_PER_MB = 1_048_576;
/** V8's names of node types → readable names. */
const NAMES: Readonly<Record<string, string>> = {
	code: 'code: bytecode and what belongs to functions',
	closure: 'functions',
	'object shape': 'shapes of objects',
	array: 'arrays and tables behind objects',
	hidden: 'what V8 keeps for itself',
	native: 'buffers and objects outside of the heap',
	bigint: 'exact decimals',
	number: 'numbers that are objects',
};

/**
 * Returns the parts of the heap, largest first. Plain objects are grouped by constructor, everything else by V8 node
 * type. An object counts with its own size, excluding the objects it refers to. @param text content of a
 * `.heapsnapshot` file
 */
export function heapParts(text: string): readonly HeapPart[] {
	const { snapshot, nodes, strings } = JSON.parse(text) as Snapshot;
	const { node_fields: fields, node_types: types } = snapshot.meta;
	const [typeAt, nameAt, sizeAt] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
	const bytes = new Map<string, number>();
	for (let at = 0; at < nodes.length; at += fields.length) {
		const kind = types[0][nodes[at + (typeAt ?? 0)] ?? 0] ?? '';
		const size = nodes[at + (sizeAt ?? 0)] ?? 0;
		const name = partOf(kind, size, strings[nodes[at + (nameAt ?? 0)] ?? 0] ?? '');
		bytes.set(name, (bytes.get(name) ?? 0) + size);
	}
	return [...bytes].map(([name, count]) => ({ name, mb: count / BYTES_PER_MB })).sort((a, b) => b.mb - a.mb);
}

function partOf(kind: string, size: number, name: string): string {
	if (kind.endsWith('string'))
		return size >= LONG_TEXT_BYTES ? 'long texts: mostly the source of modules' : 'short texts';
	if (kind === 'object') return `objects: ${name}`;
	return NAMES[kind] ?? kind;
}
