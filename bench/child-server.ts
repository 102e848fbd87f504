/** Starts servers in separate processes. Each server prints `{"port":…}` to standard output once it listens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type ChildServer = { readonly port: number; readonly child: ChildProcess };

/**
 * @param file server program in `bench/` @param input text for the server's standard input @throws Error
 * when the server exits before it listens
 */
export async function startChildServer(
	file: string,
	arguments_: readonly string[] = [],
	input = '',
	nodeFlags: readonly string[] = [],
): Promise<ChildServer> {
	const child = spawn(process.execPath, [...nodeFlags, join(import.meta.dirname, file), ...arguments_], {
		stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
	});
	child.stdin?.end(input);
	const port = await new Promise<number>((resolve, reject) => {
		child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it listened.`)));
		if (child.stdout !== null)
			createInterface({ input: child.stdout }).once('line', (line) =>
				resolve((JSON.parse(line) as { readonly port: number }).port),
			);
	});
	return { port, child };
}
