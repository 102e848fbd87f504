/**
 * Runs the farming loop from the packed package, unattended on simulated exchanges. The loop plans its pot, opens what the
 * plan wants, resumes its open executions after a kill, survives a kill of the service, holds over a settlement and closes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import type { MethodResult } from '../../client/methods.ts';
import { type Fixture, openFixture, type Service } from '../e2e/fixture.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { type RunningExample, runExample } from './example-process.ts';
import { installPackage, type Project } from './installed-package.ts';

const VENUES = ['bybit', 'binance'] as const;
const CAPITAL_USD = 5_000;
/** Capital of one coin over both legs: a fifth of 3,375 USD per leg, at leverage 2. */
const AMOUNT_USD = 675;
const ORDER_LEVERAGE = 2;
const POT = { capital: CAPITAL_USD, leverage: 1.8, coin_share: 0.2 } as const;

let fixture: Fixture;
let service: Service;
let project: Project;
let token = '';
const running: RunningExample[] = [];

beforeAll(async () => {
	project = installPackage();
	for (const name of ['farming-loop.ts', 'farming-rules.ts', 'farming-memory.ts'])
		project.copy(`examples/${name}`, name);
	fixture = openFixture({}, VENUES);
	service = await fixture.serve('--port', String(await lastingPort()));
	token = await fixture.token('arb:read arb:trade');
});

afterAll(async () => {
	for (const example of running) await example.kill('SIGKILL');
	await fixture?.[Symbol.asyncDispose]();
	project?.[Symbol.dispose]();
});

function loop(...further: readonly string[]): RunningExample {
	const started = runExample(
		'farming-loop.ts',
		[
			...['--accept-no-trade', '--capital', String(CAPITAL_USD), '--coin-share', '0.2'],
			...['--max-settlements', '1', '--max-opens', '2', '--every-seconds', '0.5'],
			// A new plan about every two seconds: one that was refused at a settlement is soon repeated.
			...['--plan-every-hours', '0.0005', ...further],
		],
		{ cwd: project.folder, env: { CARRYWIRE_URL: service.url, CARRYWIRE_TOKEN: token } },
	);
	running.push(started);
	return started;
}

const client = () => createClient({ url: service.url, token });
const portfolio = (): Promise<MethodResult<'portfolio_live'>> =>
	client().call('portfolio_live', { include_closed: true });
const remembered = (): { executions: string[]; intent: unknown } =>
	JSON.parse(readFileSync(join(project.folder, 'farming-loop.json'), 'utf8'));

test('reports its intent and sends nothing without --trade', async () => {
	const dry = loop();
	const would = await dry.says('would_open');
	const plan = await client().call('plan_portfolio', POT);
	expect(would.amount).toBeCloseTo(AMOUNT_USD, 0);
	const wanted = plan.changes.map(({ opportunity_id: id }) => id);
	expect(wanted).toContain(would.opportunity_id);
	await dry.says('nothing_to_change');
	expect(await dry.kill('SIGTERM')).toBe(0);
	expect(dry.lines().at(-1)).toMatchObject({ event: 'ended', reason: 'stopped by a signal' });
	expect((await portfolio()).executions).toEqual([]);
});

test('opens the rest and nothing twice when the first run was killed after opening', async () => {
	const first = loop('--trade', '--max-opens', '1');
	const opened = await first.says('opened');
	await first.kill('SIGKILL');
	expect(remembered()).toEqual({ executions: [opened.execution_id], intent: null });

	const second = loop('--trade');
	expect(await second.says('started')).toMatchObject({ executions: [opened.execution_id] });
	const another = await second.says('opened');
	expect(another.execution_id).not.toBe(opened.execution_id);
	await second.kill('SIGKILL');
	const { executions } = await portfolio();
	expect(executions.map(({ execution }) => execution.id).toSorted()).toEqual(
		[opened.execution_id, another.execution_id].toSorted(),
	);
	expect(new Set(executions.map(({ execution }) => execution.opportunity_id)).size).toBe(2);
});

test('repeats a call with the same key after a kill before its answer, and opens nothing twice', async () => {
	const { changes } = await client().call('plan_portfolio', {
		...POT,
		execution_ids: remembered().executions,
	});
	const opening = changes.find(({ kind }) => kind === 'open');
	if (opening === undefined) throw new Error('The plan opens nothing more.');
	// Leaves the state of a run whose call succeeded but whose response was lost. With the same key, the service
	// returns the existing execution.
	const { opportunity_id, notional } = opening;
	const params = { opportunity_id, amount: notional, leverage: ORDER_LEVERAGE };
	const idempotencyKey = 'farm_never-heard';
	const terms = { ...params, mode: 'single-direct', any_direction: true } as const;
	const lost = await client().call('execute_opportunity', terms, { idempotencyKey });
	if ('preview' in lost) throw new Error('A preview was answered.');
	project.write(
		'farming-loop.json',
		JSON.stringify({ executions: remembered().executions, intent: { idempotencyKey, params: terms } }),
	);
	const third = loop('--trade');
	expect(await third.says('opened')).toMatchObject({ execution_id: lost.execution_id });
	await third.kill('SIGKILL');
	expect((await portfolio()).executions).toHaveLength(3);
	expect(remembered()).toMatchObject({ intent: null, executions: { length: 3 } });
});

test('survives a kill of the service, holds over a settlement, closes all executions and exits with 0', async () => {
	const last = loop('--trade');
	await last.says('started');
	process.kill(service.pid, 'SIGKILL');
	await service.process.ended;
	await last.says('waiting');
	service = await fixture.serve('--port', String(service.port));
	// Without a settlement, the loop holds its positions and closes nothing.
	expect(last.lines().map(({ event }) => event)).not.toContain('closing');
	for (const venue of VENUES) await fixture.admin(venue, 'POST', '/settle', {});
	expect(await last.ended).toBe(0);
	expect(last.lines().at(-1)).toMatchObject({ event: 'ended' });
	const { executions, accounts } = await portfolio();
	expect(executions).toHaveLength(3);
	for (const { execution, funding } of executions) {
		expect(execution).toMatchObject({ status: 'closed', long_size: 0, short_size: 0 });
		const settledAt = funding.funding_events.map(({ exchange }) => exchange).toSorted();
		expect(settledAt).toEqual(expect.arrayContaining([...VENUES]));
	}
	expect(accounts).toHaveLength(2);
});
