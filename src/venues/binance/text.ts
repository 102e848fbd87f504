/** Sentences for people about Binance's accounts and API keys. */

/** Binance has no such leverage. @param leverage as decimal text */
export function leverageNotWhole(leverage: string): string {
	return `Leverage ${leverage} is not possible at Binance. Choose a whole number of at least 1.`;
}

/** The account shares margin across assets, which the service does not support. */
export const MULTI_ASSETS_MODE =
	'The account is in multi-assets mode, but single-asset mode is needed. Switch it at Binance.';

/** The description of a key lacks its permissions. */
export const NO_PERMISSIONS = "Binance's answer does not include the permissions of the key.";

/** The description of a test account lacks `canTrade`. */
export const NO_TRADE_PERMISSION = "Binance's answer does not say whether the account may trade.";

/** The test environment has neither maintenance notices nor a list of currencies. */
export const NO_TEST_NOTICES = 'Binance publishes no notices for its test environment.';

/** The list of currencies and networks needs a key. */
export const CURRENCIES_NEED_KEY =
	'Binance shows currencies and networks only to a caller with an API key (page "All Coins\' Information").';
