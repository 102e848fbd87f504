/** Ends the process after a pipe has taken all output, because `process.exit` drops output that is still buffered. */
import type { Writable } from 'node:stream';

/** Ends the process with the code once both streams have passed on everything written to them. */
export async function endProcess(code: number): Promise<never> {
	await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
	process.exit(code);
}

function flushed(stream: Writable): Promise<void> {
	return new Promise((resolve) => stream.write('', () => resolve()));
}
