import { describe, expect, test } from 'vitest';
import { FLAGS, readCommandLine, readCommandLines, UsageError, usage } from './command-line.ts';

describe('readCommandLine', () => {
	test('takes an exchange and a directory; the other flags have defaults', () => {
		expect(readCommandLine(['kucoin', '--data-dir', '/d'])).toEqual({
			exchange: 'kucoin',
			dataDir: '/d',
			port: 0,
			adminPort: 0,
			seed: 1,
			historyDir: undefined,
			settleInSeconds: undefined,
			site: { hosts: undefined, isTest: false },
			parentPipe: false,
		});
	});

	test('takes every flag', () => {
		const line =
			'bybit --data-dir /d --port 8001 --admin-port 8002 --seed -5 --history /h --settle-in 90 --hosts a.example,b.example --test-site --parent-pipe';
		// Node's own parser accepts a negative number only in the form `--seed=-5`.
		expect(readCommandLine(line.replace('--seed -5', '--seed=-5').split(' '))).toEqual({
			exchange: 'bybit',
			dataDir: '/d',
			port: 8001,
			adminPort: 8002,
			seed: -5,
			historyDir: '/h',
			settleInSeconds: 90,
			site: { hosts: ['a.example', 'b.example'], isTest: true },
			parentPipe: true,
		});
	});

	test('takes several simulators, each with its own flags', () => {
		const line = 'bybit --data-dir /d --seed 7 --and okx --data-dir /d --hosts a.example --test-site';
		expect(readCommandLines(line.split(' '))).toEqual([
			readCommandLine('bybit --data-dir /d --seed 7'.split(' ')),
			readCommandLine('okx --data-dir /d --hosts a.example --test-site'.split(' ')),
		]);
		expect(readCommandLines([...line.split(' '), '--help'])).toBeUndefined();
		expect(() => readCommandLines([...line.split(' '), '--and'])).toThrow(UsageError);
	});

	test('prints the usage, which names every flag', () => {
		expect(readCommandLine(['--help'])).toBeUndefined();
		for (const { name } of FLAGS) expect(usage()).toContain(`--${name}`);
	});

	test.each([
		[[]],
		[['bybit']],
		[['kraken', '--data-dir', '/d']],
		[['bybit', 'kucoin', '--data-dir', '/d']],
		[['bybit', '--data-dir', '']],
		[['bybit', '--data-dir', '/d', '--port', '65536']],
		[['bybit', '--data-dir', '/d', '--port', '80x']],
		[['bybit', '--data-dir', '/d', '--seed', '1.5']],
		[['bybit', '--data-dir', '/d', '--settle-in', '0']],
		[['bybit', '--data-dir', '/d', '--colour', 'red']],
	])('refuses %j', (args) => {
		expect(() => readCommandLine(args)).toThrow(UsageError);
	});
});
