/** Tidemark's venue module. It has no `plainReads`, because ccxt has no class that could read Tidemark accounts. */
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

/** Tidemark's venue module. */
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
		'risk tiers': 'Tidemark does not publish risk tiers.',
		'book after a lost delta': 'Tidemark’s stream has no deltas: every message is a whole book.',
		maintenance: 'Tidemark does not announce maintenance.',
		'maintenance to come': 'Tidemark does not announce maintenance.',
		transfers: 'Tidemark does not publish the status of deposits and withdrawals.',
		'hedge mode': 'Tidemark has one position per contract only.',
		'dead-man switch': 'Tidemark has no dead-man switch.',
		'address ban': 'Tidemark does not ban addresses.',
		'fee in the venue’s coin': 'Tidemark has no coin of its own.',
	},
};
