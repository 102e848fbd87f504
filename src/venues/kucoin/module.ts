/** Defines the KuCoin futures module: classic account, linear contracts, one-way positions. */
import type { SessionDialect } from '../shared/dialect.ts';
import type { VenueModule } from '../shared/venue-module.ts';
import { kucoinAccount } from './account.ts';
import { kucoinProtocol } from './books.ts';
import { KUCOIN_ERRORS } from './errors.ts';
import { kucoin as facts } from './facts.ts';
import { kucoinHistory } from './history.ts';
import { readKucoinKey } from './key.ts';
import { KUCOIN_BUDGETS } from './limits.ts';
import { kucoinMarkets } from './markets.ts';
import { kucoinOAuth } from './oauth.ts';
import { kucoinOrders } from './orders.ts';
import { kucoinAccountStream } from './stream.ts';
import { kucoinTransfers } from './transfers.ts';

const SESSION: SessionDialect = {
	facts,
	// We set `partner` to null, because otherwise ccxt would tag every request with its own broker id.
	settings: { uta: false, partner: null, fetchMarkets: { types: ['swap'] }, fetchCurrencies: false },
	...KUCOIN_BUDGETS,
	errors: KUCOIN_ERRORS,
	accountStream: kucoinAccountStream,
	readKey: readKucoinKey,
};

/** KuCoin's constant data and adapter. */
export const kucoin: VenueModule = {
	facts,
	createDialect: () => ({
		...SESSION,
		...kucoinMarkets,
		...kucoinAccount(),
		...kucoinHistory,
		...kucoinOrders,
		transfers: kucoinTransfers,
	}),
	books: kucoinProtocol,
	oauth: kucoinOAuth,
	lacks: {
		'book after a lost delta': 'KuCoin’s stream of 50 levels has no deltas: every message is a whole book.',
		'dead-man switch':
			'KuCoin documents no dead-man switch (pages of its futures REST and WebSocket interfaces).',
		'maintenance to come': 'KuCoin announces maintenance only in its news; no API reports it.',
	},
	plainReads: {
		settings: { uta: false, fetchMarkets: { types: ['swap'] }, fetchCurrencies: false },
		receivedSign: 1,
	},
};
