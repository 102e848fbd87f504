/**
 * Runs `carrywire halt`, `resume` and `halts` over a real control socket, and on the store while no service is
 * running.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../src/runtime/clock.ts';
import { startControlService } from '../test/support/control-service.ts';
import { readCommandLine } from './command-line.ts';
import { type HaltAction, runHaltCommand } from './halt.ts';

let dataDir = '';
let printed: string[] = [];
let remarked: string[] = [];

beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'carrywire-halt-'));
	printed = [];
	remarked = [];
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs a command line whose arguments contain no spaces. */
async function run(line: string): Promise<void> {
	const { name, options } = await readCommandLine(line.split(' '));
	if (name !== 'halt' && name !== 'resume' && name !== 'halts')
		throw new Error(`The line is a halt, resume or halts; was ${name}.`);
	return runHaltCommand(
		{ ...(options as HaltAction), dataDir },
		{
			clock: systemClock,
			output: { print: (text) => printed.push(text), remark: (text) => remarked.push(text) },
		},
	);
}

async function listed(): Promise<unknown> {
	printed = [];
	await run('halts --json');
	return JSON.parse(printed.join('\n'));
}

describe.each(['the running service', 'the store'])('through %s', (through) => {
	test('halts, lists and resumes the service and an exchange independently', async () => {
		await using _service = through === 'the store' ? undefined : await startControlService(dataDir);
		await run('halt --reason maintenance');
		await run('halt --exchange kucoin');
		expect(await listed()).toMatchObject([
			{ scope: 'service', name: null, by: 'operator', reason: 'maintenance', close_all: false },
			{ scope: 'exchange', name: 'kucoin', by: 'operator', reason: null },
		]);
		await run('resume');
		expect(await listed()).toMatchObject([{ scope: 'exchange', name: 'kucoin' }]);
		await expect(run('resume')).rejects.toThrow('No halt is active in this service');
		await run('resume --exchange kucoin');
		printed = [];
		await run('halts');
		expect(printed).toEqual([]);
		expect(remarked.at(-1)).toBe('Nothing is halted.');
	});

	test('a repeated halt keeps its start and its close-all, and takes the last given reason', async () => {
		await using _service = through === 'the store' ? undefined : await startControlService(dataDir);
		await run('halt --close-all --reason first');
		const [first] = (await listed()) as [{ since: string }];
		await run('halt --reason second');
		await run('halt');
		expect(await listed()).toEqual([{ ...first, close_all: true, reason: 'second' }]);
	});
});

test('prints the executions that the service closes and cancels', async () => {
	await using _service = await startControlService(dataDir);
	await run('halt --exchange bybit --close-all');
	expect(printed).toEqual(['closing exec_running', 'canceling exec_opening']);
});

test('says without a service when the halt applies, and the next service finds it', async () => {
	await run('halt --exchange bybit');
	expect(remarked.join('\n')).toContain('from the next start');
	await using service = await startControlService(dataDir);
	expect(service.halts.covering('user_a', ['bybit', 'kucoin'])).toHaveLength(1);
	expect(service.halts.covering('user_a', ['kucoin'])).toEqual([]);
	await run('halts');
	expect(printed[1]).toContain('exchange  bybit');
});
