import { TRADING_MODES } from '../../src/domain/trading-mode.ts';
import { defineCommand } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { ACCESS_FLAGS, CONFIG_FLAGS, configFlags, noWords } from '../given.ts';

export const doctor = defineCommand({
	name: 'doctor',
	group: 'operate',
	summary: 'What works of configuration, machine, store, network and exchanges.',
	about:
		'Looks at everything that the service hangs on and says of each what is so, and what to do where it is not: the configuration, this machine, the data directory, the vault, the database, a running service, the network, the clocks, the exchanges, the accounts. Beside a running service or without one. Changes nothing, places no order, shows no secret. The exit code is 0 when nothing failed, 1 otherwise.',
	forms: ['[flags]'],
	flags: {
		mode: {
			value: 'MODE',
			meaning: 'As for serve, where no file or variable says so.',
			choices: [...TRADING_MODES],
		},
		venues: { value: 'LIST', meaning: 'As for serve.' },
		host: { value: 'ADDRESS', meaning: 'As for serve.' },
		port: { value: 'NUMBER', meaning: 'As for serve.' },
		...ACCESS_FLAGS,
		json: { meaning: 'Print JSON.' },
		probe: {
			meaning:
				'Also places one order that cannot fill on every account, as the self-check of the modes testnet and live does, cancels it and waits until it is proven gone. Only while no service runs.',
		},
		...CONFIG_FLAGS,
	},
	examples: ['carrywire doctor', 'carrywire doctor --mode live --venues bybit,kucoin --json'],
	read({ values, words }) {
		noWords('doctor', words);
		return { flags: configFlags(values), json: values.json === true, probe: values.probe === true };
	},
	async run(question, parts) {
		const isWell = await parts.runDoctor(question, { ...parts, log: parts.logger });
		return isWell ? EXIT_CODES.OK : EXIT_CODES.FAILURE;
	},
});
