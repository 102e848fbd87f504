import { parseDecimal } from '../../domain/decimal.ts';
import { COMMON_MULTIPLES } from '../../domain/names.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import { hostsAt } from '../../domain/venue-sites.ts';

/** The facts known of KuCoin before its adapter is loaded. */
export const kucoin: VenueFacts = {
	name: 'kucoin',
	shownName: 'KuCoin',
	keyForm: 'key, secret and passphrase',
	walletAsset: 'USDT',
	isDecentralised: false,
	ccxtClass: 'kucoinfutures',
	ccxtAliases: [],
	// XBTUSDTM, XBTUSDCM, XBTUSDM (page "Get All Symbols", read 2026-11).
	spelling: {
		...COMMON_MULTIPLES,
		symbol: /^(.+?)(USDT|USDC|USD)M$/,
		quotes: { USDT: 'USDT', USDC: 'USDC', USD: 'USD' },
	},
	settlement: {
		// Up to 20 s late by its help page "Futures Funding Fee" (read 2026-11), on the mark; the tolerance goes with that time.
		uncertaintyMs: 20_000,
		paidOn: 'mark',
		tolerance: parseDecimal('0.01'),
		isHourlyAtBound: true,
	},
	// Page "Isolated margin", read 2026-11.
	maintenanceAt: 'mark',
	hasOAuthClient: true,
	// One site, which tells the addresses of its streams itself. Coins, ledgers and keys are on the host of spot (its own pages, read 2026-11).
	sites: {
		main: hostsAt('https://api-futures.kucoin.com', 'wss://ws-api-futures.kucoin.com'),
		further: ['api.kucoin.com'],
		regional: [],
	},
};
