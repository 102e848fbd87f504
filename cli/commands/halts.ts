import { loadConfig } from '../../src/config/load-config.ts';
import { operatorDirectory } from '../../src/operations/operator-directory.ts';
import { defineCommand } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, noWords } from '../given.ts';
import { runHaltCommand } from '../halt.ts';

export const halts = defineCommand({
	name: 'halts',
	group: 'operate',
	summary: 'What is halted.',
	about: "Lists what is halted, since when, by whom and why: the operator's halts and the callers' own.",
	forms: ['[--json]'],
	flags: { json: { meaning: 'Print JSON.' }, ...CONFIG_FLAGS },
	examples: ['carrywire halts'],
	read({ values, words }) {
		noWords('halts', words);
		return { flags: configFlags(values), action: 'halts' as const, json: values.json === true };
	},
	async run({ flags, ...action }, parts) {
		const { env, cwd, output } = parts;
		const dataDir = operatorDirectory(loadConfig({ flags, env, cwd }), undefined, output);
		await runHaltCommand({ ...action, dataDir }, parts);
		return EXIT_CODES.OK;
	},
});
