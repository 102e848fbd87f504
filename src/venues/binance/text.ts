/** Defines the user-facing messages about Binance accounts and API keys. */
import { NOTICE_TEXT } from '../shared/text.ts';
import { binance } from './facts.ts';

/** The test environment has neither maintenance notices nor a list of currencies. */
export const NO_TEST_NOTICES = NOTICE_TEXT.noTest({ exchange: binance.shownName });

/** Binance requires a key for the list of currencies and networks. */
export const CURRENCIES_NEED_KEY = NOTICE_TEXT.needsKey({
	exchange: binance.shownName,
	page: "All Coins' Information",
});
