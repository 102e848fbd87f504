import { parseDecimal } from '../../domain/decimal.ts';
import { COMMON_MULTIPLES } from '../../domain/names.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import { hostsAt } from '../../domain/venue-sites.ts';

/** KuCoin's constant data, which the service has before it loads the adapter. */
export const kucoin: VenueFacts = {
	name: 'kucoin',
	shownName: 'KuCoin',
	keyForm: 'key, secret and passphrase',
	walletAsset: 'USDT',
	isDecentralised: false,
	ccxtClass: 'kucoinfutures',
	ccxtAliases: [],
	// Symbols are spelled like XBTUSDTM, XBTUSDCM and XBTUSDM (page "Get All Symbols", read 2026-11).
	spelling: {
		...COMMON_MULTIPLES,
		symbol: /^(.+?)(USDT|USDC|USD)M$/,
		quotes: { USDT: 'USDT', USDC: 'USDC', USD: 'USD' },
	},
	settlement: {
		// Help page "Futures Funding Fee" (read 2026-11): KuCoin uses the mark price and pays up to 20 s late. The
		// tolerance covers the change in the mark price during this delay.
		uncertaintyMs: 20_000,
		paidOn: 'mark',
		tolerance: parseDecimal('0.01'),
		isHourlyAtBound: true,
	},
	// Page "Isolated margin", read 2026-11.
	maintenanceAt: 'mark',
	hasOAuthClient: true,
	// KuCoin has one site, whose responses name the stream addresses. Coins, ledgers and keys are on the spot host
	// (KuCoin's pages, read 2026-11).
	sites: {
		main: hostsAt('https://api-futures.kucoin.com', 'wss://ws-api-futures.kucoin.com'),
		further: ['api.kucoin.com'],
		regional: [],
	},
};
