/** Tidemark as a module. Without `plainReads`: ccxt has no class that could read an account of it. */
import type { VenueModule } from '../../../src/venues/shared/venue-module.ts';
import { tidemarkAccount } from './account.ts';
import { tidemarkProtocol } from './books.ts';
import { TIDEMARK_CLIENT } from './client.ts';
import { TIDEMARK_ERRORS } from './errors.ts';
import { tidemark as facts } from './facts.ts';
import { tidemarkHistory } from './history.ts';
import { readTidemarkKey } from './key.ts';
import { TIDEMARK_BUDGETS } from './limits.ts';
import { tidemarkMarkets } from './markets.ts';
import { tidemarkOAuth } from './oauth.ts';
import { tidemarkOrders } from './orders.ts';
import { tidemarkAccountStream } from './stream.ts';

/** The module of Tidemark. */
export const tidemark: VenueModule = {
	facts,
	createDialect: () => ({
		facts,
		members: TIDEMARK_CLIENT,
		settings: {},
		...TIDEMARK_BUDGETS,
		errors: TIDEMARK_ERRORS,
		accountStream: tidemarkAccountStream,
		readKey: readTidemarkKey,
		...tidemarkMarkets,
		...tidemarkAccount,
		...tidemarkHistory,
		...tidemarkOrders,
	}),
	books: tidemarkProtocol,
	oauth: tidemarkOAuth,
	lacks: {
		'risk tiers': 'Tidemark publishes no tiers.',
		'book after a lost delta': 'Its stream has no increments: every message is a whole book.',
		maintenance: 'Tidemark tells of no maintenance.',
		'maintenance to come': 'Tidemark tells of no maintenance.',
		transfers: 'Tidemark tells of deposits and withdrawals to nobody.',
		'hedge mode': 'Tidemark has one position per contract only.',
		'dead-man switch': 'Tidemark has none.',
		'address ban': 'Tidemark bans no address.',
		'fee in the venue’s coin': 'Tidemark has no coin of its own.',
	},
};
