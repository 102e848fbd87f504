import { expect, test } from 'vitest';
import { pairCount, structureDrawing, structureOf } from './structure.ts';

type Module = Parameters<typeof structureOf>[0][number];

/** Builds a module as dependency-cruiser reports it, with only the fields that `structureOf` reads. */
const module = (source: string, ...targets: string[]): Module =>
	({ source, dependencies: targets.map((resolved) => ({ resolved })) }) as unknown as Module;

const MODULES = [
	module('src/app/app.ts', 'src/engine/drive/driver.ts', 'src/domain/money.ts', 'node_modules/zod/index.js'),
	module('src/engine/drive/driver.ts', 'src/engine/drive/halts.ts', 'src/domain/money.ts'),
	module('src/engine/drive/halts.ts'),
	module('src/domain/money.ts'),
	module('cli/main.ts', 'src/app/app.ts'),
];

test('counts folders of src, their files and each ordered pair once', () => {
	const structure = structureOf(MODULES);
	expect([...structure.folders]).toEqual([
		['src/app', 1],
		['src/engine/drive', 2],
		['src/domain', 1],
	]);
	expect(pairCount(structure)).toBe(3);
	expect(structure.circles).toEqual([]);
});

test('finds folders that import one another, even through a third', () => {
	const structure = structureOf([
		...MODULES,
		module('src/domain/ids.ts', 'src/engine/drive/halts.ts'),
		module('src/runtime/clock.ts', 'src/domain/ids.ts'),
	]);
	expect(structure.circles).toEqual([['src/domain', 'src/engine/drive']]);
});

test('draws each folder above its imports, and omits an arrow that a longer path implies', () => {
	const drawing = structureDrawing(structureOf(MODULES));
	const heightOf = (name: string) => Number(new RegExp(`y="(\\d+)"[^>]*>${name}</text>`).exec(drawing)?.[1]);
	expect(heightOf('app')).toBeLessThan(heightOf('engine/drive'));
	expect(heightOf('engine/drive')).toBeLessThan(heightOf('domain'));
	expect(drawing.match(/marker-end/g)).toHaveLength(2);
});
