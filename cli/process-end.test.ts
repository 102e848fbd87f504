/** Checks that no output is lost when the process ends before the reader has taken it all. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const BYTES = 1_000_000;
const PROGRAM = `
	import { endProcess } from ${JSON.stringify(join(import.meta.dirname, 'process-end.ts'))};
	process.stdout.write('x'.repeat(${BYTES}));
	await endProcess(3);
`;

test('waits until a pipe has taken the whole output, and keeps the exit code', async () => {
	const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(child, 'exit');
	let bytes = 0;
	for await (const chunk of child.stdout) bytes += (chunk as Buffer).length;
	expect(await ended).toEqual([3, null]);
	expect(bytes).toBe(BYTES);
});
