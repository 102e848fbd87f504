import type { VenueModule } from '../shared/venue-module.ts';
import { hyperliquidProtocol } from './books.ts';
import { createHyperliquidDialect } from './dialect.ts';
import { hyperliquid as facts } from './facts.ts';
import { hyperliquidOAuth } from './oauth.ts';

/** Hyperliquid as a module: its facts and its adapter. */
export const hyperliquid: VenueModule = {
	facts,
	createDialect: createHyperliquidDialect,
	books: hyperliquidProtocol,
	oauth: hyperliquidOAuth,
	lacks: {
		'book after a lost delta': 'Hyperliquid’s stream has no increments: every message is a whole book.',
		'maintenance to come': 'Hyperliquid announces it by news only, which no interface tells.',
		delisting: 'Hyperliquid announces it by news only; a contract says so once it is over.',
		transfers: 'Hyperliquid has no interface that tells: USDC comes and goes over its bridge.',
		clock:
			'Hyperliquid compares no time of a request but the end that an action names itself, which “late orders” proves.',
		'address ban':
			'Hyperliquid documents none: too many requests are answered with 429 alone (page “Rate limits and user limits”).',
		'hedge mode': 'Hyperliquid has one position per contract only.',
		'fee in the venue’s coin': 'Fees of perpetuals are paid in USDC alone.',
	},
	plainReads: {
		// Nothing of its class that sends an order is called here: with the first, ccxt approves a fee for its makers.
		settings: {
			defaultType: 'swap',
			fetchMarkets: { types: ['swap'] },
			builderFee: false,
			refSet: true,
		},
		receivedSign: 1,
	},
};
