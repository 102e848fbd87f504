import { type ManualKeyRow, unverified } from '../../ports/exchange-oauth.ts';
import { hyperliquid } from './facts.ts';

/** Explains why users cannot connect a Hyperliquid account through OAuth. */
export const hyperliquidOAuth: ManualKeyRow = {
	result: 'manual_key',
	name: hyperliquid.shownName,
	page: 'https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/nonces-and-api-wallets',
	readOn: '2026-11-21',
	why: unverified(
		'The user approves an agent wallet and enters its key.',
		'We found no OAuth in its documentation.',
	),
};
