import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { figuresOf, processTree } from './process-figures.ts';

test('reports a process with its memory and its child processes', async () => {
	// With a second command (`:`) the shell must stay alive, so Node becomes its child process. With a single command
	// the shell would replace itself.
	const shell = spawn('sh', ['-c', `"${process.execPath}" -e "process.stdin.resume(); console.log(1)"; :`], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	await once(shell.stdout, 'data');
	const [first, second, ...more] = processTree(shell.pid ?? 0);
	// Only Linux reports these figures.
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
