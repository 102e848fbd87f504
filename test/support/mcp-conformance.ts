/** Runs the MCP conformance suite against a server on this machine, and reads its results. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';

const TOOL = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

export type Check = { readonly id: string; readonly status: string; readonly errorMessage?: string };

/** Returns the names of the suite's scenarios for servers. */
export async function serverScenarios(): Promise<readonly string[]> {
	const listed = await run(['list']);
	const [, servers = ''] = /Server scenarios[^\n]*\n([\s\S]*?)\n\n/.exec(listed) ?? [];
	return [...servers.matchAll(/^ *- ([a-z0-9-]+)/gm)].map(([, name = '']) => name);
}

/** Runs every scenario once. Returns the checks, keyed by scenario. */
export async function runScenarios(url: string): Promise<ReadonlyMap<string, readonly Check[]>> {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-mcp-conformance-'));
	try {
		// Ignore the suite's exit code and read the checks. It is 1 if any scenario fails, even one for a feature
		// that we do not offer.
		await run(['server', '--url', url, '--suite', 'all', '--output-dir', folder]);
		return new Map(
			readdirSync(folder).map((name) => [
				// A scenario's folder is named `server-<scenario>-<time of the run>`.
				name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, ''),
				JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[],
			]),
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Returns a scenario's failures, as text. A warning counts as a failure, and so does a scenario without any check. */
export function notPassed(checks: readonly Check[] | undefined): readonly string[] {
	if (checks === undefined || checks.length === 0) return ['no check was made'];
	return checks
		.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')
		.map(({ id, status, errorMessage }) => `${id}: ${status} ${errorMessage ?? ''}`);
}

function run(args: readonly string[]): Promise<string> {
	return new Promise((resolve, reject) => {
		execFile(
			process.execPath,
			[TOOL, ...args],
			{ timeout: WAIT_MS_MAX, maxBuffer: 16 * 1_048_576 },
			(error, stdout, stderr) => {
				if (error !== null && error.code !== 1)
					reject(new Error(`The conformance suite did not run: ${stderr.slice(0, 2_000)}`, { cause: error }));
				else resolve(stdout);
			},
		);
	});
}
