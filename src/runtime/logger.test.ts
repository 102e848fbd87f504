import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function logged(level: string, write: (log: ReturnType<typeof createLogger>) => void) {
	const lines: string[] = [];
	write(createLogger(level, { write: (line: string) => lines.push(line) }));
	return lines.map((line) => JSON.parse(line) as { readonly level: number; readonly error: string });
}

const fault = new Error('not opened', { cause: new TypeError('no such file') });

test('writes an error and its causes on one line without a stack for a warning at level info', () => {
	const [line] = logged('info', (log) => log.warn({ error: fault }, 'a file is missing'));
	expect(line?.error).toBe('Error: not opened; because TypeError: no such file');
});

test('keeps the stack of an error, and of a warning at level debug', () => {
	const [error] = logged('info', (log) => log.error({ error: fault }, 'a fault of the service'));
	const [warning] = logged('debug', (log) => log.warn({ error: fault }, 'a file is missing'));
	for (const line of [error, warning]) expect(line?.error).toMatch(/^Error: not opened\n +at /);
});
