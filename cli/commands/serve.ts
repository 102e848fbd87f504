import { ConfigError, configFlags } from '../../src/config/config-flags.ts';
import { unconfirmedExposures } from '../../src/config/exposure.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { requireLiveConfirmed } from '../../src/operations/live-confirmation.ts';
import { commandCode } from '../command.ts';
import { textOf } from '../given.ts';
import { untilStopped } from '../until-stopped.ts';

/** Runs the service until a signal; live trading needs its exchanges repeated in `--live`. */
export const serve = commandCode({
	read({ values }) {
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
