/** Checks that parser, help and completions share one table and that each command behaves as its row describes. */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { POT_PARAMS } from '../src/api/rpc/autopilot-params.ts';
import { MODES as MODES_OF_SERVICE } from '../src/api/rpc/cost-terms.ts';
import { LIST_GROUPS } from '../src/api/rpc/opportunity-list.ts';
import { VERDICTS as VERDICTS_OF_SERVICE } from '../src/domain/opportunity.ts';
import {
	DRAWDOWN_ACTIONS as DRAWDOWN_ACTIONS_OF_SERVICE,
	POT_KINDS as POT_KINDS_OF_SERVICE,
	POT_MODES as POT_MODES_OF_SERVICE,
} from '../src/ports/autopilot.ts';
import {
	FUNDING_HISTORY_DAYS,
	FUNDING_ORDERS as FUNDING_ORDERS_OF_SERVICE,
	FUNDING_SORT_KEYS as FUNDING_SORT_KEYS_OF_SERVICE,
} from '../src/ports/funding-map.ts';
import { LIST_ORDERS, SORT_KEYS as SORT_KEYS_OF_SERVICE } from '../src/ports/opportunities.ts';
import { MARGIN_PLACES as MARGIN_PLACES_OF_SERVICE } from '../src/ports/portfolio-planner.ts';
import { NAMED_SQUEEZES } from '../src/replay/report/named-squeezes.ts';
import { runCaptured } from '../test/support/captured-command.ts';
import { readCommandLine } from './command-line.ts';
import { COMMANDS, findCommand } from './commands.ts';
import { completionScript } from './completion-scripts.ts';
import { paramName } from './params.ts';
import { DRAWDOWN_ACTIONS, POT_FLAGS, POT_KINDS, POT_MODES, SQUEEZES } from './pot-flags.ts';
import {
	FUNDING_DAYS,
	FUNDING_ORDERS,
	FUNDING_SORT_KEYS,
	GROUPS,
	MARGIN_PLACES,
	MODES,
	ORDERS,
	SORT_KEYS,
	VERDICTS,
} from './trade-flags.ts';

/**
 * Returns the output of each piece of a script. A single bash process runs all pieces in turn, because bash starts
 * slowly.
 */
function answersOfBash(prelude: string, pieces: readonly string[]): readonly (readonly string[])[] {
	const script = [prelude, ...pieces.map((piece) => `${piece}\nprintf '\\1'`)].join('\n');
	const { stdout, stderr, status, error } = spawnSync('bash', ['-u'], { input: script, encoding: 'utf8' });
	expect({ stderr, status, error }).toEqual({ stderr: '', status: 0, error: undefined });
	const answers = stdout.split('\x01').slice(0, -1);
	expect(answers).toHaveLength(pieces.length);
	return answers.map((answer) => answer.split('\0').slice(0, -1));
}

/**
 * Extracts the command line from an example: the inside of `$(…)` and `<(…)`, without pipes and without variables
 * before the program.
 */
function lineOf(example: string): string {
	const line = example.replace(/^\w+=/, '');
	return (/[$<]\((carrywire .*)\)/.exec(line)?.[1] ?? line).split(/ [|<>] /)[0] ?? '';
}

/** Returns the help that a command line prints. */
async function helpLines(...words: readonly string[]): Promise<readonly string[]> {
	const { exit, stdout, stderr } = await runCaptured(words);
	expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
	return stdout.split('\n');
}

const EXAMPLES = [...new Set(COMMANDS.flatMap(({ examples }) => examples))];
/** The arguments of each example, as a shell passes them. */
let wordsOf: ReadonlyMap<string, readonly string[]>;
beforeAll(() => {
	const words = answersOfBash(
		'',
		EXAMPLES.map((example) => `printf '%s\\0' ${lineOf(example)}`),
	);
	wordsOf = new Map(EXAMPLES.map((example, index) => [example, words[index] ?? []]));
});

test('has unique names, all listed in help', async () => {
	const names = COMMANDS.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	const help = (await helpLines('--help')).join('\n');
	for (const name of names) expect(help).toContain(`\n  ${name} `);
});

describe.each(COMMANDS.map((command) => [command.name, command] as const))('%s', (name, command) => {
	test('has help with an example, in lines of at most 150 characters', async () => {
		const lines = await helpLines(name, '--help');
		expect(command.examples.length).toBeGreaterThan(0);
		for (const flag of Object.keys(command.flags)) expect(lines.join('\n')).toContain(`--${flag}`);
		for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(150);
	});

	test.each(command.examples)('understands its example: %s', async (example) => {
		const [program, ...words] = wordsOf.get(example) ?? [];
		expect(program).toBe('carrywire');
		expect((await readCommandLine(words)).name).toBe(name);
	});

	test('declares only choices that a shell can complete', () => {
		for (const { choices } of [...Object.values(command.flags), ...(command.words ?? [])])
			for (const choice of choices ?? []) expect(choice).toMatch(/^[\w.:/-]+$/);
	});
});

/** Returns the completions that bash proposes for the last word of each line. */
function completed(...lines: readonly (readonly string[])[]): readonly (readonly string[])[] {
	const pieces = lines.map((words) => {
		const quoted = ['carrywire', ...words].map((word) => `'${word}'`).join(' ');
		return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _carrywire; for each in "\${COMPREPLY[@]}"; do printf '%s\\0' "$each"; done`;
	});
	return answersOfBash(completionScript('bash', COMMANDS), pieces);
}

describe('bash completions, run in bash', () => {
	test('know every command', () => {
		const [all, helped] = completed([''], ['help', 'comp']);
		expect(all).toEqual(expect.arrayContaining(COMMANDS.map(({ name }) => name)));
		expect(helped).toEqual(['completions']);
	});

	test('know every flag of every command, and no other', () => {
		const proposed = completed(...COMMANDS.map(({ name }) => [name, '--']));
		const flagsOf = (name: string) => Object.keys(findCommand(name)?.flags ?? {}).map((flag) => `--${flag}`);
		expect(
			Object.fromEntries(COMMANDS.map(({ name }, index) => [name, [...(proposed[index] ?? [])].sort()])),
		).toEqual(Object.fromEntries(COMMANDS.map(({ name }) => [name, [...flagsOf(name), '--help'].sort()])));
	});

	test('know the values of a flag and the arguments by position, and propose nothing for free text', () => {
		const cases: readonly (readonly [words: readonly string[], proposed: readonly string[]])[] = [
			[
				['serve', '--log-level', ''],
				['debug', 'info', 'warn', 'error'],
			],
			[['venue', '--user', 'ann', 'by'], ['bybit']],
			[['venue', 'bybit', '--json', 'b'], ['balance']],
			[['venue', 'bybit', 'balance', 'b'], []],
			[['serve', '--port', ''], []],
			[['nothing', ''], []],
		];
		expect(completed(...cases.map(([words]) => words))).toEqual(cases.map(([, proposed]) => proposed));
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

test('lists the same choices as the service', () => {
	expect(MODES).toEqual(MODES_OF_SERVICE);
	expect(VERDICTS).toEqual(VERDICTS_OF_SERVICE);
	expect([SORT_KEYS, ORDERS, GROUPS]).toEqual([SORT_KEYS_OF_SERVICE, LIST_ORDERS, LIST_GROUPS]);
	expect(MARGIN_PLACES).toEqual(MARGIN_PLACES_OF_SERVICE);
	expect([POT_MODES, POT_KINDS, DRAWDOWN_ACTIONS]).toEqual([
		POT_MODES_OF_SERVICE,
		POT_KINDS_OF_SERVICE,
		DRAWDOWN_ACTIONS_OF_SERVICE,
	]);
	expect(SQUEEZES).toEqual(NAMED_SQUEEZES.map(({ id }) => id));
	expect([FUNDING_SORT_KEYS, FUNDING_ORDERS, FUNDING_DAYS]).toEqual([
		FUNDING_SORT_KEYS_OF_SERVICE,
		FUNDING_ORDERS_OF_SERVICE,
		FUNDING_HISTORY_DAYS,
	]);
});

test('autopilot has a flag for each setting of a pot', () => {
	// The command asks for the confirmation, and the client makes the key.
	const { confirm_live: _confirmed, idempotency_key: _key, ...settings } = POT_PARAMS;
	expect(Object.keys(POT_FLAGS).map(paramName).sort()).toEqual(Object.keys(settings).sort());
});

/** Runs only if the shell is installed. Otherwise only the text is checked, by the test above. */
const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0;
for (const shell of ['zsh', 'fish'] as const)
	if (isInstalled(shell))
		test(`${shell} parses its completions`, () => {
			const { stderr, status } = spawnSync(shell, ['-n'], {
				input: completionScript(shell, COMMANDS),
				encoding: 'utf8',
			});
			expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
		});
