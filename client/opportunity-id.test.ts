/** Tests that the client derives the same ids of opportunities as the service. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { opportunityId as ofService } from '../src/domain/ids.ts';
import { opportunityId } from './opportunity-id.ts';

test('derives the id that the service gives the pair, in both directions', () => {
	const bybit = { exchange: 'bybit', symbol: 'BTCUSDT' };
	const okx = { exchange: 'okx', symbol: 'BTC-USDT-SWAP' };
	expect(opportunityId(bybit, okx)).toBe('opp_cef51438c9b40d758f99222a');
	expect(opportunityId(okx, bybit)).toBe('opp_0bbe456f8cc2de86c878a5e7');
	const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
	fc.assert(
		fc.property(name, name, name, name, (a, b, c, d) => {
			expect(opportunityId({ exchange: a, symbol: b }, { exchange: c, symbol: d })).toBe(
				ofService({ venue: a, symbol: b }, { venue: c, symbol: d }),
			);
		}),
	);
});
