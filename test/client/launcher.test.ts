/**
 * Tests which Node `bin/carrywire.js` chooses to run the program. A script replaces the machine's own Node and prints
 * its name.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runExample } from './example-process.ts';

const LAUNCHER = resolve('bin/carrywire.js');
const folder = mkdtempSync(join(tmpdir(), 'carrywire-launcher-'));
const ownNode = join(folder, 'node');
writeFileSync(ownNode, '#!/bin/sh\necho "own node: $2"\nexit 7\n', { mode: 0o755 });

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function launched(env: Readonly<Record<string, string>>) {
	const command = runExample(LAUNCHER, ['--version'], { cwd: folder, env });
	return { exit: await command.ended, text: command.text() };
}

const underNpm = (version: string, path = ownNode) =>
	launched({
		npm_node_execpath: path,
		npm_config_user_agent: `npm/11.19.1 node/v${version} linux x64 workspaces/false`,
	});

test.each(['24.18.1', '24.19.0', '26.0.0'])("the machine's own Node %s runs the program", async (version) => {
	expect(await underNpm(version)).toEqual({ exit: 7, text: 'own node: --version\n' });
});

test.each([
	['is older than the security fixes', () => underNpm('24.18.0')],
	['is much older', () => underNpm('20.20.2')],
	['is not there', () => underNpm('26.0.0', join(folder, 'none'))],
	['is unknown because npm did not start the program', () => launched({})],
])("npm's Node runs the program if the machine's own %s", async (_case, launch) => {
	expect(await launch()).toEqual({ exit: 0, text: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});
