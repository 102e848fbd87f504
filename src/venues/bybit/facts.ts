import { parseDecimal } from '../../domain/decimal.ts';
import { COMMON_MULTIPLES } from '../../domain/names.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import { hostsAt, type RegionalSite } from '../../domain/venue-sites.ts';

const SITE_PAGES =
	'pages "Integration Guidance", "Connect" and "Get System Status" of bybit-exchange.github.io/docs/v5, as of 2026-07-24';

function regional(domain: string): RegionalSite {
	return {
		region: domain,
		hosts: hostsAt(`https://api.${domain}`, `wss://stream.${domain}`),
		source: SITE_PAGES,
	};
}

/** Bybit's constant data, which the service has before it loads the adapter. */
export const bybit: VenueFacts = {
	name: 'bybit',
	shownName: 'Bybit',
	keyForm: 'key and secret',
	walletAsset: 'USDT',
	isDecentralised: false,
	ccxtClass: 'bybit',
	ccxtAliases: [],
	// Symbols are spelled like BTCUSDT, BTCPERP (settled in USDC) and BTCUSD (inverse) (page "Enums Definitions",
	// read 2026-11).
	spelling: {
		...COMMON_MULTIPLES,
		symbol: /^(.+?)(USDT|USDC|PERP|USD)$/,
		quotes: { USDT: 'USDT', USDC: 'USDC', PERP: 'USDC', USD: 'USD' },
	},
	settlement: {
		// Our default, because Bybit does not say exactly when it counts positions.
		uncertaintyMs: 20_000,
		// Help page "Introduction to Funding Rate", read 2026-11.
		paidOn: 'mark',
		// The mark price moves in the second or two between our last poll and the settlement. Bybit publishes no
		// later price, so the tolerance covers this change.
		tolerance: parseDecimal('0.005'),
		// Bybit switches a contract to hourly settlement when its rate reaches a bound (its funding page, read
		// 2026-11), as INJ's did on 2026-02-19, 17:00 UTC. Some rates look like the bound but are not. At 2025-10-11,
		// 00:00 UTC, APT, SEI and TIA printed -1 %, SOL -0.5 %, DOGE and XRP -0.58 %. None of them settled sooner
		// afterwards. In that case the interval that Bybit reports corrects our expectation at once.
		isHourlyAtBound: true,
	},
	// Page "Liquidation price, isolated margin", read 2026-11.
	maintenanceAt: 'entry',
	hasOAuthClient: true,
	sites: {
		main: hostsAt('https://api.bybit.com', 'wss://stream.bybit.com'),
		further: [],
		regional: ['bybit.eu', 'bybit.tr', 'bybit.kz', 'bybitgeorgia.ge', 'bybit.id'].map(regional),
		// Page "Integration Guidance" of bybit-exchange.github.io/docs/v5 (as of 2026-07-24), and ccxt 4.5.84.
		test: {
			hosts: hostsAt('https://api-testnet.bybit.com', 'wss://stream-testnet.bybit.com'),
			keyPage: 'testnet.bybit.com/app/user/api-management',
			sharesRest: false,
			regional: [],
		},
	},
};
