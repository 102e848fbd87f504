import { parseDecimal } from '../../domain/decimal.ts';
import { COMMON_MULTIPLES } from '../../domain/names.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import { hostsAt } from '../../domain/venue-sites.ts';

/** The facts known of Binance before its adapter is loaded. */
export const binance: VenueFacts = {
	name: 'binance',
	shownName: 'Binance',
	keyForm: 'key and secret',
	walletAsset: 'USDT',
	isDecentralised: false,
	ccxtClass: 'binanceusdm',
	ccxtAliases: ['binancecoinm'],
	// BTCUSDT, BTCUSDC (USD-M exchange information, read 2026-11).
	spelling: {
		...COMMON_MULTIPLES,
		symbol: /^(.+?)(USDT|USDC)$/,
		quotes: { USDT: 'USDT', USDC: 'USDC' },
	},
	settlement: {
		// The caution for all exchanges that state no sharper time.
		uncertaintyMs: 20_000,
		paidOn: 'mark',
		// "A 15-second deviation" in one version of "Introduction to Binance Futures Funding Rates" and "up to 1 min" in another (read
		// 2026-11), of which the longer counts.
		tolerance: parseDecimal('0.02'),
		// Since 2025-05-02 (its funding page, read 2026-11). Not every print that looks like a bound is one: none that followed -0.375 %
		// of SOLUSDC and LINKUSDC of 2025-10-11 00:00 UTC came sooner. The stated interval corrects the expectation at once.
		isHourlyAtBound: true,
	},
	maintenanceAt: 'mark',
	hasOAuthClient: false,
	sites: {
		main: hostsAt('https://fapi.binance.com', 'wss://fstream.binance.com'),
		further: [],
		regional: [],
		// Page "General Info" of USDⓈ-M futures (developers.binance.com, as of 2026-09); its connectors and ccxt 4.5.84 still name
		// `wss://fstream.binancefuture.com`, the earlier host of streams, which can be set.
		test: {
			hosts: hostsAt('https://demo-fapi.binance.com', 'wss://demo-fstream.binance.com'),
			keyPage: 'demo.binance.com/en/my/settings/api-management',
			sharesRest: false,
			regional: [],
		},
	},
};
