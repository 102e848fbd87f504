/** One table feeds parser, help and completions: what each command says of itself holds. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { MODES as MODES_OF_SERVICE } from '../rpc/cost-terms.ts';
import { readCommandLine } from './command-line.ts';
import { COMMANDS, findCommand } from './commands.ts';
import { completionScript } from './completion-scripts.ts';
import { commandHelp, generalHelp } from './help.ts';
import { MODES } from './trade-flags.ts';

/** The words of a command line as a shell would hand them over: of `$(…)` and `<(…)` what is inside, without pipes. */
function wordsOf(example: string): string[] {
	const line = (/[$<]\((carrywire .*)\)/.exec(example)?.[1] ?? example).split(/ [|<>] /)[0] ?? '';
	const shell = `printf '%s\\0' ${line}`;
	const { stdout, status } = spawnSync('bash', ['-c', shell], { encoding: 'utf8' });
	expect(status, example).toBe(0);
	return stdout.split('\0').slice(0, -1);
}

test('names are unique, and sorted into groups', () => {
	const names = COMMANDS.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	const help = generalHelp(COMMANDS).join('\n');
	for (const name of names) expect(help).toContain(`\n  ${name} `);
});

describe.each(COMMANDS.map((command) => [command.name, command] as const))('%s', (name, command) => {
	test('has help with an example, in lines that fit', () => {
		const lines = commandHelp(command);
		expect(command.examples.length).toBeGreaterThan(0);
		for (const flag of Object.keys(command.flags)) expect(lines.join('\n')).toContain(`--${flag}`);
		for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(150);
	});

	test.each(command.examples)('understands its example: %s', (example) => {
		const [program, ...words] = wordsOf(example.replace(/^\w+=/, ''));
		expect(program).toBe('carrywire');
		expect(readCommandLine(words).name).toBe(name);
	});

	test('declares what its choices are', () => {
		for (const { choices } of [...Object.values(command.flags), ...(command.words ?? [])])
			for (const choice of choices ?? []) expect(choice).toMatch(/^[\w.:/-]+$/);
	});
});

/** What bash proposes for the last of these words. */
function completed(...words: string[]): string[] {
	const script = `${completionScript('bash', COMMANDS)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _carrywire; printf '%s\\n' "\${COMPREPLY[@]}"`;
	const { stdout, stderr, status } = spawnSync('bash', ['-u', '-c', script, 'bash', 'carrywire', ...words], {
		encoding: 'utf8',
	});
	expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
	return stdout.split('\n').filter((line) => line !== '');
}

describe('completions of bash, run in bash', () => {
	test('know every command', () => {
		expect(completed('')).toEqual(expect.arrayContaining(COMMANDS.map(({ name }) => name)));
		expect(completed('help', 'comp')).toEqual(['completions']);
	});

	test.each(COMMANDS.map(({ name }) => name))('know every flag of %s, and no other', (name) => {
		const flags = Object.keys(findCommand(name)?.flags ?? {}).map((flag) => `--${flag}`);
		expect(completed(name, '--').sort()).toEqual([...flags, '--help'].sort());
	});

	test('know the values of a flag, the words of a command in their places, and nothing that is anybody’s', () => {
		expect(completed('serve', '--log-level', '')).toEqual(['debug', 'info', 'warn', 'error']);
		expect(completed('venue', '--user', 'ann', 'by')).toEqual(['bybit']);
		expect(completed('venue', 'bybit', '--json', 'b')).toEqual(['balance']);
		expect(completed('venue', 'bybit', 'balance', 'b')).toEqual([]);
		expect(completed('serve', '--port', '')).toEqual([]);
		expect(completed('nothing', '')).toEqual([]);
	});
});

test.each(['zsh', 'fish'] as const)('completions of %s name every command and flag', (shell) => {
	const script = completionScript(shell, COMMANDS);
	for (const { name, flags } of COMMANDS) {
		const lines = script
			.split('\n')
			.filter((line) => new RegExp(`(?:^\t\t|from )${name}(?:\\)|'| )`).test(line));
		for (const flag of Object.keys(flags))
			expect(lines.join('\n'), `${name} --${flag}`).toMatch(
				shell === 'zsh' ? `'--${flag}[` : `-l ${flag} `.replace(/ $/, ' '),
			);
	}
});

test('the choices that are written down here are those of the service', () => {
	expect(MODES).toEqual(MODES_OF_SERVICE);
});

/** Only where the shell is there; elsewhere the words above are all that is proven. */
const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0;
for (const shell of ['zsh', 'fish'] as const)
	if (isThere(shell))
		test(`completions of ${shell} are read by ${shell} itself`, () => {
			const { stderr, status } = spawnSync(shell, ['-n'], {
				input: completionScript(shell, COMMANDS),
				encoding: 'utf8',
			});
			expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
		});
