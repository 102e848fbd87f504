/** OKX v5, USDT-margined perpetuals, an account in futures mode with net positions: its facts and its adapter. */
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

/** OKX as a module: its facts and its adapter. */
export const okx: VenueModule = {
	facts,
	createDialect: () => ({
		...SESSION,
		...okxMarkets,
		...okxAccount(),
		...okxHistory,
		...okxOrders,
	}),
	books: okxProtocol,
	oauth: okxOAuth,
	lacks: {
		transfers: 'OKX tells of networks only to whoever has a key (page “Get currencies”).',
		'address ban': 'OKX documents none: too many requests are answered with 429 alone (page “Rate Limits”).',
		'fee in the venue’s coin': 'OKX takes no coin of its own for fees of perpetuals.',
	},
	plainReads: {
		settings: { defaultType: 'swap', fetchMarkets: { types: ['swap'] }, fetchCurrencies: false },
		receivedSign: 1,
	},
};

/** The parts of ccxt's OKX that are used. */
type Signing = {
	sign: (...request: readonly unknown[]) => { readonly headers?: Readonly<Record<string, unknown>> };
};

/**
 * Demo trading of OKX: its requests go to the hosts of real money and say by a header that they are of test money (section "Demo
 * Trading Services" of okx.com/docs-v5, 2026-07). Without the header the same key is refused (50101), and the prices are the real ones.
 * It is put into every request, signed or not, whatever ccxt's own member for headers has.
 */
function asksForDemo(exchange: CcxtExchange): void {
	const signing = exchange as unknown as Signing;
	const plain = signing.sign.bind(exchange);
	signing.sign = (...request) => {
		const signed = plain(...request);
		return { ...signed, headers: { ...signed.headers, ...DEMO_HEADER } };
	};
}
