/** Lists the rules of the service that a replay can switch off, to measure their effect. */
import { GUARDS } from '../opportunities/guards.ts';

/** Names of the rules: the codes of the guards that forbid a trade. */
export const REPLAY_RULES: readonly string[] = Object.entries(GUARDS).flatMap(([code, { blocking }]) =>
	blocking ? [code] : [],
);
