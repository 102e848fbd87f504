import { configFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { runCalibrationCommand } from '../calibration.ts';
import { commandCode } from '../command.ts';

/** Prints the scores of the service's own forecasts, from the store. */
export const calibration = commandCode({
	read: ({ values }) => ({ flags: configFlags(values), json: values.json === true }),
	async run({ flags, json }, { env, cwd, output }) {
		const { dataDir } = loadConfig({ flags, env, cwd });
		runCalibrationCommand({ dataDir, json }, { output });
	},
});
