/** Tests the examples for replays: the policy file on a small recorded market, and the script of a sweep. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/domain/funding.ts';
import type { GivenSettings } from '../../src/replay/policies/settings.ts';
import { openPolicy } from '../../src/replay/sandbox/open-policy.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import {
	changedAt,
	openReplayedMarket,
	QUIET,
	RECORDED_FROM,
	REPLAY_FROM,
	type RecordedContract,
} from '../support/replayed-market.ts';

const POLICY = 'examples/replay-policy.ts';
const SWEEP = 'examples/replay-sweep.sh';
const OPTIONS = { data: [], seed: 1, now: REPLAY_FROM, watch: systemClock, onLine() {} };

/** Replays the example's policy. Returns the user's executions, oldest first, and what the policy printed. */
async function replay(contracts: readonly RecordedContract[], days: number, set: GivenSettings = {}) {
	const lines: string[] = [];
	await using market = await openReplayedMarket(contracts, days);
	const opened = await openPolicy(POLICY, set, { ...OPTIONS, onLine: (line) => lines.push(line) });
	const seat = market.seat();
	await market.run(opened.policy, [seat], opened.settings);
	const { executions } = await seat.client.call('portfolio_live', { include_closed: true, limit: 100 });
	return { lines, executions: executions.toReversed() };
}

describe('the policy', () => {
	test('opens a wide and steady spread a minute after midnight, and closes it when the mean turns', async () => {
		const turn = REPLAY_FROM + DAY_MS + 2 * HOUR_MS;
		const { executions, lines } = await replay(changedAt('hyperliquid', turn, '0.0005'), 4);
		expect(executions).toMatchObject([
			{
				execution: {
					long_exchange: 'hyperliquid',
					short_exchange: 'bybit',
					input_amount: 2_000,
					status: 'closed',
				},
			},
		]);
		const [position] = executions;
		expect(position?.execution.created_at).toBe('2026-02-02T00:01:00.000Z');
		expect(position?.execution.closed_at).toMatch(/^2026-02-04T00:01/);
		expect(lines).toEqual(['2026-02-02 AAA: 21.9 % a year']);
	});

	test('leaves a spread alone that was positive in two weeks of four only', async () => {
		const from = RECORDED_FROM + 18 * DAY_MS + HOUR_MS;
		const contracts = QUIET.map((contract) =>
			contract.coin === 'AAA' && contract.venue === 'bybit'
				? { ...contract, rate: (at: number) => (at < from ? '-0.00001' : '0.0006') }
				: contract,
		);
		expect((await replay(contracts, 1.5)).executions).toEqual([]);
		expect((await replay(contracts, 1.5, { weeks: 2 })).executions).toHaveLength(1);
	});
});

test('the sweep names existing policies and their settings, and writes a report for each', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-sweep-'));
	try {
		const reports = join(folder, 'reports');
		const printed = execFileSync('sh', [SWEEP, 'recordings', reports], {
			env: { PATH: process.env.PATH, CARRYWIRE: 'echo' },
			encoding: 'utf8',
		});
		expect(existsSync(reports)).toBe(true);
		const runs = printed
			.trim()
			.split('\n')
			.map((line) => line.split(' '));
		expect(runs.map(([command]) => command)).toEqual(['replay', 'replay']);
		for (const words of runs) {
			const valuesOf = (flag: string) =>
				words.flatMap((word, index) => (word === flag ? [words[index + 1] ?? ''] : []));
			const [policy = ''] = valuesOf('--policy');
			for (const sweep of valuesOf('--sweep')) {
				const [name = '', values = ''] = sweep.split('=');
				for (const value of values.split(',')) {
					const opened = await openPolicy(policy, { [name]: value }, OPTIONS);
					await opened.close();
					expect(opened.settings[name]).toBe(Number(value));
				}
			}
			expect(valuesOf('--report')).toHaveLength(1);
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
