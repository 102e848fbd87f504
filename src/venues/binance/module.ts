import type { VenueModule } from '../shared/venue-module.ts';
import { binanceProtocol } from './books.ts';
import { createBinanceDialect } from './dialect.ts';
import { binance as facts } from './facts.ts';
import { binanceOAuth } from './oauth.ts';

/** Binance as a module: its facts and its adapter. */
export const binance: VenueModule = {
	facts,
	createDialect: createBinanceDialect,
	books: binanceProtocol,
	oauth: binanceOAuth,
	lacks: {
		'risk tiers': 'Binance tells them only to whoever has a key (page “Notional and Leverage Brackets”).',
		'maintenance to come':
			'Binance announces it by news only: its status says what is now (page “System Status”).',
		transfers: 'Binance tells of networks only to whoever has a key (page “All Coins’ Information”).',
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
