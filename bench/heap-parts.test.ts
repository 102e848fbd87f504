import { expect, test } from 'vitest';
import { heapParts } from './heap-parts.ts';

const MB = 1_048_576;

test('sums sizes of a snapshot by kind, and of objects by constructor, largest first', () => {
	const types = ['hidden', 'string', 'object', 'code', 'concatenated string'];
	const node = (type: string, name: number, size: number) => [types.indexOf(type), name, size];
	const snapshot = {
		snapshot: {
			meta: { node_fields: ['type', 'name', 'self_size'], node_types: [types, 'string', 'number'] },
		},
		strings: ['Map', 'a text', 'other'],
		nodes: [
			...node('object', 0, 2 * MB),
			...node('string', 1, 100),
			...node('concatenated string', 1, 3 * MB),
			...node('object', 0, MB),
			...node('code', 2, MB / 2),
			...node('object', 2, 4 * MB),
		],
	};
	expect(heapParts(JSON.stringify(snapshot))).toEqual([
		{ name: 'objects: other', mb: 4 },
		{ name: 'objects: Map', mb: 3 },
		{ name: 'long texts: mostly the source of modules', mb: 3 },
		{ name: 'code: bytecode and what belongs to functions', mb: 0.5 },
		{ name: 'short texts', mb: 100 / MB },
	]);
});
