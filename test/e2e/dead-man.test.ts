/**
 * Kills the service while its maker order rests, and leaves it dead for a while. The exchange's dead-man switch
 * cancels the order. The test advances the exchange's clock instead of waiting. After a restart, the service ends up
 * hedged or flat.
 */
import { expect, test } from 'vitest';
import { ZERO } from '../../src/domain/decimal.ts';
import { SWITCH_PERIOD_MS } from '../../src/ports/dead-man-switch.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { until } from './polling.ts';
import { ENDED, executionOf, firstFirmOpportunity, openOnce, untilStatus } from './trading.ts';
import type { Opened, Opportunity } from './wire.ts';

const VENUES = ['binance', 'kucoin'] as const;
/**
 * Resting time of a maker order, longer than any step in this test. Only the exchange's dead-man switch can therefore
 * end the order.
 */
const MAKER_MS = 600_000;
const AMOUNT_USD = 1_000;

type Order = { readonly clientOrderId: string | null; readonly status: string };

/** Returns the names of the accounts at Binance. */
async function accountsOf(fixture: Fixture): Promise<readonly string[]> {
	type Rows = { readonly accounts: readonly { readonly name: string }[] };
	return (await fixture.admin<Rows>('binance', 'GET', '/accounts')).accounts.map(({ name }) => name);
}

async function restingAt(fixture: Fixture): Promise<readonly (string | null)[]> {
	const truths = await Promise.all(
		(await accountsOf(fixture)).map((name) =>
			fixture.admin<{ readonly orders: readonly Order[] }>('binance', 'GET', `/accounts/${name}/truth`),
		),
	);
	return truths.flatMap(({ orders }) =>
		orders.filter(({ status }) => status === 'open').map(({ clientOrderId }) => clientOrderId),
	);
}

async function armedAt(fixture: Fixture): Promise<number> {
	const shown = await Promise.all(
		(await accountsOf(fixture)).map((name) =>
			fixture.admin<{ readonly armed: readonly object[] }>('binance', 'GET', `/accounts/${name}/dead-man`),
		),
	);
	return shown.reduce((count, { armed }) => count + armed.length, 0);
}

/**
 * Opens an execution whose first leg is a maker order. KuCoin has no dead-man switch, so the service places that
 * order at Binance, even if KuCoin has the thinner order book.
 */
async function openMaker(
	service: Service,
	token: string,
	{ opportunity_id, symbol }: Opportunity,
): Promise<string> {
	const params = { opportunity_id, amount: AMOUNT_USD, mode: 'single-delay' };
	const opened = await openOnce<Opened & { readonly message: string }>(service, token, params);
	expect(opened.message, symbol).toContain('on Binance, resting');
	expect(opened.message, symbol).toMatch(
		/Dead-man switch: [Bb]inance cancels all open orders in the contract/,
	);
	return opened.execution_id;
}

/**
 * Opens an execution whose maker order rests while exactly one dead-man switch is armed. If the market fills the
 * maker order at once, tries the next coin.
 */
async function openUntilOneRests(fixture: Fixture, service: Service, token: string): Promise<string> {
	const tried = new Set<string>();
	for (;;) {
		const opportunity = await firstFirmOpportunity(service, tried);
		tried.add(opportunity.symbol);
		const id = await openMaker(service, token, opportunity);
		const found = await until(
			{ what: 'an order that rests, or its end', periodMs: 50, seen: service.process.written },
			async () => {
				const [order] = await restingAt(fixture);
				if (order !== undefined && (await armedAt(fixture)) === 1) return { order };
				const { execution } = await executionOf(service, token, id);
				return ['running', ...ENDED].includes(execution.status) ? { order: undefined } : undefined;
			},
		);
		if (found.order === undefined) continue;
		expect(found.order).toMatch(/^[ab]0/);
		return id;
	}
}

test('cancels the resting maker order of a killed service, and hedges or reduces its fills after the restart', async () => {
	await using fixture = openFixture({ execution: { makerMs: MAKER_MS } }, VENUES);
	await fixture.simulate();
	const service = await fixture.serve('--external');
	const token = await fixture.token('arb:read arb:trade');
	const id = await openUntilOneRests(fixture, service, token);
	process.kill(service.pid, 'SIGKILL');
	await service.process.ended;
	await fixture.admin('binance', 'POST', '/clock', { aheadMs: SWITCH_PERIOD_MS + 1_000 });
	expect(await restingAt(fixture)).toEqual([]);
	const again = await fixture.serve('--external');
	await again.call('cancel_execution', { execution_id: id }, token).catch(() => undefined);
	const { execution } = await untilStatus(again, token, id, ['running', ...ENDED]);
	expect(execution.long_size).toBe(execution.short_size);
	if (execution.status !== 'running') expect(execution.long_size).toBe(ZERO);
});
