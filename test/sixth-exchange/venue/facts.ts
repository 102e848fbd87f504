/** Facts of Tidemark, an exchange that exists in tests alone. */
import { parseDecimal } from '../../../src/domain/decimal.ts';
import type { VenueFacts } from '../../../src/domain/venue-facts.ts';
import { hostsAt } from '../../../src/domain/venue-sites.ts';

/** The facts of Tidemark. */
export const tidemark: VenueFacts = {
	name: 'tidemark',
	shownName: 'Tidemark',
	keyForm: 'key and secret',
	walletAsset: 'USDT',
	isDecentralised: false,
	// The base class: ccxt has none of its own for it.
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
