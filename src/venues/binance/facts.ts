import { parseDecimal } from '../../domain/decimal.ts';
import { COMMON_MULTIPLES } from '../../domain/names.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import { hostsAt } from '../../domain/venue-sites.ts';

/** Facts about Binance that the service knows before it loads the adapter. */
export const binance: VenueFacts = {
	name: 'binance',
	shownName: 'Binance',
	keyForm: 'key and secret',
	walletAsset: 'USDT',
	isDecentralised: false,
	ccxtClass: 'binanceusdm',
	ccxtAliases: ['binancecoinm'],
	// Spelling as in BTCUSDT and BTCUSDC (USD-M exchange information, read 2026-11).
	spelling: {
		...COMMON_MULTIPLES,
		symbol: /^(.+?)(USDT|USDC)$/,
		quotes: { USDT: 'USDT', USDC: 'USDC' },
	},
	settlement: {
		// Same margin as for every exchange without a sharper statement.
		uncertaintyMs: 20_000,
		paidOn: 'mark',
		// Binance says "a 15-second deviation" in one version of "Introduction to Binance Futures Funding Rates" and "up to 1
		// min" in another (read 2026-11); we use the longer time.
		tolerance: parseDecimal('0.02'),
		// Binance does this since 2025-05-02 (its funding page, read 2026-11). Not every rate that looks like a bound is one.
		// After -0.375 % on SOLUSDC and LINKUSDC on 2025-10-11 00:00 UTC no settlement came sooner. The interval that
		// Binance states corrects the expectation at once.
		isHourlyAtBound: true,
	},
	maintenanceAt: 'mark',
	hasOAuthClient: false,
	sites: {
		main: hostsAt('https://fapi.binance.com', 'wss://fstream.binance.com'),
		further: [],
		regional: [],
		// Page "General Info" of USDⓈ-M futures (developers.binance.com, as of 2026-09). Binance's connectors and ccxt 4.5.84
		// still name the earlier stream host `wss://fstream.binancefuture.com`; a setting can name it.
		test: {
			hosts: hostsAt('https://demo-fapi.binance.com', 'wss://demo-fstream.binance.com'),
			keyPage: 'demo.binance.com/en/my/settings/api-management',
			sharesRest: false,
			regional: [],
		},
	},
};
