import { parseDecimal } from '../../domain/decimal.ts';
import { COMMON_MULTIPLES } from '../../domain/names.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import { hostsAt } from '../../domain/venue-sites.ts';

/** Binance's constant data, which the service has before it loads the adapter. */
export const binance: VenueFacts = {
	name: 'binance',
	shownName: 'Binance',
	keyForm: 'key and secret',
	walletAsset: 'USDT',
	isDecentralised: false,
	ccxtClass: 'binanceusdm',
	ccxtAliases: ['binancecoinm'],
	// Symbols are spelled like BTCUSDT and BTCUSDC (USD-M exchange information, read 2026-11).
	spelling: {
		...COMMON_MULTIPLES,
		symbol: /^(.+?)(USDT|USDC)$/,
		quotes: { USDT: 'USDT', USDC: 'USDC' },
	},
	settlement: {
		// Our default, because Binance does not say exactly when it counts positions.
		uncertaintyMs: 20_000,
		paidOn: 'mark',
		// One version of "Introduction to Binance Futures Funding Rates" says "a 15-second deviation" and another "up
		// to 1 min" (read 2026-11). The tolerance allows for changes in the mark price during the longer of these
		// times.
		tolerance: parseDecimal('0.02'),
		// Since 2025-05-02, Binance switches a contract to hourly settlement when its rate reaches the cap or floor
		// (Binance's funding page, read 2026-11). Some rates look like a bound but are not: after -0.375 % on SOLUSDC
		// and LINKUSDC at 2025-10-11 00:00 UTC, no settlement came sooner. In that case the interval that Binance
		// reports corrects our expectation at once.
		isHourlyAtBound: true,
	},
	maintenanceAt: 'mark',
	hasOAuthClient: false,
	sites: {
		main: hostsAt('https://fapi.binance.com', 'wss://fstream.binance.com'),
		further: [],
		regional: [],
		// Page "General Info", USDⓈ-M futures (developers.binance.com, as of 2026-09). Binance's connectors and ccxt
		// 4.5.84 still use the earlier stream host `wss://fstream.binancefuture.com`; a setting can select that host.
		test: {
			hosts: hostsAt('https://demo-fapi.binance.com', 'wss://demo-fstream.binance.com'),
			keyPage: 'demo.binance.com/en/my/settings/api-management',
			sharesRest: false,
			regional: [],
		},
	},
};
