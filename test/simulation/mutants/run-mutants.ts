/** Plants each mutant in a copy of the tree and runs the simulation there until it speaks. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Mutant } from './mutants.ts';

export type MutantResult = {
	readonly mutant: Mutant;
	/** The first violation that the mutant must show; undefined: it survived. */
	readonly caught: string | undefined;
	/** What went wrong instead, for a person. */
	readonly problem: string | undefined;
	readonly seconds: number;
};

const COPIED = ['src', 'test/simulation', 'test/support', 'package.json'];

/** A copy of what the simulation needs, in which files may be changed. */
export function copyTree(): { readonly root: string; readonly remove: () => void } {
	const root = mkdtempSync(join(tmpdir(), 'carrywire-mutants-'));
	const from = resolve(import.meta.dirname, '../../..');
	for (const path of COPIED) cpSync(join(from, path), join(root, path), { recursive: true });
	symlinkSync(join(from, 'node_modules'), join(root, 'node_modules'));
	return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

export async function runMutant(root: string, mutant: Mutant): Promise<MutantResult> {
	const path = join(root, mutant.file);
	const original = readFileSync(path, 'utf8');
	const found = original.split(mutant.find).length - 1;
	const result = { mutant, caught: undefined, seconds: 0 };
	if (found !== 1)
		return {
			...result,
			problem: `no longer applies: its text stands ${found} times in ${mutant.file}, not once`,
		};
	const startedAt = performance.now();
	writeFileSync(
		path,
		original.replace(mutant.find, () => mutant.replace),
	);
	try {
		const output = await simulate(root, mutant);
		const violations = output.split('\n').filter((line) => line.startsWith('VIOLATION'));
		const caught = violations.find((line) => mutant.caughtAs.test(line));
		const problem = caught !== undefined ? undefined : survivedAs(mutant, violations, output);
		return { mutant, caught, problem, seconds: (performance.now() - startedAt) / 1_000 };
	} finally {
		writeFileSync(path, original);
	}
}

function survivedAs({ seedsMax, caughtAs }: Mutant, violations: readonly string[], output: string): string {
	const [first] = violations;
	if (first !== undefined) return `was noticed, but not as ${caughtAs}: ${first}`;
	return /violations: 0/.test(output)
		? `survived ${seedsMax} seeds`
		: `broke the simulation itself: ${output.slice(-2_000)}`;
}

function simulate(root: string, { seedsMax, caughtAs }: Mutant): Promise<string> {
	return new Promise((done) => {
		const child = spawn(
			process.execPath,
			[
				join(root, 'test/simulation/sim.ts'),
				...['--seeds', `1..${seedsMax}`, '--workers', '1', '--fresh'],
				...['--until', caughtAs.source],
				...['--state', join(root, 'state.json')],
			],
			{ cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
		);
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => {
				output += text;
			});
		child.on('close', () => done(output));
	});
}
