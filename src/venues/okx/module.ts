import type { VenueModule } from '../shared/venue-module.ts';
import { okxProtocol } from './books.ts';
import { createOkxDialect } from './dialect.ts';
import { okx as facts } from './facts.ts';
import { okxOAuth } from './oauth.ts';

/** OKX as a module: its facts and its adapter. */
export const okx: VenueModule = {
	facts,
	createDialect: createOkxDialect,
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
