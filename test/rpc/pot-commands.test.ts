/** Tests `carrywire autopilot` and `carrywire what-if` against the real server with in-memory services. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AutopilotStatusResult } from '../../client/methods.ts';
import { type CommandSetting, handTerminal, runCaptured } from '../support/captured-command.ts';
import { post, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
/** A server in live mode. */
let live: TestServer;
beforeAll(async () => {
	server = await startTestServer();
	const info = { ...server.services.info, tradingMode: 'live' as const };
	live = await startTestServer({ services: { info } });
});
afterAll(async () => {
	await server[Symbol.asyncDispose]();
	await live[Symbol.asyncDispose]();
});

function run(
	line: string,
	{
		at = server,
		token = 'manage',
		...others
	}: CommandSetting & { readonly at?: TestServer; readonly token?: string } = {},
) {
	return runCaptured(line.split(' '), {
		...others,
		env: { CARRYWIRE_URL: at.url, CARRYWIRE_TOKEN: at.tokens[token] ?? '' },
	});
}

const atTerminal = (input: string) => handTerminal({ isTerminal: true, input });

async function called(method: string, params: object, at = server): Promise<unknown> {
	const { body } = await post(at.url, { jsonrpc: '2.0', id: 1, method, params }, at.tokens.manage);
	return JSON.parse(body).result;
}

/** Starts a pot and returns its id, and the id of its first decision. */
async function started(line = 'autopilot start --name Main --capital 10000 --exchanges bybit,kucoin') {
	const { stdout, exit, stderr } = await run(`${line} --yes --json`);
	expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
	const { pot_id: id } = JSON.parse(stdout).pot;
	const { pots } = (await called('autopilot_status', { pot_id: id })) as AutopilotStatusResult;
	return { id, decision: pots[0]?.decisions[0]?.decision_id ?? '' };
}

describe('autopilot', () => {
	test('start shows the settings, asks, and starts only after a yes', async () => {
		const line = 'autopilot start --name Main --capital 10000 --exchanges bybit,kucoin --drawdown-pct 5';
		const refused = atTerminal('no');
		const no = await run(line, { terminal: refused, token: 'other-user' });
		expect(no).toMatchObject({ exit: 5, stdout: '' });
		expect(no.stderr).toContain('Mode suggest: you confirm each change.');
		expect(no.stderr).toContain('No pot was started, because you did not answer yes.');
		expect(refused.drawn.stderr).toContain(
			'Simulated exchanges: no real money. Type yes to start this pot: ',
		);
		expect((await run('autopilot', { token: 'other-user' })).stdout).toBe(
			'No pots: see carrywire autopilot --help.\n',
		);
		const yes = await run(line, { terminal: atTerminal('yes'), token: 'other-user' });
		expect(yes.exit).toBe(0);
		expect(yes.stdout).toMatch(/pot_\w+ +Main +\S*running\S* +live +suggest +10,000\.00/);
		expect(yes.stdout).toMatch(/drawdown % *\S* +5\n/);
	});

	test('lists pots with the changes that wait, and prints exactly the method’s answer as JSON', async () => {
		const { id, decision } = await started();
		const { stdout } = await run('autopilot');
		expect(stdout).toMatch(/^ID +NAME +STATE +KIND +MODE +CAPITAL USD +EQUITY USD +PROFIT USD +CASH USD/m);
		expect(stdout).toMatch(
			/^# +CHANGE +COIN +LONG +SHORT +LEG USD +GAIN USD +COST USD +STATE +EXECUTION\n0 +open +BTC +bybit +kucoin +500\.00/m,
		);
		expect(stdout).toContain(`carrywire autopilot confirm ${decision}, or decline.`);
		const { stdout: json } = await run(`autopilot status ${id} --decisions 1 --json`);
		expect(JSON.parse(json)).toEqual(await called('autopilot_status', { pot_id: id, decisions: 1 }));
		const { stdout: one } = await run(`autopilot status ${id}`);
		expect(one).toMatch(/^decide at +00:10$/m);
		expect(one).toMatch(/^coins denied +none$/m);
	});

	test('confirm shows the decision, asks, and confirms; decline needs no question', async () => {
		const { decision } = await started();
		const refused = atTerminal('no');
		const no = await run(`autopilot confirm ${decision} --changes 0`, { terminal: refused });
		expect(no.exit).toBe(5);
		expect(no.stderr).toMatch(/open +BTC +bybit +kucoin +500\.00/);
		expect(no.stderr).toContain('Nothing was confirmed, because you did not answer yes.');
		expect(refused.drawn.stderr).toContain('no real money. Type yes to confirm change 0: ');
		const { stdout, exit } = await run(`autopilot confirm ${decision} --yes --json`);
		expect(exit).toBe(0);
		expect(JSON.parse(stdout).decision).toMatchObject({
			decision_id: decision,
			changes: [{ number: 0, by: expect.any(String) }],
		});
		const other = await started();
		expect((await run(`autopilot decline ${other.decision}`)).stdout).toMatch(/0 +open +BTC .* declined /);
		expect(await run(`autopilot decline ${other.decision} --changes 4`)).toMatchObject({
			exit: 7,
			stderr: expect.stringContaining('UNKNOWN_DECISION: '),
		});
		expect(await run(`autopilot confirm ${other.decision} --changes one --yes`)).toMatchObject({
			exit: 7,
			stderr: expect.stringContaining('INVALID_PARAMS: '),
		});
	});

	test('change shows both values, and none removes a limit', async () => {
		const { id } = await started(
			'autopilot start --name Main --capital 10000 --exchanges bybit,kucoin --drawdown-pct 5 --coins-denied DOGE',
		);
		const asked = await run(
			`autopilot change ${id} --drawdown-pct none --coins-denied none --coin-share 0.2`,
			{ terminal: atTerminal('yes') },
		);
		expect(asked.exit).toBe(0);
		expect(asked.stderr).toMatch(/drawdown % *\S* +none \(was 5\)/);
		expect(asked.stderr).toMatch(/coins denied *\S* +none \(was DOGE\)/);
		const { pots } = (await called('autopilot_status', { pot_id: id })) as AutopilotStatusResult;
		expect(pots[0]?.settings).toMatchObject({ drawdown_pct: null, coins_denied: [], coin_share: 0.2 });
	});

	test('pauses, resumes and stops; a stop asks, because it is final', async () => {
		const { id } = await started();
		expect((await run(`autopilot pause ${id}`)).stdout).toContain('Main is paused: ');
		expect((await run(`autopilot resume ${id}`)).stdout).toMatch(/Main +running/);
		const refused = atTerminal('');
		expect((await run(`autopilot stop ${id} --close`, { terminal: refused })).exit).toBe(5);
		expect(refused.drawn.stderr).toContain('Type yes to stop this pot for good and close all');
		expect((await run(`autopilot stop ${id}`, { terminal: atTerminal('yes') })).stdout).toMatch(
			/Main +\S*stopped/,
		);
		expect(await run(`autopilot resume ${id}`)).toMatchObject({
			exit: 5,
			stderr: expect.stringContaining('POT_STOPPED: '),
		});
	});

	test('in live mode, a yes confirms real orders at exactly the exchanges of the pot', async () => {
		const terminal = atTerminal('yes');
		const line = 'autopilot start --name Main --capital 10000 --exchanges bybit,kucoin';
		const { exit, stdout } = await run(line, { at: live, terminal });
		expect(exit).toBe(0);
		expect(terminal.drawn.stderr).toContain(
			'LIVE: real orders with real money. Type yes to start this pot: ',
		);
		const [id] = /pot_\w+/.exec(stdout) ?? [];
		const change = `autopilot change ${id} --capital 12000 --mode act`;
		expect(await run(change, { at: live })).toMatchObject({
			exit: 2,
			stderr: expect.stringContaining('To run it without a terminal, or with --json, add --yes'),
		});
		expect((await run(`${change} --yes`, { at: live })).exit).toBe(0);
		const refusal = await called(
			'autopilot_start',
			{ name: 'B', capital: 100, exchanges: ['bybit', 'kucoin'] },
			live,
		);
		expect(refusal).toBeUndefined();
	});

	test.each([
		['autopilot begin', 'The action of autopilot must be one of status, start'],
		['autopilot start --name Main --capital 100', 'autopilot start needs --exchanges.'],
		['autopilot change pot_1', 'needs at least one setting'],
		['autopilot pause', 'autopilot needs the ID of a pot.'],
		['autopilot pause pot_1 --close', 'autopilot pause takes no --close.'],
		['autopilot confirm', 'needs the ID of a decision'],
		['what-if', 'what-if needs a change'],
		['what-if --leverage 2', 'what-if needs a change'],
	])('%s is refused before a call', async (line, why) => {
		expect(await run(line)).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(why) });
	});
});

describe('what-if', () => {
	test('prints totals, legs, margin, actions and transfers of a shock', async () => {
		const { stdout, stderr, exit } = await run('what-if --move-pct -45');
		expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 });
		expect(stdout).toMatch(/^equity USD +1,100\.00 before, 1,100\.00 after$/m);
		expect(stdout).toMatch(/^exec_\w+ +BTCUSDT +long +kucoin +-45\.00 +-450\.00 +0\.00 +550\.00 +7\.2$/m);
		expect(stdout).toMatch(/^BTCUSDT: The service halves both legs: the long leg on KuCoin /m);
		expect(stdout).toMatch(/^kucoin +100\.00 +550\.00 +50 +55 ok +18 transfer$/m);
		expect(stdout).toMatch(/^ {2}50\.00 USD from bybit to kucoin by .*: Equity at KuCoin is 18 % /m);
		expect(stdout).toMatch(/^ {2}285\.00 USD at kucoin that no exchange can give/m);
	});

	test('prints exactly the method’s answer as JSON', async () => {
		const line = 'what-if --move-pct -60 --coin btc --leverage 1.8 --cap-settlements 2 --json';
		const { stdout } = await run(line);
		expect(JSON.parse(stdout)).toEqual(
			await called('what_if', {
				shock: { move_pct: -60, coin: 'btc', cap_settlements: 2 },
				leverage: 1.8,
			}),
		);
	});

	test('starts the replay of a recorded squeeze, and names what is left out', async () => {
		const { stdout, exit } = await run('what-if --squeeze inj-2026-02', { token: 'page' });
		expect(exit).toBe(0);
		expect(stdout).toMatch(/^\S+ {2}INJ, Feb 2026 \(queued\)$/m);
		expect(stdout).toMatch(/^exec_\w+ +BTC +binance +bybit +1,000\.00 +2$/m);
		expect(stdout).toContain('is not in the replay: the data lack its coin or exchanges.');
		expect(await run('what-if --squeeze inj-2026-02 --move-pct 5', { token: 'page' })).toMatchObject({
			exit: 7,
			stderr: expect.stringContaining('move_pct and squeeze cannot be combined.'),
		});
	});
});
