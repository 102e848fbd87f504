/**
 * The second word that mode live asks for at each start. A setting can be copied from another machine, or stay in a file that
 * nobody looks at; whoever starts must name the exchanges at which real orders may be placed.
 */
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-flags.ts';
import { isTradedAt } from '../venues/facts.ts';

/** Environment variable by which an operator confirms that real money is traded. */
export const LIVE_VARIABLE = 'CARRYWIRE_LIVE';

/**
 * `named`: what stood behind `--live`.
 * @throws ConfigError LIVE_NOT_CONFIRMED that says exactly what to type; or where `--live` was given in another mode
 */
export function requireLiveConfirmed(
	{ mode, venues }: Pick<Config, 'mode' | 'venues'>,
	named: string | undefined,
	env: Readonly<Record<string, string | undefined>>,
): void {
	if (mode !== 'live') {
		if (named === undefined) return;
		throw new ConfigError(
			`--live: was given, and mode must be live for it; was ${mode}. Leave --live out, or set mode to live.`,
		);
	}
	const given = named ?? env[LIVE_VARIABLE];
	const traded = venues.filter(isTradedAt);
	const list = traded.join(',');
	const what = `To place real orders there, start with --live ${list}, or with ${LIVE_VARIABLE}=${list} in the environment.`;
	if (given === undefined)
		throw new ConfigError(
			`mode: live must be asked for once more at this start (LIVE_NOT_CONFIRMED); was asked for in the settings alone. ${what}`,
		);
	const confirmed = given.split(',').map((name) => name.trim());
	if (confirmed.toSorted().join(',') === traded.toSorted().join(',')) return;
	throw new ConfigError(
		`${named === undefined ? LIVE_VARIABLE : '--live'}: must name the configured exchanges that are traded at, all of them and no other (LIVE_NOT_CONFIRMED); was ${JSON.stringify(given.slice(0, 64))}. ${what}`,
	);
}
