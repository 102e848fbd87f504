/**
 * Starts the service for benches as users do, with its simulated exchanges, on free ports and in a separate data
 * directory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const READY_MS_MAX = 30_000;
const READY_POLL_MS = 50;
const MAIN = join(import.meta.dirname, '..', 'cli', 'main.ts');

export type StartedService = {
	readonly port: number;
	readonly dataDir: string;
	readonly stop: () => Promise<void>;
};

/**
 * Starts the service without rate limits, because the bench measures work and not refusals. @throws Error with the
 * output when the service does not become ready
 */
export async function startService(): Promise<StartedService> {
	const dataDir = mkdtempSync(join(tmpdir(), 'carrywire-bench-'));
	const config = join(dataDir, 'bench.config.json');
	const lifted = { perSecond: 1_000_000, burst: 1_000_000 };
	// All earlier versions were also measured with these two exchanges, so the figures stay comparable.
	const venues = ['bybit', 'kucoin'];
	writeFileSync(
		config,
		JSON.stringify({ venues, rateLimits: { public: lifted, read: lifted, trade: lifted, stop: lifted } }),
	);
	const child = spawn(
		process.execPath,
		[MAIN, 'serve', '--port', '0', '--data-dir', dataDir, '--config', config, '--log-level', 'warn'],
		{ stdio: ['ignore', 'pipe', 'pipe'] },
	);
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
	try {
		const port = await waitUntilReady(child, dataDir, () => output);
		return { port, dataDir, stop: () => stop(child, dataDir) };
	} catch (error) {
		await stop(child, dataDir);
		throw error;
	}
}

async function waitUntilReady(child: ChildProcess, dataDir: string, output: () => string): Promise<number> {
	for (let waited = 0; waited < READY_MS_MAX && child.exitCode === null; waited += READY_POLL_MS) {
		await wait(READY_POLL_MS);
		const port = portIn(dataDir);
		if (port === undefined) continue;
		const ready = await fetch(`http://127.0.0.1:${port}/ready`).then(
			(response) => response.ok,
			() => false,
		);
		if (ready) return port;
	}
	throw new Error(`The service was not ready within ${READY_MS_MAX} ms. Its output:\n${output()}`);
}

function portIn(dataDir: string): number | undefined {
	try {
		return (JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { service?: { port: number } })
			.service?.port;
	} catch {
		return undefined;
	}
}

async function stop(child: ChildProcess, dataDir: string): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) {
		const gone = new Promise((resolve) => child.once('exit', resolve));
		child.kill('SIGTERM');
		await gone;
	}
	rmSync(dataDir, { recursive: true, force: true });
}
