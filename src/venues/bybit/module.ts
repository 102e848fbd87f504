import type { VenueModule } from '../shared/venue-module.ts';
import { bybitProtocol } from './books.ts';
import { createBybitDialect } from './dialect.ts';
import { bybit as facts } from './facts.ts';
import { bybitOAuth } from './oauth.ts';

/** Bybit as a module: its facts and its adapter. */
export const bybit: VenueModule = {
	facts,
	createDialect: createBybitDialect,
	books: bybitProtocol,
	oauth: bybitOAuth,
	lacks: {
		transfers: 'Bybit tells of networks only to whoever has a key (page “Get Coin Info”).',
	},
	plainReads: {
		settings: {
			defaultType: 'swap',
			defaultSubType: 'linear',
			fetchMarkets: { types: ['linear'] },
			fetchCurrencies: false,
		},
		// Bybit writes settlements as fees: a positive one is paid (V5 execution list, execFee).
		receivedSign: -1,
	},
};
