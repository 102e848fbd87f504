/** KuCoin as a module. */
import type { VenueModule } from '../shared/venue-module.ts';
import { kucoinProtocol } from './book-protocol.ts';
import { createKucoinDialect } from './dialect.ts';
import { kucoin as facts } from './facts.ts';

export const kucoin: VenueModule = {
	facts,
	createDialect: createKucoinDialect,
	books: kucoinProtocol,
	plainReads: {
		settings: { uta: false, fetchMarkets: { types: ['swap'] }, fetchCurrencies: false },
		receivedSign: 1,
	},
};
