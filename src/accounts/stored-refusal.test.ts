/** Tests that reasons for refused keys are recognized in their stored text. */
import { expect, test } from 'vitest';
import { VENUE_KEY_TEXT } from '../domain/venue-text.ts';
import { storedRefusal } from './stored-refusal.ts';

test("the service's own reasons are recognized, and an exchange's words stay as they are", () => {
	const own = [
		VENUE_KEY_TEXT.walletNotApproved(),
		VENUE_KEY_TEXT.noSuchAccount({ exchange: 'Hyperliquid' }),
		VENUE_KEY_TEXT.noPaperAccount({ exchange: 'Bybit' }),
	];
	expect(own.map(({ text }) => storedRefusal(text))).toEqual(own);
	expect(storedRefusal('API key is invalid (10003)')).toBe('API key is invalid (10003)');
});
