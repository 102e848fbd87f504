/**
 * The self-check at Hyperliquid: it has neither hedge mode nor keys without a permission, settles in USDC, and its budget of requests
 * makes a check last for most of a minute.
 */
import { describe, expect } from 'vitest';
import { openSelfCheckStage, stepOf, verdictsOf } from '../support/self-check-stage.ts';
import { casesOf } from './cases.ts';

describe('hyperliquid', () => {
	const prove = casesOf('hyperliquid');
	prove(
		'self-check',
		'an account passes, also where the answer to its order is lost, and nothing of the order is left',
		async () => {
			await using stage = await openSelfCheckStage('hyperliquid');
			const account = await stage.connect();
			await stage.fault('order.create', { kind: 'dropAnswer' });
			const state = await stage.passes(account);
			expect(stepOf(state, 'balance').said).toBe('10000 USDC is available.');
			expect(stepOf(state, 'order').said).toContain('proven gone without a fill');
			expect(stepOf(state, 'stream').said).toContain('told of that order');
			expect(await stage.openProbes(account)).toEqual([]);
			expect(await stage.resting(account)).toBe(0);
		},
	);
	prove('self-check', 'a stream that stays open and tells nothing', async () => {
		await using stage = await openSelfCheckStage('hyperliquid');
		const account = await stage.connect();
		await stage.silence(account, true);
		const state = await stage.check(account);
		expect(verdictsOf(state).slice(-3, -1)).toEqual(['order passed', 'stream failed']);
		expect(stepOf(state, 'stream').said).toContain('Stream silent: hyperliquid told nothing');
		expect(await stage.resting(account)).toBe(0);
	});
});
