/** Defines the Binance USD-M futures module: linear perpetuals in USDT, single-asset margin, one-way positions. */
import type { SessionDialect } from '../shared/dialect.ts';
import type { VenueModule } from '../shared/venue-module.ts';
import { binanceAccount } from './account.ts';
import { binanceProtocol } from './books.ts';
import { BINANCE_ERRORS } from './errors.ts';
import { binance as facts } from './facts.ts';
import { binanceHistory, createBinanceTrades, createIncome } from './history.ts';
import { readBinanceKey, readBinanceTestKey } from './key.ts';
import { BINANCE_BUDGETS } from './limits.ts';
import { binanceMarkets, readBinanceTestNotices } from './markets.ts';
import { binanceOAuth } from './oauth.ts';
import { binanceOrders } from './orders.ts';
import { READ_WINDOW_MS } from './signed-request.ts';
import { binanceAccountStream, binanceMarks } from './stream.ts';
import { binanceTransfers } from './transfers.ts';

const SESSION: SessionDialect = {
	facts,
	settings: {
		defaultType: 'swap',
		defaultSubType: 'linear',
		fetchMarkets: { types: ['linear'] },
		fetchCurrencies: false,
		fetchMargins: false,
		recvWindow: READ_WINDOW_MS,
	},
	...BINANCE_BUDGETS,
	errors: BINANCE_ERRORS,
	// The test environment has neither the spot nor the wallet interface.
	inTest: { readKey: readBinanceTestKey, readNotices: readBinanceTestNotices, transfers: undefined },
	accountStream: binanceAccountStream,
	tickerStream: binanceMarks,
	readKey: readBinanceKey,
};

/** Binance's constant data and adapter. */
export const binance: VenueModule = {
	facts,
	createDialect() {
		const income = createIncome();
		const trades = createBinanceTrades();
		return {
			...SESSION,
			...binanceMarkets(),
			...binanceAccount(income.noteBalances),
			...binanceHistory(income, trades),
			...binanceOrders(trades),
			transfers: binanceTransfers,
		};
	},
	books: binanceProtocol,
	oauth: binanceOAuth,
	lacks: {
		'risk tiers':
			'Binance shows them only to a caller with an API key (page “Notional and Leverage Brackets”).',
		'maintenance to come':
			'Binance announces it only in its news; its status API covers only the present (page “System Status”).',
		transfers: 'Binance shows networks only to a caller with an API key (page “All Coins’ Information”).',
	},
	plainReads: {
		settings: {
			fetchMarkets: { types: ['linear'] },
			fetchCurrencies: false,
			warnOnFetchOpenOrdersWithoutSymbol: false,
		},
		receivedSign: 1,
		tradedBy: 'fapiPrivateGetIncome',
	},
};
