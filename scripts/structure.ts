/**
 * Derives the structure of `src/` from its imports: the folders, the imports between folders, and the import cycles.
 * The figures measure the architecture; `docs/pictures/structure.svg` shows it.
 */
import type { IModule } from 'dependency-cruiser';

export type Structure = {
	/**
	 * Number of files by folder, for folders that directly contain files. Each file at the root of `src/` counts as a
	 * folder.
	 */
	readonly folders: ReadonlyMap<string, number>;
	/** For each folder, the other folders that its files import. */
	readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
	/** Groups of folders that import one another in a cycle; each group occurs once. */
	readonly circles: readonly (readonly string[])[];
};

/** Reads the structure of `src/` from the modules that dependency-cruiser returns. */
export function structureOf(modules: readonly IModule[]): Structure {
	const own = modules.filter(({ source }) => source.startsWith('src/'));
	const folders = new Map<string, number>();
	for (const { source } of own) folders.set(folderOf(source), (folders.get(folderOf(source)) ?? 0) + 1);
	const imports = new Map([...folders.keys()].sort().map((folder) => [folder, new Set<string>()]));
	for (const { source, dependencies } of own)
		for (const { resolved } of dependencies) {
			const [from, to] = [folderOf(source), folderOf(resolved)];
			if (from !== to && folders.has(to)) imports.get(from)?.add(to);
		}
	return { folders, imports, circles: circlesIn(imports) };
}

/** Counts the ordered pairs of folders in which the first imports the second. */
export function pairCount({ imports }: Structure): number {
	return [...imports.values()].reduce((sum, targets) => sum + targets.size, 0);
}

function folderOf(path: string): string {
	const folder = path.slice(0, path.lastIndexOf('/'));
	return folder === 'src' ? path : folder;
}

function circlesIn(imports: Structure['imports']): readonly (readonly string[])[] {
	const below = new Map([...imports.keys()].map((folder) => [folder, reachedFrom(folder, imports)]));
	const inCircle = [...imports.keys()].filter((folder) => below.get(folder)?.has(folder));
	const groups = inCircle.map((folder) =>
		inCircle.filter((other) => below.get(folder)?.has(other) && below.get(other)?.has(folder)),
	);
	return groups.filter((group, at) => groups.findIndex((other) => other[0] === group[0]) === at);
}

/** Returns all folders that `folder` imports, directly or indirectly. */
function reachedFrom(folder: string, imports: Structure['imports']): ReadonlySet<string> {
	const reached = new Set<string>();
	const waiting = [...(imports.get(folder) ?? [])];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		if (reached.has(next)) continue;
		reached.add(next);
		waiting.push(...(imports.get(next) ?? []));
	}
	return reached;
}

const BOX = { width: 150, height: 34, gapX: 18, gapY: 46, margin: 16 };

/**
 * Draws the structure as SVG. Every folder is a box with its number of files, above all folders that it imports. An
 * arrow is left out if a path of other arrows already connects the two folders.
 */
export function structureDrawing(structure: Structure): string {
	const rows = rowsOf(structure);
	const width = Math.max(...rows.map((row) => row.length)) * (BOX.width + BOX.gapX) + 2 * BOX.margin;
	const height = rows.length * (BOX.height + BOX.gapY) + 2 * BOX.margin;
	const places = new Map(
		rows.flatMap((row, y) => {
			const left = (width - row.length * (BOX.width + BOX.gapX) + BOX.gapX) / 2;
			return row.map((folder, x) => [
				folder,
				{ x: left + x * (BOX.width + BOX.gapX), y: BOX.margin + y * (BOX.height + BOX.gapY) },
			]);
		}),
	);
	const arrows = [...structure.imports].flatMap(([from, targets]) =>
		[...targets].filter((to) => !isSaidByOthers(from, to, structure)).map((to) => [from, to] as const),
	);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
		'<title>Folders of src and what they import</title>',
		'<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#888"/></marker></defs>',
		`<rect width="${width}" height="${height}" fill="#fff"/>`,
		...arrows.map(([from, to]) => arrow(places.get(from), places.get(to))),
		...[...places].map(([folder, place]) => box(folder, structure.folders.get(folder) ?? 0, place)),
		'</svg>',
		'',
	].join('\n');
}

type Place = { readonly x: number; readonly y: number };

/** Returns the rows of boxes from the top. A folder is one row below the lowest of the folders that import it. */
function rowsOf({ imports }: Structure): readonly (readonly string[])[] {
	const depths = new Map<string, number>();
	const depthOf = (folder: string, seen: ReadonlySet<string>): number => {
		const known = depths.get(folder);
		if (known !== undefined) return known;
		const above = [...imports].filter(([from, targets]) => targets.has(folder) && !seen.has(from));
		const depth = Math.max(0, ...above.map(([from]) => 1 + depthOf(from, new Set([...seen, folder]))));
		depths.set(folder, depth);
		return depth;
	};
	const byDepth = Map.groupBy(imports.keys(), (folder) => depthOf(folder, new Set()));
	return [...byDepth].sort(([a], [b]) => a - b).map(([, row]) => row);
}

function isSaidByOthers(from: string, to: string, { imports }: Structure): boolean {
	return [...(imports.get(from) ?? [])].some(
		(between) => between !== to && reachedFrom(between, imports).has(to),
	);
}

function arrow(from: Place | undefined, to: Place | undefined): string {
	if (from === undefined || to === undefined)
		throw new Error('Invariant broken: every folder has its place in the drawing.');
	const [x1, y1] = [from.x + BOX.width / 2, from.y + BOX.height];
	const [x2, y2] = [to.x + BOX.width / 2, to.y - 1];
	const bend = Math.max(20, (y2 - y1) / 2);
	return `<path d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}" fill="none" stroke="#888" marker-end="url(#tip)"/>`;
}

function box(folder: string, files: number, { x, y }: Place): string {
	const name = folder.slice('src/'.length);
	return `<g><rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="5" fill="#eef3fb" stroke="#4a6fa5"/><text x="${x + BOX.width / 2}" y="${y + 15}" text-anchor="middle" fill="#111">${name}</text><text x="${x + BOX.width / 2}" y="${y + 28}" text-anchor="middle" fill="#555" font-size="10">${files} files</text></g>`;
}
