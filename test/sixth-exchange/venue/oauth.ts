/** Tidemark's OAuth entry. The exchange has no OAuth, so users connect accounts by key. */
import { documented, type ManualKeyRow } from '../../../src/ports/exchange-oauth.ts';
import { tidemark } from './facts.ts';

/** Says that Tidemark does not support OAuth, and why. */
export const tidemarkOAuth: ManualKeyRow = {
	result: 'manual_key',
	name: tidemark.shownName,
	page: 'https://docs.tidemark.test/keys',
	readOn: '2026-11-26',
	why: documented('Tidemark has no OAuth: a user makes a key on its page of keys.'),
};
