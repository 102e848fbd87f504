/**
 * Tests a user's session on the command line with a running service: list, preview, open, read, close, and refused
 * calls.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
	ClosePreview,
	GetExecutionResult,
	GetOpportunitiesResult,
	Portfolio,
} from '../../client/methods.ts';
import { type CommandSetting, runCaptured } from '../support/captured-command.ts';
import { atTerminal } from '../support/pseudo-terminal.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { openableOpportunities, untilStatus } from './trading.ts';

let fixture: Fixture;
let service: Service;
let opportunity = '';
let token = '';
let tokenFile = '';

beforeAll(async () => {
	fixture = openFixture();
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade');
	tokenFile = join(fixture.dataDir, 'caller.token');
	writeFileSync(tokenFile, token, { mode: 0o600 });
	const [first] = await openableOpportunities(service, 2_000);
	opportunity = first?.opportunity_id ?? '';
});
afterAll(() => fixture[Symbol.asyncDispose]());

/**
 * Runs the command in this process, because starting a process takes longer than the command itself. The output is
 * the same.
 */
const run = (args: readonly string[], setting: CommandSetting = {}) =>
	runCaptured([...args, '--url', service.url, '--token-file', tokenFile], setting);

async function json<T>(...args: readonly string[]): Promise<T> {
	const { exit, stdout, stderr } = await run([...args, '--json']);
	expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
	return JSON.parse(stdout) as T;
}

test('lists opportunities of the data directory’s service, without a token', async () => {
	const { exit, stdout } = await fixture.run('opportunities', '--json', '--limit', '3', '--sortby', 'symbol');
	expect(exit).toBe(0);
	expect((JSON.parse(stdout) as GetOpportunitiesResult).data).toHaveLength(3);
	expect((await fixture.run('status')).stdout).toMatch(/bybit-kucoin +yes /);
});

test('a preview shows the cost breakdown and the checks, and opens nothing', async () => {
	const { exit, stdout } = await run(['preview', opportunity, '--amount', '2000']);
	expect(exit).toBe(0);
	expect(stdout).toMatch(/^LEDGER +% +USD$/m);
	expect(stdout).toMatch(/^= expected net /m);
	expect(stdout).toMatch(/checks (?:pass|fail)/);
	expect((await json<Portfolio>('executions')).executions).toEqual([]);
});

test('opens nothing without a yes', async () => {
	const line = ['execute', opportunity, '--amount', '2000', '--url', service.url, '--token-file', tokenFile];
	await using at = atTerminal(line);
	await at.sees('Type yes to open this position: ');
	at.type('no\r');
	expect(await at.ended).toBe(5);
	expect(at.shown()).toContain('Nothing was opened');
	expect((await json<Portfolio>('executions')).executions).toEqual([]);
});

test('opens, follows until running, reads and closes an execution, then shows its result again', async () => {
	const opened = await json<GetExecutionResult>('execute', opportunity, '--amount', '2000', '--yes');
	expect(opened.execution).toMatchObject({ status: 'running', opportunity_id: opportunity });
	expect(opened.events.map(({ type }) => type)).toContain('ExecutionOpened');
	const { id } = opened.execution;

	const shown = await run(['portfolio']);
	expect(shown.stdout).toMatch(new RegExp(`^${id} .* running `, 'm'));
	expect(shown.stdout).toMatch(/^ACCOUNT +EQUITY USD /m);

	const preview = await run(['close', id, '--preview']);
	expect(preview.stdout).toMatch(/^A close sells .* and buys back .* until both exchanges confirm/);
	expect(preview.stdout).toMatch(/^= expected result +-\d/m);
	const { total } = await json<ClosePreview>('close', id, '--preview');
	const closed = await run(['close', id, '--yes']);
	expect(closed).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^status +closed$/m) });
	const { final_pnl: final } = await json<{ final_pnl: number }>('close', id, '--yes');
	expect(final).toBeLessThan(0);
	// The tolerance is 10 USD, half a percent of the amount. Between preview and close the market moves by cents; the
	// fees alone are more than a dollar.
	expect(Math.abs(final - (total.expected_pnl ?? Number.NaN))).toBeLessThan(2_000 * 0.005);
	expect((await json<Portfolio>('portfolio')).executions).toEqual([]);
	expect((await run(['execution', id])).stdout).toMatch(
		/ExecutionClosed +Closed; both exchanges confirm zero position\. Reason: closed by close_execution/,
	);
});

test('rejects an invalid id with the service’s message and exit code 7', async () => {
	const answer = await service.answer('opportunity_detail', { opportunity_id: 'opp_none' });
	expect(await fixture.run('opportunity', 'opp_none')).toEqual({
		exit: 7,
		stdout: '',
		stderr: `carrywire: UNKNOWN_OPPORTUNITY: ${answer.error?.data.message}\n`,
	});
});

test('Ctrl-C stops following, not the opening, and says so', async () => {
	const left = await run(['execute', opportunity, '--amount', '2000', '--yes'], {
		stopSignal: async () => 'SIGINT',
	});
	expect(left).toMatchObject({ exit: 130, stdout: '' });
	const [, id = ''] = /The service continues to open (exec_\w+)\./.exec(left.stderr) ?? [];
	expect(left.stderr).toContain(`carrywire cancel ${id}`);
	await untilStatus(service, token, id, ['running']);
});
