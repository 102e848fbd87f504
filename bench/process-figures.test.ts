import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { figuresOf, processTree } from './process-figures.ts';

test('a process is told with its memory and what it started', async () => {
	// The shell goes on to a second command, so that it does not hand itself over to the first.
	const shell = spawn('sh', ['-c', `"${process.execPath}" -e "process.stdin.resume(); console.log(1)"; :`], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	await once(shell.stdout, 'data');
	const [first, second, ...more] = processTree(shell.pid ?? 0);
	// Elsewhere than on Linux nothing is told.
	if (process.platform !== 'linux') {
		expect(first).toBeUndefined();
		shell.stdin.end();
		return;
	}
	expect(more).toEqual([]);
	expect(first?.pid).toBe(shell.pid);
	expect(second?.words.slice(1, 2)).toEqual(['-e']);
	expect(second?.residentMb).toBeGreaterThan(second?.anonymousMb ?? 0);
	expect(second?.anonymousMb).toBeGreaterThan(1);
	expect(second?.startedAtMs).toBeGreaterThanOrEqual(first?.startedAtMs ?? 0);
	shell.stdin.end();
	await once(shell, 'exit');
	expect(figuresOf(shell.pid ?? 0)).toBeUndefined();
});
