import type { VenueModule } from '../shared/venue-module.ts';
import { kucoinProtocol } from './books.ts';
import { createKucoinDialect } from './dialect.ts';
import { kucoin as facts } from './facts.ts';
import { kucoinOAuth } from './oauth.ts';

/** KuCoin as a module: its facts and its adapter. */
export const kucoin: VenueModule = {
	facts,
	createDialect: createKucoinDialect,
	books: kucoinProtocol,
	oauth: kucoinOAuth,
	lacks: {
		'book after a lost delta':
			'KuCoin’s stream of 50 levels has no increments: every message is a whole book.',
		'dead-man switch': 'KuCoin documents none (pages of its futures REST and WebSocket interfaces).',
		'maintenance to come': 'KuCoin announces it by news only, which no interface tells.',
	},
	plainReads: {
		settings: { uta: false, fetchMarkets: { types: ['swap'] }, fetchCurrencies: false },
		receivedSign: 1,
	},
};
