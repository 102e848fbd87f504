/** Reads imports with dependency-cruiser, and checks them against the table of layers. */
import { cruise, type ICruiseResult, type IModule, type IRegularForbiddenRuleType } from 'dependency-cruiser';
import type { LayerRule } from './layer-rule.ts';

/** Paths of code that belongs to no layer. It may import every layer; code that ships may not import it. */
export const TEST_OR_BENCH = /(?:\.test|-fixture)\.ts$|^(?:test|bench)\//;
/** Matches modules that are neither files in this repository nor built into Node. */
const PACKAGE = '^(?!(?:src|cli|client|research|simulator|dashboard|test|scripts|bench|examples)/)';

/**
 * Reads the imports of `files` (paths from `root`): static, dynamic and type-only imports, and re-exports. swc parses
 * them, because TypeScript 7 has no compiler API.
 * @param rules rules for dependency-cruiser to check as well; their violations are in the summary of the result
 */
export async function readImports(
	root: string,
	files: readonly string[],
	rules: readonly IRegularForbiddenRuleType[] = [],
): Promise<ICruiseResult> {
	const { output } = await cruise([...files], {
		baseDir: root,
		parser: 'swc',
		tsPreCompilationDeps: true,
		doNotFollow: { path: '(?:^|/)node_modules/' },
		validate: rules.length > 0,
		ruleSet: { forbidden: [...rules] },
	});
	if (typeof output === 'string') throw new Error('Invariant broken: dependency-cruiser answers an object.');
	return output;
}

/** Returns the modules that are among `files`. All others are packages and modules of Node. */
export function ownModules({ modules }: ICruiseResult, files: readonly string[]): readonly IModule[] {
	const own = new Set(files);
	return modules.filter(({ source }) => own.has(source));
}

/** Returns the files that match no row of the table. */
export function filesOfNoLayer(table: readonly LayerRule[], files: readonly string[]): readonly string[] {
	return files.filter((path) => !table.some((row) => row.files.test(path)));
}

/** Returns one sentence for each import that breaks a rule, and one for each import cycle. */
export function violationsIn(
	{ summary }: ICruiseResult,
	rules: readonly IRegularForbiddenRuleType[],
): readonly string[] {
	const found = summary.violations.map(({ from, to, rule, cycle }) => {
		const why = rules.find(({ name }) => name === rule.name)?.comment;
		// dependency-cruiser reports a cycle once for each file in it. With the names sorted, these reports are equal
		// and merge into one sentence.
		const way = cycle
			?.map(({ name }) => name)
			.sort()
			.join(', ');
		return way === undefined
			? `${from} imports ${to} (${rule.name}): ${why}`
			: `${way} import one another: ${why}`;
	});
	return [...new Set(found)];
}

/** Converts the table into rules for dependency-cruiser. */
export function rulesFrom(table: readonly LayerRule[]): readonly IRegularForbiddenRuleType[] {
	return [
		...table.map((row) => ruleOf(row, table)),
		{
			name: 'no test',
			comment: 'tests and benches ship with nothing',
			severity: 'error',
			from: {},
			to: { path: TEST_OR_BENCH.source },
		},
		{
			name: 'no circle',
			comment: 'imports point downward, and a circle has no bottom',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
	];
}

function ruleOf(row: LayerRule, table: readonly LayerRule[]): IRegularForbiddenRuleType {
	const below = table.filter(({ layer }) => row.imports.includes(layer));
	const allowed = [
		row.apart === true ? row.files.source.replace(/\(\[\^\/\]\+\)/, '$$1') : row.files.source,
		...below.map(({ files }) => files.source),
		...(row.importsFiles ?? []).map((path) => `^${path.replaceAll('.', '[.]')}$`),
		...(Array.isArray(row.node) ? row.node.map((name) => `^${name}$`) : []),
		...(row.packages === 'any' ? [PACKAGE] : packagesOf(row.packages)),
	];
	return {
		name: row.layer,
		comment: row.why,
		severity: 'error',
		from: { path: row.files.source },
		to: { pathNot: allowed, ...(row.node === 'any' ? { dependencyTypesNot: ['core'] } : {}) },
	};
}

function packagesOf(names: readonly string[] | 'none'): readonly string[] {
	return names === 'none' ? [] : names.map((name) => `(?:^|node_modules/)${name}(?:/|$)`);
}
