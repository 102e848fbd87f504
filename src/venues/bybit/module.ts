/** Defines the Bybit V5 module: linear perpetuals, unified account, one-way positions. */
import type { SessionDialect } from '../shared/dialect.ts';
import type { VenueModule } from '../shared/venue-module.ts';
import { bybitAccount } from './account.ts';
import { bybitProtocol } from './books.ts';
import { BYBIT_ERRORS } from './errors.ts';
import { bybit as facts } from './facts.ts';
import { bybitHistory } from './history.ts';
import { readBybitKey } from './key.ts';
import { BYBIT_BUDGETS } from './limits.ts';
import { bybitMarkets } from './markets.ts';
import { bybitOAuth } from './oauth.ts';
import { bybitOrders } from './orders.ts';
import { READ_WINDOW_MS } from './signed-request.ts';
import { bybitAccountStream, routeProtectionAnswers } from './stream.ts';
import { bybitTransfers } from './transfers.ts';

const SESSION: SessionDialect = {
	facts,
	settings: {
		defaultType: 'swap',
		defaultSubType: 'linear',
		fetchMarkets: { types: ['linear'] },
		fetchCurrencies: false,
		recvWindow: READ_WINDOW_MS,
		enableUnifiedAccount: true,
		enableUnifiedMargin: false,
		brokerId: '',
	},
	adapt: routeProtectionAnswers,
	...BYBIT_BUDGETS,
	errors: BYBIT_ERRORS,
	accountStream: bybitAccountStream,
	readKey: readBybitKey,
};

/** Bybit's constant data and adapter. */
export const bybit: VenueModule = {
	facts,
	createDialect: () => ({
		...SESSION,
		...bybitMarkets,
		...bybitAccount(),
		...bybitHistory,
		...bybitOrders,
		transfers: bybitTransfers,
	}),
	books: bybitProtocol,
	oauth: bybitOAuth,
	lacks: {
		transfers: 'Bybit reports networks only to holders of an API key (page “Get Coin Info”).',
	},
	plainReads: {
		settings: {
			defaultType: 'swap',
			defaultSubType: 'linear',
			fetchMarkets: { types: ['linear'] },
			fetchCurrencies: false,
		},
		// Bybit records settlements as fees; a positive fee is an amount paid (V5 execution list, execFee).
		receivedSign: -1,
	},
};
