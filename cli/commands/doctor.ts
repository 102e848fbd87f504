import { configFlags } from '../../src/config/config-flags.ts';
import { commandCode } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/** Runs the data directory checks. Fails if any check fails. */
export const doctor = commandCode({
	read: ({ values }) => ({
		flags: configFlags(values),
		json: values.json === true,
		probe: values.probe === true,
	}),
	async run(question, parts) {
		const { runDoctor } = await import('../../src/operations/doctor/doctor.ts');
		const isWell = await runDoctor(question, { ...parts, log: parts.logger });
		return isWell ? EXIT_CODES.OK : EXIT_CODES.FAILURE;
	},
});
