import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireNode } from './node-version.ts';
import { runStep, runSteps, type Step } from './steps.ts';

const DURATION_MS_MAX = 15_000;
const step = (name: string, code: string): Step => ({
	name,
	nodeArguments: ['-e', code],
	durationMsMax: DURATION_MS_MAX,
});

test('a step passes by its exit code and keeps what it wrote to both outputs', async () => {
	const good = await runStep(step('good', "console.log('out'); console.error('err')"));
	expect(good).toMatchObject({ name: 'good', passed: true });
	expect(good.output).toContain('out\n');
	expect(good.output).toContain('err\n');
	const bad = await runStep(step('bad', 'process.exitCode = 3'));
	expect(bad.passed).toBe(false);
});

test('a step runs under the Node that runs the check, with the environment it asks for', async () => {
	const { output } = await runStep({
		...step('node', 'console.log(process.execPath, process.env.CARRYWIRE_X)'),
		environment: { CARRYWIRE_X: 'y' },
	});
	expect(output).toBe(`${process.execPath} y\n`);
});

test('a step that does not end is ended and has failed', async () => {
	const result = await runStep({ ...step('endless', 'setInterval(() => {}, 1000)'), durationMsMax: 300 });
	expect(result.passed).toBe(false);
	expect(result.output).toContain('Ended: ran longer than 300 ms.');
});

test('every step runs although one failed, results keep their order, and only failures show output', async () => {
	const lines: string[] = [];
	const steps = [
		step('first', "console.log('quiet')"),
		step('second', "console.log('loud'); process.exitCode = 1"),
		step('third', ''),
	];
	const results = await runSteps(steps, 2, (line) => lines.push(line));
	expect(results.map(({ name, passed }) => [name, passed])).toEqual([
		['first', true],
		['second', false],
		['third', true],
	]);
	expect(lines.join('\n')).toContain('loud');
	expect(lines.join('\n')).not.toContain('quiet');
	expect(lines.filter((line) => line.startsWith('ok'))).toHaveLength(2);
});

test('never more steps at once than allowed', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-steps-'));
	try {
		const lock = JSON.stringify(join(folder, 'lock'));
		const alone = `const fs = require('node:fs'); fs.mkdirSync(${lock}); setTimeout(() => fs.rmdirSync(${lock}), 30)`;
		const results = await runSteps([step('a', alone), step('b', alone), step('c', alone)], 1, () => {});
		expect(results.map((result) => result.passed)).toEqual([true, true, true]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test('an older Node is refused with the way out', () => {
	expect(() => requireNode('22.18.0')).toThrow('was 22.18.0, at least 24 is needed');
	expect(() => requireNode('24.0.0')).not.toThrow();
	expect(() => requireNode('26.1.0')).not.toThrow();
	expect(() => requireNode()).not.toThrow();
});
