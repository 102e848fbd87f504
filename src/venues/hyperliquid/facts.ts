import { parseDecimal } from '../../domain/decimal.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import { hostsAt } from '../../domain/venue-sites.ts';

/** Facts about Hyperliquid that the service knows before it loads the adapter. */
export const hyperliquid: VenueFacts = {
	name: 'hyperliquid',
	shownName: 'Hyperliquid',
	keyForm: 'wallet',
	walletAsset: 'USDC',
	isDecentralised: true,
	ccxtClass: 'hyperliquid',
	ccxtAliases: [],
	// A contract is named by its bare coin and settled in USDC; a prefix k means a thousand (page "Info endpoint:
	// perpetuals", meta, read 2026-11).
	spelling: {
		// A colon marks a market of another deployer (`xyz:TSLA`), @ a spot pair; neither is one of these perpetuals.
		symbol: /^([^:@/]+)()$/,
		quotes: { '': 'USDC' },
		prefixes: [['k', 1_000]],
		exceptions: {},
	},
	settlement: {
		// Same margin as for every exchange that states no time.
		uncertaintyMs: 20_000,
		// Page "Funding", and 218 recorded payments that equal size × oracle price × rate.
		paidOn: 'oracle',
		// Hyperliquid publishes the oracle price "every 3 seconds" (page "Oracle", read 2026-11).
		tolerance: parseDecimal('0.005'),
		isHourlyAtBound: false,
	},
	maintenanceAt: 'mark',
	hasOAuthClient: false,
	sites: {
		main: hostsAt('https://api.hyperliquid.xyz', 'wss://api.hyperliquid.xyz'),
		further: [],
		regional: [],
		// Page "API" (read 2026-11): the testnet is a separate chain.
		test: {
			hosts: hostsAt('https://api.hyperliquid-testnet.xyz', 'wss://api.hyperliquid-testnet.xyz'),
			keyPage: 'app.hyperliquid-testnet.xyz/API',
			sharesRest: false,
			regional: [],
		},
	},
};
