/** Lists the rules of the service that a replay can switch off, to measure their effect. */
import { GUARDS } from '../opportunities/guards.ts';
import { DIRECTION_RULE } from './service-pace.ts';

/** Names of the rules: the rule of one direction, and the codes of the guards that forbid a trade. */
export const REPLAY_RULES: readonly string[] = [
	DIRECTION_RULE,
	...Object.entries(GUARDS).flatMap(([code, { blocking }]) => (blocking ? [code] : [])),
];
