import { describe, expect, test } from 'vitest';
import type { CliParts } from './cli-parts.ts';
import { UsageError } from './command.ts';
import { readCommandLine } from './command-line.ts';

const read = async (line: string) => {
	const { name, options } = await readCommandLine(line === '' ? [] : line.split(' '));
	return { name, ...(options as object) };
};

describe('readCommandLine', () => {
	test.each([
		['', { name: 'help', topic: 'carrywire' }],
		['--help', { name: 'help', topic: 'carrywire' }],
		['help token', { name: 'help', topic: 'token' }],
		['serve --help', { name: 'help', topic: 'serve' }],
		['token list -h', { name: 'help', topic: 'token' }],
		['--version', { name: 'version' }],
		['serve', { name: 'serve', flags: {} }],
		[
			'serve --port 9000 --data-dir=/d --external',
			{ name: 'serve', flags: { port: '9000', 'data-dir': '/d', external: true } },
		],
		['calibration', { name: 'calibration', flags: {}, json: false }],
		['calibration --json --data-dir d', { name: 'calibration', flags: { 'data-dir': 'd' }, json: true }],
		['simulate --seed 7', { name: 'simulate', flags: { seed: '7' } }],
		[
			'token',
			{
				name: 'token',
				flags: {},
				create: false,
				action: 'create',
				userName: 'owner',
				tokenName: 'cli',
				scopes: ['arb:read'],
				ttlMs: 86_400_000,
			},
		],
		[
			'token --scope arb:trade --ttl 0.5 --user ann --name bot --data-dir d',
			{
				name: 'token',
				flags: { 'data-dir': 'd' },
				create: false,
				action: 'create',
				userName: 'ann',
				tokenName: 'bot',
				scopes: ['arb:trade'],
				ttlMs: 1_800_000,
			},
		],
		[
			'token list --user ann --json',
			{ name: 'token', flags: {}, action: 'list', userName: 'ann', json: true },
		],
		['token revoke tok_1', { name: 'token', flags: {}, action: 'revoke', tokenId: 'tok_1' }],
		[
			'venue bybit positions --user ann --json',
			{ name: 'venue', flags: {}, venue: 'bybit', what: 'positions', userName: 'ann', json: true },
		],
		[
			'halt',
			{
				name: 'halt',
				flags: {},
				create: false,
				action: 'halt',
				target: { scope: 'service' },
				reason: null,
				closeAll: false,
			},
		],
		[
			'halt --exchange bybit --reason late --close-all --data-dir d',
			{
				name: 'halt',
				flags: { 'data-dir': 'd' },
				create: false,
				action: 'halt',
				target: { scope: 'exchange', venue: 'bybit' },
				reason: 'late',
				closeAll: true,
			},
		],
		[
			'halt --reason=--late',
			{
				name: 'halt',
				flags: {},
				create: false,
				action: 'halt',
				target: { scope: 'service' },
				reason: '--late',
				closeAll: false,
			},
		],
		['resume --service', { name: 'resume', flags: {}, action: 'resume', target: { scope: 'service' } }],
		[
			'login',
			{
				name: 'login',
				flags: {},
				action: 'login',
				url: undefined,
				scopes: undefined,
				isKept: false,
			},
		],
		[
			'login --keep --scope arb:trade --url http://127.0.0.1:1 --data-dir d',
			{
				name: 'login',
				flags: { 'data-dir': 'd' },
				action: 'login',
				url: 'http://127.0.0.1:1',
				scopes: ['arb:trade'],
				isKept: true,
			},
		],
		['logout --url u', { name: 'logout', flags: {}, action: 'logout', url: 'u' }],
		['halts --json', { name: 'halts', flags: {}, action: 'halts', json: true }],
		['vault status', { name: 'vault', flags: {}, action: 'status', json: false }],
		[
			'vault status --json --data-dir d',
			{ name: 'vault', flags: { 'data-dir': 'd' }, action: 'status', json: true },
		],
		['vault rotate', { name: 'vault', flags: {}, action: 'rotate', dropRetired: false }],
		['vault rotate --drop-retired', { name: 'vault', flags: {}, action: 'rotate', dropRetired: true }],
		['record', { name: 'record', flags: {}, action: 'run' }],
		[
			'record --external --data-dir d',
			{ name: 'record', flags: { external: true, 'data-dir': 'd' }, action: 'run' },
		],
		[
			'record export --to out',
			{
				name: 'record',
				flags: {},
				action: 'export',
				to: 'out',
				from: 0,
				until: Date.UTC(9_999, 0),
				format: 'csv',
				levels: 20,
			},
		],
		[
			'record export --to out --from 2026-11-21 --until 2026-11-21T08:00Z --format parquet --levels 5 --data-dir d',
			{
				name: 'record',
				flags: { 'data-dir': 'd' },
				action: 'export',
				to: 'out',
				from: Date.UTC(2026, 10, 21),
				until: Date.UTC(2026, 10, 21, 8),
				format: 'parquet',
				levels: 5,
			},
		],
	])('%j', async (line, command) => {
		expect(await read(line)).toEqual(command);
	});

	test.each([
		['serv', 'There is no command "serv". Did you mean serve?'],
		['opportunites', 'Did you mean opportunities or opportunity?'],
		['buy', 'The commands are opportunities, opportunity,'],
		['execute opp_1 --amont 5', "Unknown option '--amont'. Did you mean --amount?"],
		['--port 80', 'must be a command'],
		['help nothing', 'There is no command "nothing"'],
		['serve --prot 80', "Unknown option '--prot'. Did you mean --port?"],
		['serve --port', 'argument missing'],
		['calibration now', 'unexpected argument "now"'],
		['calibration --user ann', "Unknown option '--user'"],
		['serve now', 'unexpected argument "now"'],
		['halt --reason --close-all', '--reason needs a value, but the next word is the flag "--close-all"'],
		['rpc test {"a": 1}', 'unexpected argument "1}". Quote the JSON.'],
		['serve --port=80 --version', "Unknown option '--version'"],
		['serve --seed 1 --scope arb:read', "Unknown option '--scope'"],
		['token --scope arb:all', '--scope must be'],
		['login now', 'unexpected argument "now"'],
		['login --scope arb:all', '--scope must be'],
		['login --ttl 2', "Unknown option '--ttl'"],
		['logout --keep', "Unknown option '--keep'"],
		['token --ttl 721', '--ttl must be'],
		['token --ttl soon', '--ttl must be'],
		['token --json', 'takes no --json'],
		['token delete tok_1', 'must be list or revoke, or omitted; was "delete"'],
		['token revoke', 'needs the ID'],
		['token revoke a b', 'unexpected argument'],
		['token list --ttl 2', 'takes no --ttl'],
		['venue bybit', 'WHAT to query'],
		['venue bybit positions now', 'unexpected argument'],
		['record now', 'must be export, or omitted; was "now"'],
		['record export', 'needs the directory to write to'],
		['record export --to=', 'needs the directory to write to'],
		['record export out --to out', 'unexpected argument "out"'],
		['record --to out', 'record takes no --to'],
		['record export --to out --seed 7', 'record export takes no --seed'],
		['record export --to out --from yesterday', '--from must be a date'],
		['record export --to out --until 2026-13-01', '--until must be a date'],
		['record export --to out --from 2026-11-21 --until 2026-11-21', 'earlier than --until'],
		['record export --to out --format xlsx', '--format must be'],
		['record export --to out --levels 0', '--levels must be a whole number from 1 to 1000'],
		['record --levels 5', 'record takes no --levels'],
		['record --port 80', "Unknown option '--port'"],
		['halt bybit', 'unexpected argument "bybit"'],
		[
			'halt --exchange bybitt',
			'--exchange must be one of bybit, kucoin, binance, okx, hyperliquid; was "bybitt"',
		],
		['halt --exchange bybit --service', 'not both'],
		['halt --reason=', '--reason must have 1 to 500 characters'],
		['resume --reason over', "Unknown option '--reason'"],
		['resume --exchange kraken', '--exchange must be one of'],
		['halts now', 'unexpected argument'],
		['vault', 'status or rotate; got nothing'],
		['vault look', 'status or rotate; got "look"'],
		['vault status now', 'unexpected argument'],
		['vault status --drop-retired', 'takes no --drop-retired'],
		['vault rotate --json', 'takes no --json'],
		['constructor', 'There is no command'],
	])('refuses %j', async (line, sentence) => {
		await expect(read(line)).rejects.toThrow(UsageError);
		await expect(read(line)).rejects.toThrow(sentence);
	});
});

test('passes a negative number after a flag on to the service', async () => {
	const { options } = await readCommandLine(['close', 'exec_1', '--share', '-0.5', '--no-wait']);
	expect(options).toMatchObject({
		options: { params: { share: -0.5, execution_id: 'exec_1' }, isSure: false, waits: false },
	});
});

test('wraps help at the width of the screen, at most 120 characters', async () => {
	const widest = async (columns: number) => {
		const lines: string[] = [];
		const { run } = await readCommandLine(['close', '--help'], columns);
		const output = { print: (line: string) => lines.push(line), remark: () => {} };
		await run({ output } as unknown as CliParts);
		const examples = lines.indexOf('Examples:');
		return Math.max(...lines.slice(0, examples).map((line) => line.length));
	};
	const [narrow, usual, wide] = [await widest(90), await widest(120), await widest(400)];
	expect(narrow).toBeLessThanOrEqual(90);
	expect(usual).toBeGreaterThan(90);
	expect(usual).toBeLessThanOrEqual(120);
	expect(wide).toBe(usual);
});
