/**
 * Tests the self-check at Hyperliquid, which settles in USDC and has neither a hedge mode nor restricted keys. Its
 * request budget makes a check last for most of a minute.
 */
import { describe, expect } from 'vitest';
import { openSelfCheckFixture, stepOf, verdictsOf } from '../support/self-check-fixture.ts';
import { casesOf } from './cases.ts';

describe('hyperliquid', () => {
	const prove = casesOf('hyperliquid');
	prove(
		'self-check',
		'passes an account even if the order’s answer is lost, and leaves no order behind',
		async () => {
			await using fixture = await openSelfCheckFixture('hyperliquid');
			const account = await fixture.connect();
			await fixture.fault('order.create', { kind: 'dropAnswer' });
			const state = await fixture.passes(account);
			expect(stepOf(state, 'balance').said).toBe('10,000 USDC available.');
			expect(stepOf(state, 'order').said).toContain('was gone without a fill');
			expect(stepOf(state, 'stream').said).toContain('stream reported that order');
			expect(await fixture.openProbes(account)).toEqual([]);
			expect(await fixture.resting(account)).toBe(0);
		},
	);
	prove('self-check', 'fails a stream that stays open but silent', async () => {
		await using fixture = await openSelfCheckFixture('hyperliquid');
		const account = await fixture.connect();
		await fixture.silence(account, true);
		const state = await fixture.check(account);
		expect(verdictsOf(state).slice(-3, -1)).toEqual(['order passed', 'stream failed']);
		expect(stepOf(state, 'stream').said).toContain(
			'Stream silent: the account stream of Hyperliquid reported neither',
		);
		expect(await fixture.resting(account)).toBe(0);
	});
});
