/**
 * Copies the repository and makes Tidemark a regular exchange in the copy. Tidemark's two folders go next to those of
 * the other exchanges, and the lines that register it are added to other files.
 */
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { filesInGit } from '../../scripts/repository-files.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Destination of each folder, and how its imports are rewritten. */
const PLACES = [
	{
		from: 'test/sixth-exchange/venue',
		to: 'src/venues/tidemark',
		imports: [
			["'../../../src/venues/", "'../"],
			["'../../../src/", "'../../"],
		],
	},
	{
		from: 'test/sixth-exchange/simulator',
		to: 'simulator/tidemark',
		imports: [
			["'../../../simulator/", "'../"],
			["'../../../src/", "'../../src/"],
		],
	},
] as const;

/** Lines that register Tidemark, keyed by file. Each is added below the line `below`. */
export const REGISTRATION: Readonly<
	Record<string, readonly { readonly below: string; readonly line: string }[]>
> = {
	'src/venues/facts.ts': [
		{
			below: "import { okx } from './okx/facts.ts';",
			line: "import { tidemark } from './tidemark/facts.ts';",
		},
		{ below: '\thyperliquid,', line: '\ttidemark,' },
	],
	'src/venues/modules.ts': [
		{
			below: "import { openDialect, type VenueModule } from './shared/venue-module.ts';",
			line: "import { tidemark } from './tidemark/module.ts';",
		},
		{ below: '\thyperliquid,', line: '\ttidemark,' },
	],
	'simulator/exchanges.ts': [
		{
			below: "import { okx } from './okx/exchange.ts';",
			line: "import { tidemark } from './tidemark/exchange.ts';",
		},
		{ below: '\thyperliquid,', line: '\ttidemark,' },
	],
};

/** The copied repository. It is deleted when this object is disposed. */
export type CopiedRepository = Disposable & {
	readonly root: string;
	/** Returns the lines added to and removed from files outside the exchange's folders, keyed by path. */
	readonly changes: () => ReadonlyMap<
		string,
		{ readonly gained: readonly string[]; readonly lost: readonly string[] }
	>;
};

/** @throws Error if the line `below` of a registration line is missing */
export function copyWithSixthExchange(): CopiedRepository {
	const root = mkdtempSync(join(tmpdir(), 'carrywire-sixth-'));
	const files = filesInGit(ROOT);
	for (const path of files) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		cpSync(join(ROOT, path), join(root, path));
	}
	symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
	for (const { from, to, imports } of PLACES) {
		mkdirSync(join(root, to));
		for (const name of readdirSync(join(ROOT, from))) {
			const text = readFileSync(join(ROOT, from, name), 'utf8');
			writeFileSync(
				join(root, to, name),
				imports.reduce((written, [before, after]) => written.replaceAll(before, after), text),
			);
		}
	}
	for (const [path, lines] of Object.entries(REGISTRATION)) register(join(root, path), lines);
	return {
		root,
		changes: () =>
			new Map(
				files.flatMap((path) => {
					const change = changeOf(
						readFileSync(join(ROOT, path), 'utf8'),
						readFileSync(join(root, path), 'utf8'),
					);
					return change === undefined ? [] : [[path, change] as const];
				}),
			),
		[Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
	};
}

function register(path: string, lines: readonly { readonly below: string; readonly line: string }[]): void {
	const text = readFileSync(path, 'utf8').split('\n');
	for (const { below, line } of lines) {
		const at = text.indexOf(below);
		if (at < 0 || text.includes(below, at + 1)) throw new Error(`${path} has not one line ${below}`);
		text.splice(at + 1, 0, line);
	}
	writeFileSync(path, text.join('\n'));
}

/** Returns the lines gained and lost, including repeats; undefined if nothing changed. */
function changeOf(before: string, after: string) {
	if (before === after) return undefined;
	const without = (lines: readonly string[], others: readonly string[]): readonly string[] => {
		const left = [...others];
		return lines.filter((line) => {
			const at = left.indexOf(line);
			if (at >= 0) left.splice(at, 1);
			return at < 0;
		});
	};
	const [was, is] = [before.split('\n'), after.split('\n')];
	return { gained: without(is, was), lost: without(was, is) };
}
