/** Constant data about Tidemark, an exchange that exists only in tests. */
import { parseDecimal } from '../../../src/domain/decimal.ts';
import type { VenueFacts } from '../../../src/domain/venue-facts.ts';
import { hostsAt } from '../../../src/domain/venue-sites.ts';

/** Tidemark's names, hosts, symbol spelling and settlement rules. */
export const tidemark: VenueFacts = {
	name: 'tidemark',
	shownName: 'Tidemark',
	keyForm: 'key and secret',
	walletAsset: 'USDT',
	isDecentralised: false,
	// This is the base class, because ccxt has no class for Tidemark.
	ccxtClass: 'base/Exchange',
	ccxtAliases: [],
	spelling: {
		symbol: /^PERP_(.+)\.(USDT)$/,
		quotes: { USDT: 'USDT' },
		prefixes: [],
		exceptions: {},
	},
	settlement: {
		uncertaintyMs: 20_000,
		paidOn: 'mark',
		tolerance: parseDecimal('0.01'),
		isHourlyAtBound: false,
	},
	maintenanceAt: 'mark',
	hasOAuthClient: false,
	sites: {
		main: hostsAt('https://api.tidemark.test', 'wss://stream.tidemark.test'),
		further: [],
		regional: [],
	},
};
