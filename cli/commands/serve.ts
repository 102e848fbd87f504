import { unconfirmedExposures } from '../../src/config/exposure.ts';
import { ConfigError, loadConfig } from '../../src/config/load-config.ts';
import { TRADING_MODES } from '../../src/domain/trading-mode.ts';
import { requireLiveConfirmed } from '../../src/operations/live-confirmation.ts';
import { defineCommand } from '../command.ts';
import {
	ACCESS_FLAGS,
	CONFIG_FLAGS,
	configFlags,
	EXTERNAL_FLAG,
	LOG_LEVEL_FLAG,
	noWords,
	SIMULATION_FLAGS,
	textOf,
} from '../given.ts';
import { untilStopped } from '../until-stopped.ts';

export const serve = defineCommand({
	name: 'serve',
	group: 'operate',
	summary: 'Run the service.',
	about:
		'Runs the service until it is told to stop (Ctrl-C or SIGTERM), which answers what is in flight first.',
	forms: ['[flags]'],
	flags: {
		host: { value: 'ADDRESS', meaning: 'Address to listen on (default 127.0.0.1).' },
		port: { value: 'NUMBER', meaning: 'Port to listen on (default 8080; 0 takes a free one).' },
		...ACCESS_FLAGS,
		mode: {
			value: 'MODE',
			meaning:
				"simulated (the default); paper: accounts kept here, at the real exchanges' prices; testnet: test money at the exchanges' test environments, by your test keys; or live: real orders with real money.",
			choices: [...TRADING_MODES],
		},
		live: {
			value: 'LIST',
			meaning:
				'With mode live, at each start: the exchanges at which real orders may be placed, which must be all that are configured and traded at. Or CARRYWIRE_LIVE=LIST in the environment. Without it mode live is refused.',
		},
		...SIMULATION_FLAGS,
		...EXTERNAL_FLAG,
		...LOG_LEVEL_FLAG,
		...CONFIG_FLAGS,
	},
	examples: [
		'carrywire serve',
		'carrywire serve --port 9000 --settle-in 60',
		'carrywire serve --mode testnet --venues bybit,okx',
		'carrywire serve --mode live --venues bybit,kucoin --live bybit,kucoin --admitted 0x5290…',
	],
	read({ values, words }) {
		noWords('serve', words);
		/** `live`: exchanges, as typed: the second word for real orders. */
		return { flags: configFlags(values), live: textOf(values.live) };
	},
	async run({ flags, live }, parts) {
		const { output, env, cwd } = parts;
		const config = loadConfig({ flags, env, cwd });
		requireLiveConfirmed(config, live, env);
		const exposures = unconfirmedExposures(config);
		if (exposures.length > 0) throw new ConfigError(exposures.join('\n'));
		return untilStopped(await parts.startService(config, { output, env }), parts);
	},
});
