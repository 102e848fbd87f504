import { parseDecimal } from '../../domain/decimal.ts';
import { COMMON_MULTIPLES } from '../../domain/names.ts';
import type { VenueFacts } from '../../domain/venue-facts.ts';
import { hostsAt, type RegionalSite } from '../../domain/venue-sites.ts';

const SITE_PAGES =
	'section "Production Trading Services" of my.okx.com/docs-v5 (EEA) and app.okx.com/docs-v5 (US), by the client okx-api of 2026-04-28';
const DEMO_PAGES =
	'section "Demo Trading Services" by the clients of my.okx.com/docs-v5 and app.okx.com/docs-v5, 2026-07';

function regional(region: string, rest: string, stream: string, source: string): RegionalSite {
	return { region, hosts: hostsAt(`https://${rest}.okx.com`, `wss://${stream}.okx.com:8443`), source };
}

/** OKX's constant data, which the service has before it loads the adapter. */
export const okx: VenueFacts = {
	name: 'okx',
	shownName: 'OKX',
	keyForm: 'key, secret and passphrase',
	walletAsset: 'USDT',
	isDecentralised: false,
	ccxtClass: 'okx',
	ccxtAliases: [],
	// Symbols are spelled like BTC-USDT-SWAP (page "Get instruments", read 2026-11).
	spelling: {
		...COMMON_MULTIPLES,
		symbol: /^(.+?)-(USDT|USDC|USD)-SWAP$/,
		quotes: { USDT: 'USDT', USDC: 'USDC', USD: 'USD' },
	},
	settlement: {
		// A charge can take up to "1 min" ("Introduction to perpetual swap funding fee", read 2026-11) and uses the
		// mark price. The tolerance covers the change in the mark price during this delay.
		uncertaintyMs: 60_000,
		paidOn: 'mark',
		tolerance: parseDecimal('0.02'),
		isHourlyAtBound: false,
	},
	maintenanceAt: 'mark',
	hasOAuthClient: false,
	sites: {
		main: hostsAt('https://www.okx.com', 'wss://ws.okx.com:8443'),
		further: [],
		regional: [
			regional('my.okx.com', 'eea', 'wseea', SITE_PAGES),
			regional('app.okx.com', 'us', 'wsus', SITE_PAGES),
		],
		// Section "Demo Trading Services" in okx.com/docs-v5 (2026-07): requests go to the real-money hosts with the
		// header `x-simulated-trading: 1`, and streams use separate hosts.
		test: {
			hosts: hostsAt('https://www.okx.com', 'wss://wspap.okx.com:8443'),
			keyPage: 'okx.com: Demo trading, then API keys of demo trading',
			sharesRest: true,
			regional: [
				regional('my.okx.com', 'eea', 'wseeapap', DEMO_PAGES),
				regional('app.okx.com', 'us', 'wsuspap', DEMO_PAGES),
			],
		},
	},
};
