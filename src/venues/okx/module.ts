/** OKX as a module. */
import type { VenueModule } from '../shared/venue-module.ts';
import { okxProtocol } from './book-protocol.ts';
import { createOkxDialect } from './dialect.ts';
import { okx as facts } from './facts.ts';

export const okx: VenueModule = {
	facts,
	createDialect: createOkxDialect,
	books: okxProtocol,
	plainReads: {
		settings: { defaultType: 'swap', fetchMarkets: { types: ['swap'] }, fetchCurrencies: false },
		receivedSign: 1,
	},
};
