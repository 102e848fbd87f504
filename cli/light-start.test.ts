/** Checks that help, `--version` and refused flags load no command code and none of the service's libraries. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { VENUE_NAMES } from '../src/venues/facts.ts';
import { loadedModules } from '../test/support/loaded-modules.ts';

/** Parsing a command line and showing help load exactly these files. */
const LIGHT = [
	'bin/carrywire.js',
	'cli/main.ts',
	'src/ports/logger.ts',
	'src/runtime/version.ts',
	'src/runtime/clock.ts',
	'src/runtime/random.ts',
	...[
		'exit-codes',
		'process-end',
		'process-terminal',
		'run',
		'signals',
		'command-line',
		'command',
		'commands',
		'trading-commands',
		'connection-commands',
		'access-commands',
		'operator-commands',
		'replay-command',
		'shared-flags',
		'trade-flags',
		'params',
		'pot-commands',
		'pot-flags',
	].map((name) => `cli/${name}.ts`),
	'src/identity/scopes.ts',
	'client/method-facts.ts',
	'src/domain/near-names.ts',
	'src/domain/trading-mode.ts',
	'src/domain/decimal.ts',
	'src/domain/names.ts',
	'src/domain/venue-sites.ts',
	'src/venues/facts.ts',
	...VENUE_NAMES.map((venue) => `src/venues/${venue}/facts.ts`),
];
const COMMANDER = /^node_modules\/commander\//;

/** Returns the loaded files except those of commander, sorted. */
function ownFiles(files: readonly string[]): readonly string[] {
	return files.filter((file) => !COMMANDER.test(file)).sort();
}

describe.each([
	[['--help'], 'Usage: carrywire COMMAND'],
	[['--version'], '.'],
	[['help', 'serve'], 'Usage: carrywire serve'],
	[['execute', '--help'], 'Usage: carrywire execute'],
])('carrywire %j', (words, shown) => {
	test('loads only the table of commands and commander', () => {
		const { exit, stdout, stderr, files } = loadedModules(...words);
		expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
		expect(stdout).toContain(shown);
		expect(files.some((file) => COMMANDER.test(file))).toBe(true);
		expect(ownFiles(files)).toEqual([...LIGHT].sort());
	});
});

test('completions load only their own code in addition', () => {
	const { exit, stdout, files } = loadedModules('completions', 'bash');
	expect(exit).toBe(0);
	expect(stdout).toContain('complete -F _carrywire carrywire');
	expect(ownFiles(files)).toEqual(
		[...LIGHT, 'cli/commands/completions.ts', 'cli/completion-scripts.ts'].sort(),
	);
});

test('refuses an unknown flag before it loads the code of the command', () => {
	const { exit, stderr, files } = loadedModules('serve', '--prot', '80');
	expect(exit).toBe(2);
	expect(stderr).toBe(
		"carrywire: Unknown option '--prot'. Did you mean --port?\nSee carrywire serve --help.\n",
	);
	expect(files.filter((file) => file.startsWith('cli/commands/'))).toEqual([]);
	expect(files.filter((file) => /node_modules\/(?!commander)/.test(file))).toEqual([]);
});

test('a client command loads no settings, methods or exchanges of the service', () => {
	const { exit, stderr, files } = loadedModules('status', '--url', 'http://127.0.0.1:1');
	expect({ exit, stderr }).toEqual({
		exit: 3,
		stderr: 'carrywire: 127.0.0.1:1 could not be reached: bad port\n',
	});
	expect(files).toContain('cli/commands/status.ts');
	expect(
		files.filter((file) =>
			/^src\/(?:config\/(?!config-flags)|app|api|venues\/(?!(?:\w+\/)?facts\.ts$)|market)\b/.test(file),
		),
	).toEqual([]);
	expect(files.filter((file) => /node_modules\/(?:ccxt|fastify|openid-client)\//.test(file))).toEqual([]);
});

test('a login loads no method of the service', () => {
	const { exit, files } = loadedModules('login', '--url', 'http://127.0.0.1:1');
	expect(exit).toBe(1);
	expect(files).toContain('cli/authorization-client.ts');
	expect(files.filter((file) => /^src\/(?:app|rpc|http|market)\b/.test(file))).toEqual([]);
});

test('a service loads no library for logins or agents before its first use', () => {
	const folder = mkdtempSync(join(tmpdir(), 'light-start-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const config = join(folder, 'carrywire.config.json');
	// The service fails when it opens the vault, after it has loaded every module that it needs at startup.
	const vault = { keySource: 'environment', keyVariable: 'CARRYWIRE_TEST_NO_SUCH_KEY' };
	writeFileSync(config, JSON.stringify({ mode: 'paper', vault }));
	const words = ['--config', config, '--data-dir', join(folder, 'data'), '--port', '0'];
	const { exit, stderr, files } = loadedModules('serve', ...words);
	expect(stderr).toContain('CARRYWIRE_TEST_NO_SUCH_KEY');
	expect(exit).toBe(1);
	expect(files).toContain('src/app/run-service.ts');
	expect(
		files.filter((file) =>
			/^node_modules\/(?:viem|@simplewebauthn|@modelcontextprotocol|openid-client|@opentelemetry\/sdk-trace)\//.test(
				file,
			),
		),
	).toEqual([]);
});
