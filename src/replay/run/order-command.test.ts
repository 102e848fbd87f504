/** Tests that the command of a result repeats its order. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { DEFAULT_ORDER, type ReplayOrder } from './order.ts';
import { commandOf } from './order-command.ts';

const ORDER: ReplayOrder = { ...DEFAULT_ORDER, data: ['data'], policy: 'month-mean' };
const FULL: ReplayOrder = {
	...ORDER,
	data: ['my data', "it's.csv"],
	grade: 'B',
	from: Date.UTC(2026, 0, 1),
	until: Date.UTC(2026, 1, 1, 12),
	policy: './my policy.ts',
	set: { legUsd: 500, closeAtEnd: true, note: 'a "quoted" $word' },
	sweep: { enter: [0.05, 0.1] },
	capitalUsd: 2_500,
	users: 'pairs',
	exchanges: ['bybit', 'my-exchange'],
	coins: ['BTC', 'ETH'],
	walkForward: { trainDays: 90, testDays: 30 },
	feesBp: { bybit: { taker: 5.5, maker: 2 } },
	slippageBp: 3,
	impactBp: 0,
	priceUsd: 1,
	publicationLagS: 60,
	cashRatePct: 5,
	idleRatePct: 1,
	without: ['DIRECTION', 'TOO_GOOD'],
	compare: false,
	seed: 9,
};

/** Returns the words that a shell makes of a command. */
function wordsOf(command: string): readonly string[] {
	const script = `set -- ${command}\nfor word; do printf '%s\\0' "$word"; done`;
	return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('the command', () => {
	test('has only what differs from the defaults', () => {
		expect(commandOf(ORDER)).toBe('carrywire replay --data data --policy month-mean');
	});

	test('is split by a shell into the words of the order', () => {
		expect(wordsOf(commandOf(FULL))).toEqual([
			...['carrywire', 'replay', '--data', 'my data', '--data', "it's.csv", '--grade', 'B'],
			...['--from', '2026-01-01T00:00:00.000Z', '--until', '2026-02-01T12:00:00.000Z'],
			...['--policy', './my policy.ts', '--set', 'legUsd=500', '--set', 'closeAtEnd=true'],
			...['--set', 'note=a "quoted" $word', '--sweep', 'enter=0.05,0.1', '--capital', '2500'],
			...['--users', 'pairs', '--exchanges', 'bybit,my-exchange', '--coins', 'BTC,ETH'],
			...['--walk-forward', '90d/30d', '--fees', 'bybit=5.5/2', '--slippage', '3', '--impact', '0'],
			...['--price', '1', '--lag', '60', '--cash-rate', '5', '--idle-rate', '1'],
			...['--without', 'DIRECTION', '--without', 'TOO_GOOD', '--no-compare', '--seed', '9'],
		]);
	});

	test('is the same for an order that states its defaults', () => {
		expect(commandOf({ ...ORDER, capitalUsd: 10_000, slippageBp: 2 })).toBe(commandOf(ORDER));
	});
});
