/** Five hundred fixed seeds and the named ones: every rule of the simulation holds, and they meet what they are for. */
import { describe, expect, test } from 'vitest';
import { AGENTS_FROM } from './agents.ts';
import { AT_CAPS_FROM } from './at-caps.ts';
import { BAD_DAYS_FROM } from './bad-days.ts';
import { DEAD_MAN_FROM } from './dead-man.ts';
import { NAMED_SEEDS } from './named-seeds.ts';
import { runSeed } from './run-seed.ts';
import { addResult, newStatistics } from './statistics.ts';
import { THIRD_VENUE_FROM } from './third-venue.ts';
import { UNTRADED_FROM } from './untraded.ts';

const SEEDS = 500;
const PARTS = 10;
const HEDGED_SEEDS = 100;
const AGENT_SEEDS = 200;
const BAD_DAY_SEEDS = 250;
const UNTRADED_SEEDS = 800;
const AT_CAPS_SEEDS = 150;
const DEAD_MAN_SEEDS = 250;
const UNTRADED_FAULTS = [
	...['contract paused', 'delisting', 'refused: not traded', 'opened to match what is not traded'],
];
const BAD_DAY_FAULTS = [
	...['vanished for ten minutes', 'clock drifted', 'steps changed', 'interval changed'],
	'refused: steps of before',
];

describe('the simulation', () => {
	const met = newStatistics();

	test.each(Array.from({ length: PARTS }, (_, part) => part))('keeps every rule: part %i', async (part) => {
		for (let index = 0; index < SEEDS / PARTS; index += 1) {
			const result = await runSeed({ seed: 1 + part * (SEEDS / PARTS) + index });
			addResult(met, result);
			expect(result.violations, `npm run sim -- --seed ${result.seed}`).toEqual([]);
		}
	});

	test('met every mode, end, fault and call for a person that it is for', () => {
		expect(met.seeds).toBe(SEEDS);
		expect(met.crashes).toBeGreaterThan(SEEDS / 10);
		const outcomes = ['single-direct', 'single-delay', 'grid'].flatMap((mode) =>
			['closed', 'failed'].map((end) => `${mode} ${end}`),
		);
		expect(Object.keys(met.outcomes)).toEqual(expect.arrayContaining(outcomes));
		expect(Object.keys(met.faults)).toEqual(expect.arrayContaining(FAULTS));
		expect(Object.keys(met.called)).toEqual(expect.arrayContaining(['hand', 'unknown', 'stuck']));
	});
});

const FAULTS = [
	'lostRequest',
	'lateRequest',
	'lostAnswer',
	'duplicateRequest',
	'rejected',
	'rateLimited',
	'clockRefused',
	'unfilled',
	'partial',
	'lateOrder',
	'lateFill',
	'latePosition',
	'readFails',
	'staleRead',
	'repeatedRow',
	'lostCancel',
	'fillBeforeCancel',
	'lostHint',
	'repeatedHint',
	'lateHint',
	'latePayment',
	'missingPayment',
	'thirdCoinFee',
	'journalError',
	'disk full',
	'books silent',
	'connection cut',
	'liquidation',
	'adl',
	'hand trade',
	'deposit or withdrawal',
	'crash at append asked',
	'crash at append durable',
	'crash at wire before',
	'crash at wire after',
];

test('with a third exchange and emergency hedges every rule holds too, and some are hedged and closed again', async () => {
	const met = newStatistics();
	for (let seed = THIRD_VENUE_FROM; seed < THIRD_VENUE_FROM + HEDGED_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(met.outcomes['emergency hedge closed']).toBeGreaterThan(0);
});

test('with agents every rule holds too: inside their caps, and nothing opens for one that was stopped', async () => {
	const met = newStatistics();
	for (let seed = AGENTS_FROM; seed < AGENTS_FROM + AGENT_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(met.faults['agent stopped while it opens']).toBeGreaterThan(5);
	expect(met.executions).toBeGreaterThan(AGENT_SEEDS / 2);
});

test('on bad days every rule holds too: one exchange away for ten minutes, other ticks, lots and intervals, a drifting clock', async () => {
	const met = newStatistics();
	for (let seed = BAD_DAYS_FROM; seed < BAD_DAYS_FROM + BAD_DAY_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(Object.keys(met.faults)).toEqual(expect.arrayContaining(BAD_DAY_FAULTS));
	expect(met.executions).toBeGreaterThan(BAD_DAY_SEEDS / 4);
});

test('where contracts are not traded every rule holds too: paused, or closed for good and settled, with positions open', async () => {
	const met = newStatistics();
	for (let seed = UNTRADED_FROM; seed < UNTRADED_FROM + UNTRADED_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(Object.keys(met.faults)).toEqual(expect.arrayContaining(UNTRADED_FAULTS));
	expect(Object.keys(met.called)).toContain('untradable');
});

test('at the caps every rule holds too: what is open, and what stands on one leg, of a user and of all', async () => {
	const met = newStatistics();
	for (let seed = AT_CAPS_FROM; seed < AT_CAPS_FROM + AT_CAPS_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(Object.keys(met.faults)).toEqual(
		expect.arrayContaining(['near a cap: open notional', 'near a cap: unhedged notional']),
	);
	expect(met.executions).toBeGreaterThan(AT_CAPS_SEEDS);
});

test('with a dead-man switch every rule holds too: nothing rests without it, and what rests at a death is gone', async () => {
	const met = newStatistics();
	for (let seed = DEAD_MAN_FROM; seed < DEAD_MAN_FROM + DEAD_MAN_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(met.faults['switch fired while the process was down']).toBeGreaterThan(10);
	expect(met.outcomes['single-delay closed']).toBeGreaterThan(DEAD_MAN_SEEDS / 5);
});

test.each(NAMED_SEEDS)('seed $seed: $why', async ({ seed }) => {
	const { violations } = await runSeed({ seed });
	expect(violations, `npm run sim -- --seed ${seed}`).toEqual([]);
});

test('one seed is one run: the same draws, the same faults, the same orders', async () => {
	const log = async (): Promise<readonly string[]> => {
		const lines: string[] = [];
		await runSeed({ seed: 42, log: (line) => lines.push(line) });
		return lines;
	};
	const first = await log();
	expect(first.length).toBeGreaterThan(20);
	expect(await log()).toEqual(first);
});
