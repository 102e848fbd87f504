/** Defines the user-facing messages about Binance accounts and API keys. */
import { NOTICE_TEXT } from '../shared/text.ts';
import { binance } from './facts.ts';

/** The response that describes a key lacks its permissions. */
export const NO_PERMISSIONS = "Binance's answer does not include the permissions of the key.";

/** The response that describes a test account lacks `canTrade`. */
export const NO_TRADE_PERMISSION = "Binance's answer does not say whether the account may trade.";

/** The test environment has neither maintenance notices nor a list of currencies. */
export const NO_TEST_NOTICES = NOTICE_TEXT.noTest({ exchange: binance.shownName });

/** Binance requires a key for the list of currencies and networks. */
export const CURRENCIES_NEED_KEY = NOTICE_TEXT.needsKey({
	exchange: binance.shownName,
	page: "All Coins' Information",
});
