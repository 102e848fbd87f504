/** Defines the OKX v5 module: USDT-margined perpetuals, an account in futures mode with net positions. */
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import type { SessionDialect } from '../shared/dialect.ts';
import type { VenueModule } from '../shared/venue-module.ts';
import { okxAccount } from './account.ts';
import { okxProtocol } from './books.ts';
import { OKX_ERRORS } from './errors.ts';
import { okx as facts } from './facts.ts';
import { okxHistory } from './history.ts';
import { readOkxKey } from './key.ts';
import { OKX_BUDGETS } from './limits.ts';
import { okxMarkets } from './markets.ts';
import { okxOAuth } from './oauth.ts';
import { okxOrders } from './orders.ts';
import { DEMO_HEADER, okxRequests } from './signed-request.ts';
import { okxAccountStream } from './stream.ts';
import { okxTransfers } from './transfers.ts';

const SESSION: SessionDialect = {
	facts,
	settings: {
		defaultType: 'swap',
		fetchMarkets: { types: ['swap'] },
		fetchCurrencies: false,
		brokerId: '',
	},
	...OKX_BUDGETS,
	errors: OKX_ERRORS,
	inTest: { adapt: asksForDemo, signedRequests: okxRequests(DEMO_HEADER) },
	accountStream: okxAccountStream,
	readKey: readOkxKey,
};

/** OKX's constant data and adapter. */
export const okx: VenueModule = {
	facts,
	createDialect: () => ({
		...SESSION,
		...okxMarkets,
		...okxAccount(),
		...okxHistory,
		...okxOrders,
		transfers: okxTransfers,
	}),
	books: okxProtocol,
	oauth: okxOAuth,
	lacks: {
		transfers: 'OKX shows networks only to a caller with an API key (page “Get currencies”).',
		'address ban':
			'OKX documents no address ban; it answers too many requests only with 429 (page “Rate Limits”).',
		'fee in the venue’s coin': 'OKX charges no fees on perpetuals in its own coin.',
	},
	plainReads: {
		settings: { defaultType: 'swap', fetchMarkets: { types: ['swap'] }, fetchCurrencies: false },
		receivedSign: 1,
	},
};

/** The members of ccxt's OKX class that we use. */
type Signing = {
	sign: (...request: readonly unknown[]) => { readonly headers?: Readonly<Record<string, unknown>> };
};

/**
 * Adds the header that marks test money. OKX's demo trading uses the real-money hosts with this header (section "Demo
 * Trading Services" in okx.com/docs-v5, 2026-07). Without the header OKX refuses a demo key (50101) and sends real
 * prices. We add it to every request, signed or not, whatever ccxt's `headers` property contains.
 */
function asksForDemo(exchange: CcxtExchange): void {
	const signing = exchange as unknown as Signing;
	const plain = signing.sign.bind(exchange);
	signing.sign = (...request) => {
		const signed = plain(...request);
		return { ...signed, headers: { ...signed.headers, ...DEMO_HEADER } };
	};
}
