/** Which money a service uses, for as long as its data directory lives. */

/**
 * `simulated`: exchanges of this program, invented prices. `paper`: the real exchanges' public data and accounts that are kept
 * here. `testnet`: test money at the exchanges' own test environments, by the users' test keys. `live`: real orders.
 */
export const TRADING_MODES = ['simulated', 'paper', 'testnet', 'live'] as const;

/** One of `TRADING_MODES`. */
export type TradingMode = (typeof TRADING_MODES)[number];

/** Whether orders leave this machine for accounts that users have at exchanges, by keys of theirs. */
export function usesOwnKeys(mode: string): boolean {
	return mode === 'testnet' || mode === 'live';
}
