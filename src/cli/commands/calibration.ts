import { runCalibrationCommand } from '../calibration.ts';
import { defineCommand } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, noWords } from '../given.ts';
import { loadConfig } from '../load-config.ts';

export const calibration = defineCommand({
	name: 'calibration',
	group: 'operate',
	summary: 'What this service promised of carry, and what arrived.',
	about:
		'Prints what this service promised of carry and what arrived: every verdict shown and every execution made, scored by the settlements that followed. Reads only, while a service runs or none does.',
	forms: ['[flags]'],
	flags: { json: { meaning: 'Print JSON: fractions, not basis points.' }, ...CONFIG_FLAGS },
	examples: ['carrywire calibration', 'carrywire calibration --json --data-dir ./data'],
	read({ values, words }) {
		noWords('calibration', words);
		return { flags: configFlags(values), json: values.json === true };
	},
	async run({ flags, json }, parts) {
		const { env, cwd } = parts;
		const { dataDir } = loadConfig({ flags, env, cwd });
		await runCalibrationCommand({ dataDir, json }, parts);
		return EXIT_CODES.OK;
	},
});
