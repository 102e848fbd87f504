/** Which money a service uses, for as long as its data directory lives. */

/**
 * `simulated`: exchanges of this program, invented prices. `paper`: the real exchanges' public data and accounts that are kept
 * here. `live`: real orders.
 */
export const TRADING_MODES = ['simulated', 'paper', 'live'] as const;

export type TradingMode = (typeof TRADING_MODES)[number];
