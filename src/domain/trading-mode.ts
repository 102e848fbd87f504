/** The kind of money that a service uses, fixed for the lifetime of its data directory. */

/**
 * `simulated`: exchanges of this program, simulated prices. `paper`: the real exchanges' public data, with accounts
 * stored here. `testnet`: test money at the exchanges' own test environments, with the users' test keys. `live`: real
 * orders.
 */
export const TRADING_MODES = ['simulated', 'paper', 'testnet', 'live'] as const;

/** One of `TRADING_MODES`. */
export type TradingMode = (typeof TRADING_MODES)[number];

/** True if orders leave this machine for the users' own accounts at exchanges, signed with their keys. */
export function usesOwnKeys(mode: string): boolean {
	return mode === 'testnet' || mode === 'live';
}
