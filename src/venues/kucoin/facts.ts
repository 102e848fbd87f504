import { parseDecimal } from '../../domain/decimal.ts';
import { COMMON_MULTIPLES } from '../../domain/names.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import { hostsAt } from '../../domain/venue-sites.ts';

/** Facts about KuCoin that are available before its adapter is loaded. */
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
		// Help page "Futures Funding Fee" (read 2026-11): paid on the mark price, up to 20 s late. The tolerance
		// covers this delay.
		uncertaintyMs: 20_000,
		paidOn: 'mark',
		tolerance: parseDecimal('0.01'),
		isHourlyAtBound: true,
	},
	// Page "Isolated margin", read 2026-11.
	maintenanceAt: 'mark',
	hasOAuthClient: true,
	// One site; its answers name the stream addresses. Coins, ledgers and keys are on the spot host (KuCoin's pages,
	// read 2026-11).
	sites: {
		main: hostsAt('https://api-futures.kucoin.com', 'wss://ws-api-futures.kucoin.com'),
		further: ['api.kucoin.com'],
		regional: [],
	},
};
