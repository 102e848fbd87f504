/** Defines the type of money that a service uses, which is fixed for the lifetime of its data directory. */

/**
 * `simulated`: simulated prices at exchanges that this program provides. `paper`: the real exchanges' public data,
 * with demo accounts stored in the data directory. `testnet`: test money in the exchanges' own test environments,
 * with the users' test keys. `live`: real orders.
 */
export const TRADING_MODES = ['simulated', 'paper', 'testnet', 'live'] as const;

/** One of `TRADING_MODES`. */
export type TradingMode = (typeof TRADING_MODES)[number];

/** Returns true if orders leave this machine for the users' own accounts at exchanges, signed with their keys. */
export function usesOwnKeys(mode: string): boolean {
	return mode === 'testnet' || mode === 'live';
}
