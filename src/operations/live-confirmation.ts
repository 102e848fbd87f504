/**
 * Requires a second confirmation of live mode at every start of the service. A setting can be copied from another
 * machine, or go unnoticed in a file. The operator must therefore name the exchanges where real orders may be placed.
 */
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-flags.ts';
import { isTradedAt } from '../venues/facts.ts';
import { OPERATOR_TEXTS } from './text.ts';

/** Environment variable that confirms trading with real money. */
export const LIVE_VARIABLE = 'CARRYWIRE_LIVE';

/**
 * Refuses to start in live mode without confirmation. `named` is the value of `--live`.
 * @throws ConfigError LIVE_NOT_CONFIRMED with the exact command if the confirmation is missing; ConfigError if
 * `--live` was given in another mode
 */
export function requireLiveConfirmed(
	{ mode, venues }: Pick<Config, 'mode' | 'venues'>,
	named: string | undefined,
	env: Readonly<Record<string, string | undefined>>,
): void {
	if (mode !== 'live') {
		if (named === undefined) return;
		throw new ConfigError(OPERATOR_TEXTS.liveInOtherMode(mode));
	}
	const given = named ?? env[LIVE_VARIABLE];
	const traded = venues.filter(isTradedAt);
	const list = traded.join(',');
	const how = OPERATOR_TEXTS.confirmLive(list, LIVE_VARIABLE);
	if (given === undefined) throw new ConfigError(OPERATOR_TEXTS.liveUnconfirmed(how));
	const confirmed = given.split(',').map((name) => name.trim());
	if (confirmed.toSorted().join(',') === traded.toSorted().join(',')) return;
	throw new ConfigError(
		OPERATOR_TEXTS.liveOther(named === undefined ? LIVE_VARIABLE : '--live', given.slice(0, 64), how),
	);
}
