/** Tests the self-check in live mode against each simulated exchange: its findings, and the removal of its order. */
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { SelfCheckState } from '../../src/ports/self-check.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { until } from '../e2e/polling.ts';
import {
	openSelfCheckFixture,
	type SelfCheckFixture,
	stepOf,
	verdictsOf,
} from '../support/self-check-fixture.ts';
import { casesOf } from './cases.ts';
import { VENUE_ROWS } from './venue-rows.ts';

/** Duration of a fault that outlasts every check. The test removes the fault earlier. */
const FOR_EVER_MS = 600_000;

const SILENT = /^Stream silent: .+ within 5\.0 s\. The service would notice a liquidation only/;

/** Excludes Hyperliquid, where a check lasts for most of a minute (`self-check-hyperliquid.test.ts`). */
const QUICK = VENUE_ROWS.filter(({ venue }) => venue !== 'hyperliquid');

/** True if the check sent its order, which means that all earlier reads got a response. */
function hasSentOrder({ steps }: SelfCheckState): boolean {
	const order = steps.find(({ name }) => name === 'order');
	return (
		order !== undefined &&
		order.verdict !== 'skipped' &&
		!textOf(order.said).includes('gave no usable answer')
	);
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

	prove('self-check', 'passes a sound account and leaves no order behind', async () => {
		const account = await fixture.connect();
		expect(fixture.checks().refusal(account.userId, venue)).toMatchObject({ isFinal: false });
		const state = await fixture.passes(account);
		expect(state.steps.every(({ verdict }) => verdict === 'passed' || verdict === 'warned')).toBe(true);
		expect(stepOf(state, 'balance').said).toBe('10,000 USDT available.');
		expect(stepOf(state, 'order').said).toMatch(
			/^The service placed a buy order for [\d.,]+ \S+ at [\d.]+ \([\d.]+ USD\), found it and cancelled it\. After \d+ ms, it confirmed that the order was gone without a fill\.$/,
		);
		expect(stepOf(state, 'stream').said).toMatch(
			/^The account stream reported that order \d+ ms after it was sent\.$/,
		);
		expect(fixture.checks().refusal(account.userId, venue)).toBeUndefined();
		expect(await fixture.openProbes(account)).toEqual([]);
		expect(await fixture.resting(account)).toBe(0);
	});

	prove(
		'self-check',
		'fails a silent stream, and passes it by an automatic recheck once it reports',
		async () => {
			const account = await fixture.connect();
			await fixture.silence(account, true);
			const state = await fixture.check(account);
			expect(state.status).toBe('failed');
			expect(verdictsOf(state).slice(-3, -1)).toEqual(['order passed', 'stream failed']);
			expect(stepOf(state, 'stream').said).toMatch(SILENT);
			expect(stepOf(state, 'stream').said).toMatch(
				/^Stream silent: .+ reported neither the placement nor the cancellation of the order c0/,
			);
			expect(fixture.checks().refusal(account.userId, venue)).toMatchObject({
				isFinal: true,
				said: expect.objectContaining({ text: expect.stringContaining('Stream silent') }),
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

	prove('hedge mode', 'refuses hedge mode with a remedy and passes one-way mode on a recheck', async () => {
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
			/hedge.+one-way (?:mode )?is needed.+position mode \((?:by its )?API: POST \/.+\)/,
		);
		expect(state.retryAt).toBeNull();
		expect(fixture.checks().refusal(account.userId, venue)).toMatchObject({ isFinal: true });
		await fixture.simulator.admin('POST', `/accounts/${account.name}/position-mode`, { hedge: false });
		await fixture.passes(account);
	});

	prove('self-check', 'fails a key without the trade permission', async () => {
		const account = await fixture.connect({ canTrade: false });
		const state = await fixture.check(account);
		expect(verdictsOf(state)).toContain('key failed');
		expect(stepOf(state, 'key').said).toMatch(/must be allowed to trade/);
		expect(await fixture.resting(account)).toBe(0);
	});

	prove('self-check', 'fails a key that can withdraw', async () => {
		const state = await fixture.check(await fixture.connect({ canWithdraw: true }));
		expect(stepOf(state, 'key')).toMatchObject({ verdict: 'failed' });
		expect(stepOf(state, 'key').said).toMatch(/can withdraw money/);
	});

	prove('self-check', 'fails a revoked key', async () => {
		const account = await fixture.connect();
		await fixture.simulator.admin(
			'POST',
			`/accounts/${account.name}/keys/${account.credentials.apiKey}/revoke`,
		);
		expect(verdictsOf(await fixture.check(account))).toContain('key failed');
	});

	prove('self-check', 'fails an empty account until it has a deposit', async () => {
		const account = await fixture.connect({ deposit: '0' });
		const state = await fixture.check(account);
		expect(stepOf(state, 'balance')).toMatchObject({ verdict: 'failed' });
		expect(stepOf(state, 'balance').said).toMatch(
			/^0 USDT available; the smallest test order .+ needs [\d.]+ USDT/,
		);
		await fixture.simulator.admin('POST', `/accounts/${account.name}/deposit`, { amount: '500' });
		await fixture.passes(account);
	});

	prove('self-check', 'fails when the exchange refuses the order', async () => {
		const account = await fixture.connect();
		await fixture.fault('order.create', { kind: 'reject' });
		const state = await fixture.check(account);
		expect(stepOf(state, 'order')).toMatchObject({ verdict: 'failed' });
		expect(stepOf(state, 'order').said).toMatch(/^\w+ refused a buy order for /);
		expect(await fixture.openProbes(account)).toEqual([]);
	});

	prove('self-check', 'retries by itself after a request limit', async () => {
		const account = await fixture.connect();
		await fixture.fault('account', { kind: 'status', at: 'before', status: 503 });
		await fixture.checks().check(account.accountId);
		await until({ what: 'a check that passed', periodMs: 50 }, () =>
			fixture.checks().stateOf(account.accountId)?.status === 'passed' ? true : undefined,
		);
		expect(fixture.checks().stateOf(account.accountId)?.retryAt).toBeNull();
	});

	prove('self-check', 'finds and cancels an order whose answer was lost', async () => {
		const account = await fixture.connect();
		await fixture.fault('order.create', { kind: 'dropAnswer' });
		const state = await fixture.check(account, hasSentOrder);
		expect(stepOf(state, 'order')).toMatchObject({ verdict: 'passed' });
		expect(await fixture.resting(account)).toBe(0);
	});

	prove('self-check', 'proves that an order lost in flight never arrived', async () => {
		const account = await fixture.connect();
		await fixture.fault('order.create', { kind: 'dropRequest' });
		const state = await fixture.check(account, hasSentOrder);
		expect(stepOf(state, 'order')).toMatchObject({ verdict: 'unknown' });
		expect(stepOf(state, 'order').said).toContain('never reached');
		expect(await fixture.openProbes(account)).toEqual([]);
		expect(state.retryAt).not.toBeNull();
		// The check retries by itself. Wait for it, because later tests inject faults.
		await until({ what: 'a check that passed', periodMs: 50 }, () =>
			fixture.checks().stateOf(account.accountId)?.status === 'passed' ? true : undefined,
		);
	});

	prove('self-check', 'rereads the order after a lost cancel answer until it has ended', async () => {
		const account = await fixture.connect();
		await fixture.fault('order.cancel', { kind: 'dropAnswer' });
		const state = await fixture.check(account, hasSentOrder);
		expect(stepOf(state, 'order')).toMatchObject({ verdict: 'passed' });
		expect(await fixture.resting(account)).toBe(0);
	});

	prove(
		'self-check',
		'a new process cancels the order of one that died before its cancel, then checks',
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
			// Closing simulates the dead process, which starts nothing more while its request hangs.
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

	// This case comes last because the exchange's clock never goes back.
	prove('self-check', 'fails a clock difference beyond the exchange’s limit', async () => {
		const account = await fixture.connect();
		await fixture.simulator.admin('POST', '/clock', { aheadMs: 20_000 });
		const state = await fixture.check(account);
		expect(stepOf(state, 'clock')).toMatchObject({ verdict: 'failed' });
		expect(stepOf(state, 'clock').said).toMatch(
			/^Our clock is \d{5} ms behind the clock of \S+, limit \d+ ms\. Synchronize/,
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
	'blocks the account and states the reason while the order’s end is unproven',
	async () => {
		await using fixture = await openSelfCheckFixture('bybit');
		const account = await fixture.connect();
		await fixture.fault('order.cancel', { kind: 'dropRequest' }, 10_000);
		const state = await fixture.check(account, hasSentOrder);
		expect(stepOf(state, 'order')).toMatchObject({ verdict: 'unknown' });
		expect(stepOf(state, 'order').said).toContain('may still be open');
		expect(fixture.checks().hasOpenProbe(account.accountId)).toBe(true);
		expect(textOf(fixture.checks().refusal(account.userId, 'bybit')?.said ?? '')).toContain(
			'may still be open',
		);
		await fixture.simulator.admin('DELETE', '/faults');
		await fixture.passes(account);
		expect(await fixture.openProbes(account)).toEqual([]);
		expect(await fixture.resting(account)).toBe(0);
	},
);
