/**
 * Backs up a running service, then kills it together with its simulated exchanges. The restored service continues
 * from the exchanges' current state.
 */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Decimal, neg, ZERO } from '../../src/domain/decimal.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { until } from './polling.ts';
import { closeAndEnd, executionOf, openAndRun, openableOpportunities, quietPortfolio } from './trading.ts';
import type { Closed, Execution, Opportunity } from './wire.ts';

const AMOUNT_USD = 1_500;

let fixture: Fixture;
let token = '';
let service: Service;
let id = '';
const backups = (name: string): string => join(dirname(fixture.dataDir), name);

/**
 * All tests share one data directory. They run in order, and each starts from the state that the previous test left.
 */
beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade');
	const [opportunity] = await openableOpportunities(service, AMOUNT_USD);
	id = (await openAndRun(service, token, opportunity as Opportunity, { amount: AMOUNT_USD })).opened
		.execution_id;
});

afterAll(() => fixture[Symbol.asyncDispose]());

async function backedUp(name: string): Promise<void> {
	const { exit, stdout, stderr } = await fixture.run('backup', backups(name), '--with-keys');
	expect([exit, stderr]).toEqual([0, '']);
	expect(stdout).toMatch(/1 executions \(1 open\).*This backup CONTAINS the vault keys/s);
}

async function restored(name: string): Promise<void> {
	const { exit, stdout } = await fixture.run('restore', backups(name), '--replace');
	expect([exit, stdout]).toEqual([0, expect.stringContaining('Trading is halted')]);
}

async function execution(): Promise<Execution> {
	const { executions } = await quietPortfolio(service, token);
	const found = executions.find((one) => one.execution.id === id);
	if (found === undefined) throw new Error('The execution is there.');
	return found;
}

async function heldAtExchanges(): Promise<readonly Decimal[]> {
	const { accounts, executions } = await quietPortfolio(service, token);
	expect(accounts.every(({ stale }) => !stale)).toBe(true);
	return executions.flatMap(({ long_position, short_position }) => [
		long_position.size,
		neg(short_position.size),
	]);
}

test('a restored service has the same execution and figures, opens no positions until the halt is lifted, and closes', async () => {
	const before = await execution();
	await backedUp('first');
	expect(existsSync(backups('first'))).toBe(true);
	// A restore is refused while a service runs on the directory.
	const refused = await fixture.run('restore', backups('first'), '--replace');
	expect([refused.exit, refused.stderr]).toEqual([1, expect.stringContaining('in use by another service')]);
	await fixture.killEverything(service);
	await restored('first');
	service = await fixture.serve();
	const after = await execution();
	expect(after.execution).toEqual(before.execution);
	expect([after.pnl.realized_pnl, after.pnl.fee_cost]).toEqual([
		before.pnl.realized_pnl,
		before.pnl.fee_cost,
	]);
	const [opportunity] = await openableOpportunities(service, AMOUNT_USD);
	const halted = await service.answer(
		'execute_opportunity',
		{ opportunity_id: (opportunity as Opportunity).opportunity_id, amount: AMOUNT_USD },
		token,
	);
	expect(halted.text).toMatch(/TRADING_HALTED.*Restored from the backup of/);
	const part = await service.call<Closed>('close_execution', { execution_id: id, share: 0.5 }, token);
	expect(part.status).toBe('running');
	expect(await heldAtExchanges()).toEqual([
		(await execution()).execution.long_size,
		neg((await execution()).execution.short_size),
	]);
});

test('an older backup recovers later trades from the exchanges: hedges the rest, sends nothing twice, and closes flat', async () => {
	const half = (await execution()).execution.long_size;
	await fixture.killEverything(service);
	// The exchanges keep their latest state, but the restored journal dates from before half of the position was
	// closed.
	await restored('first');
	const aside = readdirSync(dirname(fixture.dataDir))
		.filter((name) => name.includes('.replaced-'))
		.sort()
		.at(-1);
	rmSync(join(fixture.dataDir, 'simulator'), { recursive: true });
	cpSync(join(dirname(fixture.dataDir), aside ?? '', 'simulator'), join(fixture.dataDir, 'simulator'), {
		recursive: true,
	});
	service = await fixture.serve();
	await until({ what: 'the missing trades to be found', periodMs: 500 }, async () => {
		const { execution: now } = await executionOf(service, token, id);
		return now.long_size === half && now.short_size === half ? true : undefined;
	});
	await closeAndEnd(service, token, id);
	const ended = await execution();
	expect([ended.execution.status, ended.execution.long_size, ended.execution.short_size]).toEqual([
		'closed',
		ZERO,
		ZERO,
	]);
	for (const venue of ['bybit', 'kucoin']) {
		const { stdout } = await fixture.run('venue', venue, 'positions', '--json');
		expect(JSON.parse(stdout).positions, venue).toEqual([]);
	}
	const { exit } = await fixture.run('resume');
	expect(exit).toBe(0);
});
