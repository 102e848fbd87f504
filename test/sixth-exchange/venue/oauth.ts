/** How a user connects an account at Tidemark: by a key, for it has no page for applications. */
import { documented, type ManualKeyRow } from '../../../src/ports/exchange-oauth.ts';
import { tidemark } from './facts.ts';

/** The row of Tidemark. */
export const tidemarkOAuth: ManualKeyRow = {
	result: 'manual_key',
	name: tidemark.shownName,
	page: 'https://docs.tidemark.test/keys',
	readOn: '2026-11-26',
	why: documented('Tidemark has no OAuth: a user makes a key on its page of keys.'),
};
