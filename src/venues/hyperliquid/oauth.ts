import { type ManualKeyRow, unverified } from '../../ports/exchange-oauth.ts';
import { hyperliquid } from './facts.ts';

/** Why no account of Hyperliquid is connected on a page of its own. */
export const hyperliquidOAuth: ManualKeyRow = {
	result: 'manual_key',
	name: hyperliquid.shownName,
	page: 'https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/nonces-and-api-wallets',
	readOn: '2026-11-21',
	why: unverified(
		'The user approves an agent wallet and enters its key by hand.',
		'No OAuth was found in its documentation.',
	),
};
