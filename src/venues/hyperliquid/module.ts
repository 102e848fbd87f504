/** Hyperliquid as a module. */
import type { VenueModule } from '../shared/venue-module.ts';
import { hyperliquidProtocol } from './book-protocol.ts';
import { createHyperliquidDialect } from './dialect.ts';
import { hyperliquid as facts } from './facts.ts';

export const hyperliquid: VenueModule = {
	facts,
	createDialect: createHyperliquidDialect,
	books: hyperliquidProtocol,
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
