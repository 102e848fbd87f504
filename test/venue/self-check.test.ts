/** The self-check of mode live against each simulated exchange: what it finds, and that its order never stays. */
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { SelfCheckState } from '../../src/ports/self-check.ts';
import { until } from '../e2e/polling.ts';
import {
	openSelfCheckFixture,
	type SelfCheckFixture,
	stepOf,
	verdictsOf,
} from '../support/self-check-fixture.ts';
import { casesOf } from './cases.ts';
import { VENUE_ROWS } from './venue-rows.ts';

/** Longer than a check takes; the fault is taken away before it is over. */
const FOR_EVER_MS = 600_000;

const SILENT = /^Stream silent: .+ limit 5000 ms after each\. A liquidation would be noticed only/;

/** A check at Hyperliquid lasts for most of a minute: see `self-check-hyperliquid.test.ts`. */
const QUICK = VENUE_ROWS.filter(({ venue }) => venue !== 'hyperliquid');

/** The check sent its order: every read before it was answered. */
function hasSentOrder({ steps }: SelfCheckState): boolean {
	const order = steps.find(({ name }) => name === 'order');
	return order !== undefined && order.verdict !== 'skipped' && !order.said.includes('gave no usable answer');
}

describe.each(QUICK)('$venue', ({ venue }) => {
	const prove = casesOf(venue);
	let fixture: SelfCheckFixture;

	beforeAll(async () => {
		fixture = await openSelfCheckFixture(venue);
	});
	afterEach(async () => {
		await fixture.simulator.admin('DELETE', '/faults');
	});
	afterAll(() => fixture[Symbol.asyncDispose]());

	prove('self-check', 'an account that is in order passes, and nothing of its order is left', async () => {
		const account = await fixture.connect();
		expect(fixture.checks().refusal(account.userId, venue)).toMatchObject({ isFinal: false });
		const state = await fixture.passes(account);
		expect(state.steps.every(({ verdict }) => verdict === 'passed' || verdict === 'warned')).toBe(true);
		expect(stepOf(state, 'balance').said).toBe('10000 USDT is available.');
		expect(stepOf(state, 'order').said).toMatch(
			/^A buy of [\d.]+ \S+ at [\d.]+ \([\d.]+ USD\) was created, found, cancelled and proven gone without a fill, in \d+ ms\.$/,
		);
		expect(stepOf(state, 'stream').said).toMatch(
			/^The account's own stream told of that order \d+ ms after it was sent\.$/,
		);
		expect(fixture.checks().refusal(account.userId, venue)).toBeUndefined();
		expect(await fixture.openProbes(account)).toEqual([]);
		expect(await fixture.resting(account)).toBe(0);
	});

	prove(
		'self-check',
		'a stream that stays open and tells nothing, until it speaks and is checked again by itself',
		async () => {
			const account = await fixture.connect();
			await fixture.silence(account, true);
			const state = await fixture.check(account);
			expect(state.status).toBe('failed');
			expect(verdictsOf(state).slice(-3, -1)).toEqual(['order passed', 'stream failed']);
			expect(stepOf(state, 'stream').said).toMatch(SILENT);
			expect(stepOf(state, 'stream').said).toContain(`${venue} told nothing of the order c0`);
			expect(fixture.checks().refusal(account.userId, venue)).toMatchObject({
				isFinal: true,
				said: expect.stringContaining('Stream silent'),
			});
			expect(await fixture.openProbes(account)).toEqual([]);
			expect(await fixture.resting(account)).toBe(0);
			expect(state.retryAt).not.toBeNull();
			await fixture.silence(account, false);
			await until({ what: 'a check that passed', periodMs: 50 }, () =>
				fixture.checks().stateOf(account.accountId)?.status === 'passed' ? true : undefined,
			);
		},
	);

	prove(
		'hedge mode',
		'it is refused with a way out of it, and one-way mode passes when it is asked for again',
		async () => {
			const account = await fixture.connect();
			await fixture.simulator.admin('POST', `/accounts/${account.name}/position-mode`, { hedge: true });
			const state = await fixture.check(account);
			expect(verdictsOf(state).slice(2)).toEqual([
				'balance passed',
				'settings failed',
				'fees skipped',
				'order skipped',
				'stream skipped',
				'switch skipped',
			]);
			expect(stepOf(state, 'settings').said).toMatch(
				/hedge.+one-way (?:mode )?is needed.+position mode \(by its API: POST \/.+\)/,
			);
			expect(state.retryAt).toBeNull();
			expect(fixture.checks().refusal(account.userId, venue)).toMatchObject({ isFinal: true });
			await fixture.simulator.admin('POST', `/accounts/${account.name}/position-mode`, { hedge: false });
			await fixture.passes(account);
		},
	);

	prove('self-check', 'a key that lost the permission to trade', async () => {
		const account = await fixture.connect({ canTrade: false });
		const state = await fixture.check(account);
		expect(verdictsOf(state)).toContain('key failed');
		expect(stepOf(state, 'key').said).toMatch(/must be allowed to trade/);
		expect(await fixture.resting(account)).toBe(0);
	});

	prove('self-check', 'a key that can withdraw', async () => {
		const state = await fixture.check(await fixture.connect({ canWithdraw: true }));
		expect(stepOf(state, 'key')).toMatchObject({ verdict: 'failed' });
		expect(stepOf(state, 'key').said).toMatch(/can take money out/);
	});

	prove('self-check', 'a key that was revoked', async () => {
		const account = await fixture.connect();
		await fixture.simulator.admin(
			'POST',
			`/accounts/${account.name}/keys/${account.credentials.apiKey}/revoke`,
		);
		expect(verdictsOf(await fixture.check(account))).toContain('key failed');
	});

	prove('self-check', 'an account without money, until there is some', async () => {
		const account = await fixture.connect({ deposit: '0' });
		const state = await fixture.check(account);
		expect(stepOf(state, 'balance')).toMatchObject({ verdict: 'failed' });
		expect(stepOf(state, 'balance').said).toMatch(
			/^0 USDT is available; the smallest order .+ needs [\d.]+ USDT/,
		);
		await fixture.simulator.admin('POST', `/accounts/${account.name}/deposit`, { amount: '500' });
		await fixture.passes(account);
	});

	prove('self-check', 'an order that the exchange refuses', async () => {
		const account = await fixture.connect();
		await fixture.fault('order.create', { kind: 'reject' });
		const state = await fixture.check(account);
		expect(stepOf(state, 'order')).toMatchObject({ verdict: 'failed' });
		expect(stepOf(state, 'order').said).toContain(`was refused by ${venue}`);
		expect(await fixture.openProbes(account)).toEqual([]);
	});

	prove('self-check', 'an exchange that limits our requests is asked again by itself', async () => {
		const account = await fixture.connect();
		await fixture.fault('account', { kind: 'status', at: 'before', status: 503 });
		await fixture.checks().check(account.accountId);
		await until({ what: 'a check that passed', periodMs: 50 }, () =>
			fixture.checks().stateOf(account.accountId)?.status === 'passed' ? true : undefined,
		);
		expect(fixture.checks().stateOf(account.accountId)?.retryAt).toBeNull();
	});

	prove(
		'self-check',
		'an answer that is lost after the order took effect: it is found and cancelled',
		async () => {
			const account = await fixture.connect();
			await fixture.fault('order.create', { kind: 'dropAnswer' });
			const state = await fixture.check(account, hasSentOrder);
			expect(stepOf(state, 'order')).toMatchObject({ verdict: 'passed' });
			expect(await fixture.resting(account)).toBe(0);
		},
	);

	prove('self-check', 'an order that was lost on its way is proven never to have arrived', async () => {
		const account = await fixture.connect();
		await fixture.fault('order.create', { kind: 'dropRequest' });
		const state = await fixture.check(account, hasSentOrder);
		expect(stepOf(state, 'order')).toMatchObject({ verdict: 'unknown' });
		expect(stepOf(state, 'order').said).toContain('never arrived');
		expect(await fixture.openProbes(account)).toEqual([]);
		expect(state.retryAt).not.toBeNull();
		// It is asked again by itself, which must not meet the faults of the tests that follow.
		await until({ what: 'a check that passed', periodMs: 50 }, () =>
			fixture.checks().stateOf(account.accountId)?.status === 'passed' ? true : undefined,
		);
	});

	prove(
		'self-check',
		'a cancel whose answer is lost is no proof: it is asked until the order has ended',
		async () => {
			const account = await fixture.connect();
			await fixture.fault('order.cancel', { kind: 'dropAnswer' });
			const state = await fixture.check(account, hasSentOrder);
			expect(stepOf(state, 'order')).toMatchObject({ verdict: 'passed' });
			expect(await fixture.resting(account)).toBe(0);
		},
	);

	prove(
		'self-check',
		'a process that ends between create and cancel: the next one takes the order off the book, then checks',
		async () => {
			const account = await fixture.connect();
			await fixture.fault('order.cancel', { kind: 'delay', at: 'before', ms: FOR_EVER_MS }, 1_000);
			const killed = fixture.checks();
			void killed.check(account.accountId);
			const [probe] = await until({ what: 'an order on the book', periodMs: 20 }, async () =>
				(await fixture.resting(account)) === 1 ? await fixture.openProbes(account) : undefined,
			);
			await fixture.simulator.admin('DELETE', '/faults');
			const next = await fixture.startAnew();
			// As one that is gone begins nothing more; its request hangs.
			void killed.close();
			expect(next.hasOpenProbe(account.accountId)).toBe(true);
			expect(next.refusal(account.userId, venue)).toMatchObject({ isFinal: false });
			await fixture.passes(account);
			expect(await fixture.resting(account)).toBe(0);
			expect((await fixture.openProbes(account)).map(({ clientOrderId }) => clientOrderId)).not.toContain(
				probe?.clientOrderId,
			);
		},
	);

	// Last: the exchange's clock never goes back.
	prove('self-check', 'a clock that is off by more than the exchange allows', async () => {
		const account = await fixture.connect();
		await fixture.simulator.admin('POST', '/clock', { aheadMs: 20_000 });
		const state = await fixture.check(account);
		expect(stepOf(state, 'clock')).toMatchObject({ verdict: 'failed' });
		expect(stepOf(state, 'clock').said).toMatch(
			/^Our clock is \d{5} ms behind that of \S+, limit \d+ ms\. Set/,
		);
		expect(
			verdictsOf(state)
				.slice(1)
				.every((said) => said.endsWith('skipped')),
		).toBe(true);
	});
});

casesOf('bybit')(
	'self-check',
	'an order whose end the exchange does not prove keeps the account from trading, and is told of',
	async () => {
		await using fixture = await openSelfCheckFixture('bybit');
		const account = await fixture.connect();
		await fixture.fault('order.cancel', { kind: 'dropRequest' }, 10_000);
		const state = await fixture.check(account, hasSentOrder);
		expect(stepOf(state, 'order')).toMatchObject({ verdict: 'unknown' });
		expect(stepOf(state, 'order').said).toContain('is not proven gone');
		expect(fixture.checks().hasOpenProbe(account.accountId)).toBe(true);
		expect(fixture.checks().refusal(account.userId, 'bybit')?.said).toContain('is not proven gone');
		await fixture.simulator.admin('DELETE', '/faults');
		await fixture.passes(account);
		expect(await fixture.openProbes(account)).toEqual([]);
		expect(await fixture.resting(account)).toBe(0);
	},
);
