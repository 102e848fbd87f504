/**
 * Proves that imports point downward, over the files of one tree and one table of rules.
 *
 * What it looks at: every import of every file (types too), names a layer forbids, and circles between files.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { codeOf } from './component-script.ts';
import type { LayerRule } from './layer-rules.ts';
import { type ImportReference, importsOf } from './source-imports.ts';
import { type Token, TokenError, tokensOf } from './source-tokens.ts';

export type Violation = {
	readonly file: string;
	/** 1-based; 0 when it concerns the file as a whole. */
	readonly line: number;
	readonly message: string;
};

export type LayerReport = {
	readonly violations: readonly Violation[];
	/** How many files were read and judged. */
	readonly fileCount: number;
	readonly importCount: number;
};

type Judged = { readonly path: string; readonly rule: LayerRule; readonly tokens: readonly Token[] };
type Table = {
	readonly rules: readonly LayerRule[];
	readonly importedOnlyBy: Readonly<Record<string, readonly string[]>>;
};

/**
 * Judges `files` (paths from `root`, code and components) by `table`. A file that belongs to no rule is a violation, and so
 * is an import that leads to none of `files` or of `otherFiles` (what may be imported without being judged: JSON).
 */
export function judgeLayers(
	root: string,
	files: readonly string[],
	table: Table,
	otherFiles: readonly string[] = [],
): LayerReport {
	const violations: Violation[] = [];
	const judged: Judged[] = [];
	for (const path of files) {
		const rule = ruleFor(path, table);
		if (rule === undefined) {
			violations.push({ file: path, line: 0, message: 'belongs to no layer of scripts/layer-rules.ts' });
			continue;
		}
		try {
			judged.push({ path, rule, tokens: tokensOf(codeOf(path, readFileSync(join(root, path), 'utf8'))) });
		} catch (error) {
			if (!(error instanceof TokenError)) throw error;
			violations.push({ file: path, line: 0, message: `cannot be read as TypeScript: ${error.message}` });
		}
	}
	const known = new Set([...files, ...otherFiles]);
	const graph = new Map<string, string[]>();
	let importCount = 0;
	for (const file of judged) {
		const references = importsOf(file.tokens);
		importCount += references.length;
		const targets: string[] = [];
		for (const reference of references) {
			const target = resolveRelative(file.path, reference.specifier);
			if (target !== undefined && known.has(target)) targets.push(target);
			const message = judgeImport(file, reference, target, known, table);
			if (message !== undefined) violations.push({ file: file.path, line: reference.line, message });
		}
		graph.set(file.path, targets);
		violations.push(...forbiddenWordsIn(file));
	}
	violations.push(...circlesIn(graph));
	return { violations, fileCount: judged.length, importCount };
}

function ruleFor(path: string, table: Table): LayerRule | undefined {
	return table.rules.find((rule) => rule.files.test(path));
}

/** The path from the root a relative specifier leads to; undefined for packages, built-ins and computed ones. */
function resolveRelative(from: string, specifier: string | undefined): string | undefined {
	if (specifier === undefined || !/^\.{0,2}\//.test(specifier)) return undefined;
	return specifier.startsWith('/') ? specifier : posix.join(posix.dirname(from), specifier);
}

/** Why this import is not allowed, or undefined. */
function judgeImport(
	file: Judged,
	reference: ImportReference,
	target: string | undefined,
	known: ReadonlySet<string>,
	table: Table,
): string | undefined {
	const { rule } = file;
	const { specifier } = reference;
	if (specifier === undefined) {
		return rule.layer === 'tests' || rule.computedImports?.test(file.path) === true
			? undefined
			: 'imports a path computed at run time, which no check can judge';
	}
	if (target === undefined) return judgePackage(rule, specifier);
	if (!known.has(target)) return `imports ${specifier}, which is no file of the repository`;
	if (rule.importsFiles?.includes(target)) return undefined;
	const targetRule = ruleFor(target, table);
	if (targetRule === undefined) return `imports ${target}, which belongs to no layer`;
	if (targetRule === rule) {
		const group = rule.apart?.exec(file.path)?.[1];
		const targetGroup = rule.apart?.exec(target)?.[1];
		return group === targetGroup ? undefined : `imports ${target}: ${rule.why}`;
	}
	if (reference.typeOnly && rule.importsTypes?.includes(targetRule.layer)) return undefined;
	if (mayImport(rule, targetRule, table)) return undefined;
	return `layer ${rule.layer} imports ${target} of layer ${targetRule.layer}: ${rule.why}`;
}

function mayImport(rule: LayerRule, target: LayerRule, table: Table): boolean {
	if (rule.imports !== 'any') return rule.imports.includes(target.layer);
	const importers = table.importedOnlyBy[target.layer];
	return importers === undefined || importers.includes(rule.layer);
}

function judgePackage(rule: LayerRule, specifier: string): string | undefined {
	if (isBuiltin(specifier)) {
		const allowed = rule.node === 'any' || (rule.node !== 'none' && rule.node.includes(specifier));
		return allowed ? undefined : `layer ${rule.layer} imports ${specifier}: ${rule.why}`;
	}
	const name = specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');
	const allowed = rule.packages === 'any' || (rule.packages !== 'none' && rule.packages.includes(name));
	return allowed ? undefined : `layer ${rule.layer} imports package ${name}: ${rule.why}`;
}

/** Forbidden names used as names: not as a property of something else, and not as the key of a literal. */
function forbiddenWordsIn(file: Judged): Violation[] {
	const found: Violation[] = [];
	const forbidden = new Set(file.rule.forbiddenWords);
	file.tokens.forEach((token, index) => {
		if (token.kind !== 'word' || file.tokens[index - 1]?.text === '.') return;
		const property = file.tokens[index + 1]?.text === '.' ? file.tokens[index + 2]?.text : undefined;
		const name = forbidden.has(token.text) ? token.text : `${token.text}.${property}`;
		if (!forbidden.has(name)) return;
		found.push({ file: file.path, line: token.line, message: `uses ${name}: ${file.rule.why}` });
	});
	return found;
}

/** One violation per circle of imports, with the way around it. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): Violation[] {
	const found: Violation[] = [];
	const done = new Set<string>();
	const path: string[] = [];
	const visit = (file: string): void => {
		if (done.has(file)) return;
		const start = path.indexOf(file);
		if (start >= 0) {
			const circle = [...path.slice(start), file].join(' → ');
			found.push({ file, line: 0, message: `imports itself in a circle: ${circle}` });
			return;
		}
		path.push(file);
		for (const target of graph.get(file) ?? []) visit(target);
		path.pop();
		done.add(file);
	};
	for (const file of [...graph.keys()].sort()) visit(file);
	return found;
}
