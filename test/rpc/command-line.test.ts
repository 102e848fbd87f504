/**
 * Tests client commands against the real server with in-memory services: standard output, standard error and exit
 * codes.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import {
	type Captured,
	type CommandSetting,
	handTerminal,
	runCaptured,
} from '../support/captured-command.ts';
import { EXPIRED_ID, VENUE_DOWN_ID } from './in-memory-services.ts';
import { post, startTestServer, type TestServer } from './test-server.ts';

const BTC = 'opp_0000000000000000000000b1';
let server: TestServer;
let folder = '';

beforeAll(async () => {
	server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-commands-'));
	return () => rmSync(folder, { recursive: true, force: true });
});

function run(line: string, setting: CommandSetting & { readonly token?: string } = {}): Promise<Captured> {
	const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(([word, one, two]) => one ?? two ?? word);
	const { token = 'manage', ...others } = setting;
	return runCaptured(words, {
		...others,
		env: { CARRYWIRE_URL: server.url, CARRYWIRE_TOKEN: server.tokens[token] ?? '', ...others.env },
	});
}

/** Calls a method over plain HTTP and returns the response, for comparison with a command's output. */
async function asked(method: string, params: object) {
	const { body } = await post(server.url, { jsonrpc: '2.0', id: 1, method, params }, server.tokens.manage);
	return JSON.parse(body) as {
		readonly result?: unknown;
		readonly error?: {
			readonly code: number;
			readonly data: { readonly code: string; readonly message: string };
		};
	};
}

describe('results', () => {
	test.each([
		['opportunities --limit 2 --amount 5000', 'get_opportunities', { limit: 2, amount: 5_000 }],
		[`opportunity ${BTC} --leverage 2`, 'opportunity_detail', { opportunity_id: BTC, leverage: 2 }],
		['opportunities --max-min-amount 25', 'get_opportunities', { max_min_amount: 25 }],
		[
			'opportunities --order worst_first --group-by coin --coins BTC,ETH',
			'get_opportunities',
			{ order: 'worst_first', group_by: 'coin', coins: ['BTC', 'ETH'] },
		],
		['funding-map --coins btc,eth --limit 5', 'funding_map', { coins: ['btc', 'eth'], limit: 5 }],
		['funding-history btc --days 7', 'funding_history', { coin: 'btc', days: 7 }],
		[
			'plan --capital 5000 --exchanges bybit,kucoin --without-coins ETH --leverage 2 --exchange-share 0.6 --horizon 168',
			'plan_portfolio',
			{
				capital: 5_000,
				exchanges: ['bybit', 'kucoin'],
				without_coins: ['ETH'],
				leverage: 2,
				exchange_share: 0.6,
				horizon: 168,
			},
		],
		['portfolio', 'portfolio_live', {}],
		['executions --limit 5', 'portfolio_live', { include_closed: true, limit: 5 }],
		['status bybit-kucoin BTCUSDT', 'check_pair_status', { exchangepair: 'bybit-kucoin', symbol: 'BTCUSDT' }],
		['agents', 'list_agents', {}],
		['connections', 'account_exchange_pair', {}],
		['rpc get_opportunity_lives \'{"limit":1}\'', 'get_opportunity_lives', { limit: 1 }],
	])('%s --json prints exactly the method’s answer', async (line, method, params) => {
		const { exit, stdout, stderr } = await run(`${line} --json`);
		expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
		expect(JSON.parse(stdout)).toEqual((await asked(method, params)).result);
	});

	test('prints opportunities as a table with units in its heads and the reason for each unknown value below', async () => {
		const { stdout, stderr, exit } = await run('opportunities');
		const [head, first, ...rest] = stdout.split('\n');
		expect(head).toMatch(/^SYMBOL +LONG +SHORT +SPREAD % +PER h +APR % /);
		expect(first).toMatch(/^BTCUSDT +kucoin +bybit +0\.0300 +8 +32\.85 +– /);
		expect(rest.join('\n')).toContain('At 1,000 USD over both legs, leverage 1.');
		expect(rest.join('\n')).toContain(
			'– BTCUSDT, ETHUSDT, DOGEUSDT, SOLUSDT: No settled rates yet. (net expected carry)',
		);
		expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 });
	});

	test('prints a plan with the comparison with cash first, then changes, margin and transfers', async () => {
		const { stdout, stderr, exit } = await run('plan --leverage 1');
		expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 });
		const [first, ...rest] = stdout.split('\n');
		expect(first).toBe('Keep cash: it pays more than the plan.');
		expect(rest.join('\n')).toMatch(/^net on capital % \/ year +0\.10 \(90 %: 0\.05 to 0\.16\)$/m);
		expect(rest).toContain('as much as cash at leverage  38.1 (this plan: 1)');
		expect(rest.join('\n')).toMatch(/^# +CHANGE +COIN +LONG +SHORT +LEG USD +GAIN USD +COST USD +RATIO/m);
		expect(rest.join('\n')).toMatch(/^1 +open +BTC +bybit +kucoin +750\.00 +3\.37 +1\.65 +2\.0 +– +opp_/m);
		expect(rest).toContain('1: Open BTC: it earns twice its cost.');
		expect(rest.join('\n')).toMatch(/^EXCHANGE +EQUITY USD +NOTIONAL USD +NET USD +-50 % +-30 % +\+30 %/m);
		expect(rest.join('\n')).toMatch(/^bybit +10,000\.00 +750\.00 +750\.00 +2,567 ok/m);
		expect(rest).toContain('  1,250.00 USD from bybit to kucoin: Bybit would have too little margin.');
		expect(rest).toContain('  The account at Hyperliquid did not answer.');
	});

	test('refuses a plan whose limits contradict each other, and names them', async () => {
		expect(await run('plan --exchange-share 0.04')).toMatchObject({
			exit: 5,
			stdout: '',
			stderr: expect.stringContaining('PLAN_CONTRADICTION: No plan meets all limits'),
		});
		expect(await run('plan --leverage 4')).toMatchObject({
			exit: 7,
			stderr: expect.stringContaining('leverage must be a number, at least 1 and at most 3'),
		});
	});

	test('status names the kind of money and needs no token', async () => {
		const { stdout, exit } = await run('status', { env: { CARRYWIRE_TOKEN: '' } });
		expect(stdout).toContain('Simulated exchanges: no real money.');
		expect(stdout).toMatch(/bybit-kucoin +yes +4 +4 +0 +32\.85 +–/);
		expect(exit).toBe(0);
		const { stdout: json } = await run('status --json');
		expect(Object.keys(JSON.parse(json))).toEqual(['test', 'exchange_pair']);
	});

	test('follows an execution by its id, cancels it, closes it and changes its exit rules', async () => {
		const { stdout } = await run(
			`execute ${BTC} --amount 100 --idempotency-key k1 --yes --no-wait --json --max-hours 5`,
		);
		const { execution_id: id } = JSON.parse(stdout);
		expect(server.services.opened.at(-1)).toMatchObject({ opportunityId: BTC, idempotencyKey: 'k1' });
		expect((await run(`execution ${id}`)).stdout).toMatch(/ExecutionFailed +Failed; nothing is held\./);
		expect((await run(`close ${id} --yes`)).stdout).toMatch(/result USD +1\.84 \(0\.184 % of the capital\)/);
		expect(JSON.parse((await run(`close ${id} --share 0.5 --yes --json`)).stdout)).toMatchObject({
			status: 'running',
		});
		expect(await run(`cancel ${id}`)).toMatchObject({
			exit: 5,
			stdout: '',
			stderr: expect.stringContaining('NOT_CANCELABLE: '),
		});
		const rules = await run(`update-exit ${id} --stop-loss-pct 2.5 --max-hours none --close-on-reversal no`);
		expect(rules.stdout).toMatch(/max hours +none\n.*\n.*\nstop loss pct +2\.5\nclose on reversal +no\n/);
	});

	test('execute shows the preview, asks, opens the previewed trade and follows each step', async () => {
		const before = server.services.opened.length;
		const refused = handTerminal({ isTerminal: true, input: 'no' });
		const no = await run(`execute ${BTC} --amount 100`, { terminal: refused });
		expect(no).toMatchObject({ exit: 5, stdout: '' });
		expect(no.stderr).toMatch(/1 of \d+ checks fail: the service would refuse the opening\.\S*\n\S*CHECK/);
		expect(refused.drawn.stderr).toContain(
			'Simulated exchanges: no real money. Type yes to open this position: ',
		);
		expect(server.services.opened).toHaveLength(before);

		const terminal = handTerminal({ isTerminal: true, input: 'yes' });
		await run(`execute ${BTC} --amount 100`, { terminal });
		expect(server.services.opened).toHaveLength(before + 1);
		const [, previewId] = /^\S*preview +\S* +(preview_\w+)/m.exec(no.stderr) ?? [];
		expect(server.services.opened.at(-1)).toMatchObject({ previewId, preview: false });
		expect(terminal.drawn.stderr).toContain('08:00:00.000Z  Planned: 10 SOL.\n');
	});

	test('close shows its preview, asks, and closes only after a yes', async () => {
		const opened = await run(`execute ${BTC} --amount 100 --idempotency-key k-close --yes --no-wait --json`);
		const { execution_id: id } = JSON.parse(opened.stdout);
		const refused = handTerminal({ isTerminal: true, input: 'no' });
		const no = await run(`close ${id}`, { terminal: refused });
		expect(no).toMatchObject({ exit: 5, stdout: '' });
		expect(no.stderr).toContain('Nothing is open yet. A close ends the execution without sending an order.');
		expect(no.stderr).toMatch(/= expected result +0\.00 +0\.00 +0\.00/);
		expect(no.stderr).toContain('Nothing was closed, because you did not answer yes.');
		expect(refused.drawn.stderr).toContain(
			'Simulated exchanges: no real money. Type yes to close as shown: ',
		);

		const terminal = handTerminal({ isTerminal: true, input: 'yes' });
		expect((await run(`close ${id}`, { terminal })).stdout).toContain('1.84 (0.184 % of the capital)');
		expect(await run(`close ${id}`)).toMatchObject({
			exit: 2,
			stdout: '',
			stderr: expect.stringContaining('To run it without a terminal, or with --json, add --yes'),
		});
		const { stdout } = await run(`close ${id} --preview --json`);
		expect(JSON.parse(stdout)).toEqual(
			(await asked('close_execution', { execution_id: id, preview: true })).result,
		);
		expect((await run(`close ${id} --preview`)).stdout).toMatch(/LEG +EXCHANGE +SYMBOL +SIDE +COINS/);
	});

	test('creates an agent with its caps and shows its key once; a change keeps the other caps', async () => {
		const made = await run(
			'agents create --name farmer --amount-max 500 --pairs bybit-kucoin --must-be-trade yes',
		);
		const id = /AGENT_ID=(\S+)/.exec(made.stdout)?.[1] ?? '';
		expect(made.stdout).toMatch(/AGENT_KEY=\S{20,}\n/);
		const changed = await run(`agents update ${id} --amount-max none --executions-per-day 3 --json`);
		expect(JSON.parse(changed.stdout)).toMatchObject({
			name: 'farmer',
			scopes: ['arb:read', 'arb:trade'],
			caps: { amount_max: null, executions_per_day: 3, pairs: ['bybit-kucoin'], must_be_trade: true },
		});
		const rotated = await run(`agents rotate-key ${id}`);
		expect(rotated.stdout).toContain(`AGENT_ID=${id}\nAGENT_KEY=`);
		expect(rotated.stdout).not.toContain(/AGENT_KEY=(\S+)/.exec(made.stdout)?.[1]);
		expect((await run(`agents stop ${id}`)).stdout).toMatch(/farmer +stopped/);
		expect(await run(`agents update ${id} --name other`)).toMatchObject({
			exit: 5,
			stderr: expect.stringContaining('AGENT_STOPPED'),
		});
		expect(await run('agents update agent_none --name other')).toMatchObject({
			exit: 7,
			stderr: expect.stringContaining('UNKNOWN_AGENT'),
		});
	});

	test("a caller's own halt differs from the operator's", async () => {
		const halted = await run('halt --mine --reason "far too hot"');
		expect(halted).toMatchObject({
			exit: 0,
			stdout: expect.stringContaining('Your openings have been halted since '),
		});
		expect(await run(`execute ${BTC} --amount 100 --idempotency-key k2 --yes`)).toMatchObject({
			exit: 5,
			stderr: expect.stringContaining('TRADING_HALTED: '),
		});
		expect(await run('resume --mine')).toMatchObject({
			exit: 0,
			stdout: expect.stringContaining('Your halt has ended.'),
		});
		expect(await run('halt --mine --exchange bybit')).toMatchObject({ exit: 2 });
		expect(await run('resume --url http://127.0.0.1:1')).toMatchObject({
			exit: 2,
			stderr: expect.stringContaining('without --mine'),
		});
	});
});

describe('secrets', () => {
	const secret = 'only-on-standard-input';
	test.each([
		['standard input', '', `${secret}\npass\n`],
		['a file', ' --secret-file key.txt', ''],
	])('are read from %s', async (_where, flag, input) => {
		writeFileSync(join(folder, 'key.txt'), `${secret}\npass\n`);
		const line = `connections connect bybit --api-key the-key --label main${flag}`;
		const answer = await run(line, { token: 'connect', cwd: folder, terminal: handTerminal({ input }) });
		expect(answer).toMatchObject({ exit: 0, stderr: '' });
		expect(answer.stdout).toMatch(/acct_\S+ +bybit +main/);
		expect(answer.stdout).not.toContain(secret);
		const [, id = ''] = /(acct_\S+)/.exec(answer.stdout) ?? [];
		const disconnect = `connections disconnect ${id}`;
		expect(await run(disconnect, { token: 'connect' })).toMatchObject({
			exit: 2,
			stderr: expect.stringContaining('To run it without a terminal, or with --json, add --yes'),
		});
		const refused = handTerminal({ isTerminal: true, input: 'n' });
		const no = await run(disconnect, { token: 'connect', terminal: refused });
		expect(no.exit).toBe(5);
		expect(no.stderr).toContain(`Disconnect ${id}?`);
		expect(no.stderr).toContain('Erased: this service’s copy of the account’s key.');
		expect(no.stderr).toContain('Stays at the exchange: positions, orders and money.');
		expect((await run('connections')).stdout).toContain(id);
		expect(await run(`${disconnect} --yes`, { token: 'connect' })).toMatchObject({ exit: 0 });
	});

	test('are prompted for at a terminal and never accepted as an argument', async () => {
		const terminal = handTerminal({ isTerminal: true, input: `${secret}\npass` });
		const answer = await run('connections connect kucoin --api-key the-key', { token: 'connect', terminal });
		expect(answer.exit).toBe(0);
		expect(terminal.drawn.stderr).toContain('API secret (not shown): API passphrase (not shown): ');
		const params = '{"exchange":"bybit","api_key":"k","api_secret":"s"}';
		expect(await run(`rpc connect_exchange '${params}'`)).toMatchObject({
			exit: 2,
			stderr: expect.stringContaining('must not be an argument'),
		});
		for (const { flags } of COMMANDS)
			for (const flag of Object.keys(flags))
				expect(flag).not.toMatch(/^(?:token|secret|passphrase|api-secret)$/);
	});
});

describe('refusals print the service’s own sentence and exit with the code of their kind', () => {
	test.each([
		['opportunities --amount abc', 7, 'get_opportunities', { amount: 'abc' }],
		['opportunities --limit 0', 7, 'get_opportunities', { limit: 0 }],
		['opportunities --exchangepair bybit-kraken', 7, 'get_opportunities', { exchangepair: 'bybit-kraken' }],
		['opportunity opp_x', 7, 'opportunity_detail', { opportunity_id: 'opp_x' }],
		[`opportunity ${EXPIRED_ID}`, 5, 'opportunity_detail', { opportunity_id: EXPIRED_ID }],
		['execution exec_x', 7, 'get_execution', { execution_id: 'exec_x' }],
		['close exec_x --share two --yes', 7, 'close_execution', { execution_id: 'exec_x', share: 'two' }],
		['rpc no_such_method', 7, 'no_such_method', {}],
	])('%s: %i', async (line, exit, method, params) => {
		const { error } = await asked(method, params);
		const { message, code } = error?.data ?? { message: '', code: '' };
		const plain = await run(line);
		expect(plain).toEqual({ exit, stdout: '', stderr: `carrywire: ${code}: ${message}\n` });
		const json = await run(`${line} --json`);
		expect({ ...json, stderr: '' }).toEqual({ exit, stdout: '', stderr: '' });
		expect(JSON.parse(json.stderr).error).toMatchObject({
			code,
			message,
			rpc_code: error?.code,
			exit_code: exit,
		});
	});

	test.each([
		['no token', { CARRYWIRE_TOKEN: '' }, 'UNAUTHORIZED', 'carrywire login --keep'],
		['an unknown token', { CARRYWIRE_TOKEN: 'cw_unknown' }, 'UNAUTHORIZED', 'carrywire login --keep'],
	])('%s exits with 4 and says how to get a token', async (_what, env, code, advice) => {
		const { exit, stderr } = await run('portfolio', { env });
		expect(exit).toBe(4);
		expect(stderr).toContain(`carrywire: ${code}: `);
		expect(stderr).toContain(advice);
	});

	test('a missing scope exits with 4', async () => {
		expect(await run(`cancel exec_x`, { token: 'read' })).toMatchObject({
			exit: 4,
			stderr: expect.stringContaining('FORBIDDEN: '),
		});
	});

	test('an unresponsive exchange exits with 6', async () => {
		const line = `rpc opportunity_detail '{"opportunity_id":"${VENUE_DOWN_ID}"}'`;
		expect(await run(line)).toMatchObject({
			exit: 6,
			stdout: '',
			stderr: expect.stringContaining('VENUE_UNAVAILABLE: '),
		});
	});

	test('an unreachable service exits with 3, and has its own code in JSON', async () => {
		await using gone = await startTestServer();
		await gone.server.stop();
		expect(await run(`test --url ${gone.url}`)).toMatchObject({ exit: 2 });
		const answer = await run(`portfolio --json --url ${gone.url}`);
		expect(answer).toMatchObject({ exit: 3, stdout: '' });
		expect(JSON.parse(answer.stderr).error).toMatchObject({ code: 'UNREACHABLE', exit_code: 3 });
	});

	test.each([
		['opportunities --limit', 'argument missing'],
		['opportunity', 'needs the ID of an opportunity'],
		['execute opp_x', '--amount USD'],
		['execute opp_x --amount 1', 'with --json, add --yes'],
		['execute opp_x --amount 1 --idempotency-key k', 'add --yes'],
		['preview opp_x --amount 1234567890.1234567', 'at most 15 digits'],
		['update-exit exec_x', 'at least one rule'],
		['agents update agent_x', 'needs at least one change'],
		['agents list --name x', 'takes no --name'],
		['connections use acct_x --label x', 'takes no --label'],
		['watch', 'Without one, add --json'],
		['watch portfolio --amount 5', 'takes no --amount'],
		["rpc test '[1]'", 'one JSON object'],
		['rpc test {', 'not JSON'],
		['portfolio --url http://arb.example.com', 'must be an https address'],
		['portfolio --url https://arb.example.com/path', 'without a path'],
		['portfolio --token-file nowhere', 'a readable file'],
	])('%s exits with 2 and never reaches the service', async (line, sentence) => {
		const { exit, stdout, stderr } = await run(line, { cwd: folder });
		expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
		expect(stderr).toContain(sentence);
	});
});

describe('choice of service and token', () => {
	/** Writes a user's settings, which only the owner may read. */
	function person(settings: object, mode = 0o600): { readonly XDG_CONFIG_HOME: string } {
		mkdirSync(join(folder, 'carrywire'));
		const file = join(folder, 'carrywire', 'cli.json');
		writeFileSync(file, JSON.stringify(settings));
		chmodSync(file, mode);
		return { XDG_CONFIG_HOME: folder };
	}
	const portfolio = (env: Readonly<Record<string, string>>, flags = '') =>
		run(`portfolio --json ${flags}`, {
			env: { CARRYWIRE_URL: '', CARRYWIRE_TOKEN: '', ...env },
			cwd: folder,
		});

	test('the user’s settings name both, with the token in a file beside them', async () => {
		const env = person({ url: server.url, tokenFile: 'token' });
		writeFileSync(join(folder, 'carrywire', 'token'), `${server.tokens.read}\n`);
		expect(await portfolio(env)).toMatchObject({ exit: 0 });
	});

	test('flags override the environment, which overrides the settings', async () => {
		const env = person({ url: 'http://127.0.0.1:1', tokenFile: 'token' });
		writeFileSync(join(folder, 'carrywire', 'token'), 'cw_of_the_settings');
		writeFileSync(join(folder, 'good'), server.tokens.read ?? '');
		const named = { ...env, CARRYWIRE_URL: server.url };
		expect(await portfolio(named)).toMatchObject({ exit: 4 });
		expect(await portfolio({ ...named, CARRYWIRE_TOKEN: server.tokens.read ?? '' })).toMatchObject({
			exit: 0,
		});
		expect(await portfolio({ ...named, CARRYWIRE_TOKEN: 'cw_bad' }, '--token-file good')).toMatchObject({
			exit: 0,
		});
		expect(
			await portfolio(
				{ ...env, CARRYWIRE_URL: 'http://127.0.0.1:1' },
				`--url ${server.url} --token-file good`,
			),
		).toMatchObject({ exit: 0 });
	});

	test.each([
		[{ url: 'http://arb.example.com' }, 0o600, 'url in cli.json must be an https address'],
		[{ urls: [] }, 0o600, 'must be an object that contains only url and tokenFile'],
		[{ url: 'https://arb.example.com' }, 0o644, 'only by its owner (0600); was 0644'],
	])('rejects settings %j with mode %o', async (settings, mode, sentence) => {
		const answer = await portfolio(person(settings, mode));
		expect(answer).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(sentence) });
	});

	test('a command flag never changes a service setting of the same name', async () => {
		const env = { CARRYWIRE_URL: '', CARRYWIRE_DATA_DIR: folder };
		const line = `preview ${BTC} --amount 100 --mode single-delay`;
		expect(await run(line, { env, cwd: folder })).toMatchObject({ exit: 3 });
	});

	test('without settings a service must run on the data directory', async () => {
		expect(await portfolio({ CARRYWIRE_DATA_DIR: folder })).toMatchObject({
			exit: 3,
			stderr: expect.stringContaining('No service runs on'),
		});
	});

	test('never quotes a malformed token', async () => {
		const { exit, stderr } = await portfolio({
			CARRYWIRE_URL: server.url,
			CARRYWIRE_TOKEN: 'cw_half and half',
		});
		expect(exit).toBe(2);
		expect(stderr).toContain(
			'CARRYWIRE_TOKEN must hold one token without spaces, and nothing else; it holds 16 characters.',
		);
		expect(stderr).not.toContain('half');
	});
});
