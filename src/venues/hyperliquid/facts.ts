import { parseDecimal } from '../../domain/decimal.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import { hostsAt } from '../../domain/venue-sites.ts';

/** Hyperliquid's constant data, which the service has before it loads the adapter. */
export const hyperliquid: VenueFacts = {
	name: 'hyperliquid',
	shownName: 'Hyperliquid',
	keyForm: 'wallet',
	walletAsset: 'USDC',
	isDecentralised: true,
	ccxtClass: 'hyperliquid',
	ccxtAliases: [],
	// A contract is named after its coin alone, and settles in USDC. The prefix k means a thousand (page "Info
	// endpoint: perpetuals", meta, read 2026-11).
	spelling: {
		// A colon marks a contract on another deployer's exchange (`xyz:TSLA`), and @ marks a spot pair; neither is a
		// perpetual that we trade.
		symbol: /^([^:@/]+)()$/,
		quotes: { '': 'USDC' },
		prefixes: [['k', 1_000]],
		exceptions: {},
	},
	settlement: {
		// Our default, because Hyperliquid does not say exactly when it counts positions.
		uncertaintyMs: 20_000,
		// Page "Funding". Each of 218 recorded payments equals size × oracle price × rate.
		paidOn: 'oracle',
		// Hyperliquid publishes a new oracle price "every 3 seconds" (page "Oracle", read 2026-11), so a settlement
		// may use a different price from the one in our last poll.
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
