/** Plants each mutant in a copy of the tree and runs the simulation in that copy until it reports a violation. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Mutant } from './mutant.ts';

export type MutantResult = {
	readonly mutant: Mutant;
	/** First violation that matches the mutant; undefined if the mutant survived. */
	readonly caught: string | undefined;
	/** Message about any other problem. */
	readonly problem: string | undefined;
	readonly seconds: number;
};

const COPIED = ['src', 'test/simulation', 'test/support', 'package.json'];

/** Copies the files that the simulation needs, so that mutants can change them. */
export function copyTree(): {
	readonly root: string;
	readonly remove: () => void;
	/** Returns messages about mutants whose text does not occur exactly once in its file. */
	readonly misfits: (mutants: readonly Mutant[]) => readonly string[];
} {
	const root = mkdtempSync(join(tmpdir(), 'carrywire-mutants-'));
	const from = resolve(import.meta.dirname, '../../..');
	for (const path of COPIED) cpSync(join(from, path), join(root, path), { recursive: true });
	symlinkSync(join(from, 'node_modules'), join(root, 'node_modules'));
	return {
		root,
		remove: () => rmSync(root, { recursive: true, force: true }),
		misfits: (mutants) =>
			mutants.flatMap((mutant) => misfit(mutant, readFileSync(join(root, mutant.file), 'utf8')) ?? []),
	};
}

export async function runMutant(root: string, mutant: Mutant): Promise<MutantResult> {
	const path = join(root, mutant.file);
	const original = readFileSync(path, 'utf8');
	const problem = misfit(mutant, original);
	if (problem !== undefined) return { mutant, caught: undefined, problem, seconds: 0 };
	const startedAt = performance.now();
	writeFileSync(
		path,
		original.replace(mutant.find, () => mutant.replace),
	);
	const output = await simulate(root, searchFor(mutant, root)).finally(() => writeFileSync(path, original));
	const violations = output.split('\n').filter((line) => line.startsWith('VIOLATION'));
	const caught = violations.find((line) => mutant.caughtAs.test(line));
	const survival =
		caught === undefined ? survivedAs(mutant, violations, output) : await withoutMutant(root, mutant, caught);
	return { mutant, caught, problem: survival, seconds: (performance.now() - startedAt) / 1_000 };
}

/**
 * Returns a problem if the seed also fails without the mutant, because the violation is then not caused by the
 * mutant.
 */
async function withoutMutant(root: string, { name }: Mutant, caught: string): Promise<string | undefined> {
	const seed = /^VIOLATION seed (\d+):/.exec(caught)?.[1];
	if (seed === undefined) return `${name}: its violation does not name a seed: ${caught}`;
	const output = await simulate(root, ['--seed', seed]);
	return output.includes(`seed ${seed}: 0 violations`)
		? undefined
		: `${name}: seed ${seed} proves nothing, because it also fails without the mutant`;
}

function misfit({ name, file, find }: Mutant, text: string): string | undefined {
	const found = text.split(find).length - 1;
	return found === 1
		? undefined
		: `${name} no longer applies: its text occurs ${found} times in ${file}, not once`;
}

function survivedAs({ seedsMax, caughtAs }: Mutant, violations: readonly string[], output: string): string {
	const [first] = violations;
	if (first !== undefined) return `was noticed, but not as ${caughtAs}: ${first}`;
	return /violations: 0/.test(output)
		? `survived ${seedsMax} seeds`
		: `broke the simulation itself: ${output.slice(-2_000)}`;
}

function searchFor({ seedFirst = 1, seedsMax, caughtAs }: Mutant, root: string): readonly string[] {
	return [
		...['--seeds', `${seedFirst}..${seedFirst + seedsMax - 1}`, '--workers', '1', '--fresh'],
		...['--until', caughtAs.source],
		...['--state', join(root, 'state.json')],
	];
}

function simulate(root: string, args: readonly string[]): Promise<string> {
	return new Promise((done) => {
		const child = spawn(process.execPath, [join(root, 'test/simulation/sim.ts'), ...args], {
			cwd: root,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => {
				output += text;
			});
		child.on('close', () => done(output));
	});
}
