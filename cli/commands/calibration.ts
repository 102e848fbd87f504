import { loadConfig } from '../../src/config/load-config.ts';
import { runCalibrationCommand } from '../calibration.ts';
import { defineCommand } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, noWords } from '../given.ts';

export const calibration = defineCommand({
	name: 'calibration',
	group: 'operate',
	summary: 'Compares the forecasts of this service with what was received.',
	about:
		'Compares the forecasts of this service with what was received: the first forecast of each pair, direction and horizon shown in an hour, and every execution made, scored by the settlements that followed. It scores as npm run calibrate does on recorded data: the stated odds of trade verdicts in ten bins, squeezes, slopes by kind of pair, the calibration error of the stated reversals, and the net of trade verdicts beside all others. It lists first the figures that are outside their goals. Reads only, whether or not a service runs.',
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
