import { ConfigError } from '../../src/config/config-flags.ts';
import { unconfirmedExposures } from '../../src/config/exposure.ts';
import { requireLiveConfirmed } from '../../src/operations/live-confirmation.ts';
import { textOf } from '../given.ts';
import { operatorCommand } from '../operator-command.ts';
import { untilStopped } from '../until-stopped.ts';

/**
 * Runs the service until a signal arrives. In live mode, the user must repeat the names of the exchanges in `--live`.
 */
export const serve = operatorCommand({
	/** `live`: the exchanges that the user typed, as a second confirmation for real orders. */
	read: ({ values }) => ({ live: textOf(values.live) }),
	async run({ live }, parts) {
		const { config, output, env } = parts;
		requireLiveConfirmed(config, live, env);
		const exposures = unconfirmedExposures(config);
		if (exposures.length > 0) throw new ConfigError(exposures.join('\n'));
		return untilStopped(await parts.startService(config, { output, env }), parts);
	},
});
