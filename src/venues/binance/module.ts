/** Binance as a module. */
import type { VenueModule } from '../shared/venue-module.ts';
import { binanceProtocol } from './book-protocol.ts';
import { createBinanceDialect } from './dialect.ts';
import { binance as facts } from './facts.ts';

export const binance: VenueModule = {
	facts,
	createDialect: createBinanceDialect,
	books: binanceProtocol,
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
