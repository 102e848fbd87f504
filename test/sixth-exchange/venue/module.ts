/** Tidemark as a module. */
import type { VenueModule } from '../../../src/venues/shared/venue-module.ts';
import { tidemarkProtocol } from './book-protocol.ts';
import { createTidemarkDialect } from './dialect.ts';
import { tidemark as facts } from './facts.ts';

export const tidemark: VenueModule = {
	facts,
	createDialect: createTidemarkDialect,
	books: tidemarkProtocol,
};
