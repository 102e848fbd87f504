/**
 * Tests that a WebSocket client of a running service receives every change in an execution as it happens, from
 * opening to closed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fold, openStream } from '../rpc/stream-client.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { openableOpportunities } from './trading.ts';

const AMOUNT_USD = 1_500;

let fixture: Fixture;
let service: Service;

beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve();
});

afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
});

type Told = { readonly execution: { readonly id: string; readonly status: string } };

test('streams executions and portfolio from opening to closed, and closes with 1001 when the service stops', async () => {
	const token = await fixture.token('arb:read arb:trade');
	const [opportunity] = await openableOpportunities(service, AMOUNT_USD);
	const client = await openStream(service.url, { token });
	const executions = await client.subscribe('executions');
	const portfolio = await client.subscribe('portfolio');
	const list = await client.subscribe('opportunities.bybit-kucoin', { limit: 5 });
	const told = (subscription: string) => client.notified.filter((one) => one.subscription === subscription);
	await client.until(() => told(portfolio.subscription).length > 0 && told(list.subscription).length > 1);

	const opened = await client.call('execute_opportunity', {
		opportunity_id: opportunity?.opportunity_id,
		amount: AMOUNT_USD,
	});
	expect(opened.error).toBeUndefined();
	const id = opened.result.execution_id as string;
	const states = () =>
		told(executions.subscription).flatMap(({ result }) =>
			(result.executions as readonly Told[]).flatMap(({ execution }) =>
				execution.id === id ? [execution.status] : [],
			),
		);
	await client.until(() => states().at(-1) === 'running');
	expect(states()).toContain('opening');
	await client.until(() =>
		told(portfolio.subscription).some(({ result }) =>
			(result.executions as readonly Told[]).some(({ execution }) => execution.status === 'running'),
		),
	);

	const closed = await client.call('close_execution', { execution_id: id });
	expect(closed.result.status).toBe('closed');
	await client.until(() => states().at(-1) === 'closed');
	expect(states()).toContain('closing');
	const last = fold(client.notified, executions.subscription) as { readonly executions: readonly Told[] };
	expect(last.executions.map(({ execution }) => execution.status)).toEqual(['closed']);
	await client.until(() => {
		const shown = fold(client.notified, portfolio.subscription) as { readonly executions: unknown[] };
		return shown.executions.length === 0;
	});

	const stopping = fixture[Symbol.asyncDispose]();
	expect(await client.closed).toEqual({ code: 1001, reason: 'The service is stopping.' });
	await stopping;
});
