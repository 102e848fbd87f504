/**
 * Checks that five hundred fixed seeds and the named ones keep every rule of the simulation, and cover the events for
 * which they were chosen.
 */
import { describe, expect, test } from 'vitest';
import { AGENTS_FROM } from './agents.ts';
import { AT_CAPS_FROM } from './at-caps.ts';
import { AUTOPILOTS_FROM } from './autopilots.ts';
import { BAD_DAYS_FROM } from './bad-days.ts';
import { DEAD_MAN_FROM } from './dead-man.ts';
import { MAKER_CLOSES_FROM } from './maker-closes.ts';
import { NAMED_SEEDS } from './named-seeds.ts';
import { ROLLS_FROM } from './rolls.ts';
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
const MAKER_CLOSE_SEEDS = 250;
const ROLL_SEEDS = 250;
const POT_SEEDS = 300;
const POT_PARTS = 6;
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

	test('covers every intended mode, end, fault and call for a person', () => {
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

test('keeps every rule with a third exchange, and opens and closes some emergency hedges', async () => {
	const met = newStatistics();
	for (let seed = THIRD_VENUE_FROM; seed < THIRD_VENUE_FROM + HEDGED_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(met.outcomes['emergency hedge closed']).toBeGreaterThan(0);
});

test('keeps every rule with agents: they stay within their caps, and a stopped agent opens nothing', async () => {
	const met = newStatistics();
	for (let seed = AGENTS_FROM; seed < AGENTS_FROM + AGENT_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(met.faults['agent stopped while it opens']).toBeGreaterThan(5);
	expect(met.executions).toBeGreaterThan(AGENT_SEEDS / 2);
});

test('keeps every rule on bad days: an exchange outage of ten minutes, new ticks, lots and intervals, a drifting clock', async () => {
	const met = newStatistics();
	for (let seed = BAD_DAYS_FROM; seed < BAD_DAYS_FROM + BAD_DAY_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(Object.keys(met.faults)).toEqual(expect.arrayContaining(BAD_DAY_FAULTS));
	expect(met.executions).toBeGreaterThan(BAD_DAY_SEEDS / 4);
});

test('keeps every rule when contracts with open positions are paused, or delisted and settled', async () => {
	const met = newStatistics();
	for (let seed = UNTRADED_FROM; seed < UNTRADED_FROM + UNTRADED_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(Object.keys(met.faults)).toEqual(expect.arrayContaining(UNTRADED_FAULTS));
	expect(Object.keys(met.called)).toContain('untradable');
});

test('keeps every rule at the caps on open and unhedged notional, per user and in total', async () => {
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

test('keeps every rule with a dead-man switch: it covers every resting order and cancels it after a crash', async () => {
	const met = newStatistics();
	for (let seed = DEAD_MAN_FROM; seed < DEAD_MAN_FROM + DEAD_MAN_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(met.faults['switch fired while the process was down']).toBeGreaterThan(10);
	expect(met.outcomes['single-delay closed']).toBeGreaterThan(DEAD_MAN_SEEDS / 5);
});

test('keeps every rule with closes as maker and of parts, through crashes and paused contracts', async () => {
	const met = newStatistics();
	for (let seed = MAKER_CLOSES_FROM; seed < MAKER_CLOSES_FROM + MAKER_CLOSE_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(met.faults['a leg rests in a close']).toBeGreaterThan(MAKER_CLOSE_SEEDS / 4);
	expect(met.crashes).toBeGreaterThan(MAKER_CLOSE_SEEDS / 10);
});

test('keeps every rule with rolls: one leg moves to a third exchange, through crashes and liquidations', async () => {
	const met = newStatistics();
	for (let seed = ROLLS_FROM; seed < ROLLS_FROM + ROLL_SEEDS; seed += 1) {
		const result = await runSeed({ seed });
		addResult(met, result);
		expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
	}
	expect(met.outcomes['roll closed']).toBeGreaterThan(ROLL_SEEDS / 10);
	expect(met.outcomes['roll failed']).toBeGreaterThan(0);
	expect(met.crashes).toBeGreaterThan(ROLL_SEEDS / 10);
});

describe('the simulation with autopilots', () => {
	const met = newStatistics();

	test.each(Array.from({ length: POT_PARTS }, (_, part) => part))(
		'keeps every rule: part %i',
		async (part) => {
			for (let index = 0; index < POT_SEEDS / POT_PARTS; index += 1) {
				const seed = AUTOPILOTS_FROM + part * (POT_SEEDS / POT_PARTS) + index;
				const result = await runSeed({ seed });
				addResult(met, result);
				expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
			}
		},
	);

	test('meets every kind of change, decision, refusal and kill', () => {
		expect(met.seeds).toBe(POT_SEEDS);
		expect(Object.keys(met.potSeeds)).toEqual(expect.arrayContaining(POT_EVENTS));
		expect(met.potSeeds['executed: open']).toBeGreaterThan(POT_SEEDS / 2);
		expect(met.crashes).toBeGreaterThan(POT_SEEDS / 2);
		expect(Object.keys(met.faults)).toEqual(expect.arrayContaining(['liquidation', 'adl', 'books silent']));
	});
});

const POT_EVENTS = [
	...['executed: open', 'executed: roll', 'executed: reduce', 'executed: close'],
	...['executed: reduce, margin_alarm', 'executed: close, stop', 'closes a part'],
	...['planned decision: daily', 'planned decision: lost_leg', 'planned decision: margin_alarm'],
	...['planned decision: cap_print', 'plan with limits that couple coins'],
	...['refused: TRADING_HALTED', 'refused: NO_LONGER_PAYS', 'suggestion confirmed', 'suggestion declined'],
	...['paused', 'stopped by its owner, who closes', 'stopped by its owner, who keeps'],
	...['killed before a change began', 'killed between begun and sent, with an execution'],
	...['killed between begun and sent, without an execution', 'killed after a change was sent'],
	'killed during a reduction',
];

test.each(NAMED_SEEDS)('seed $seed: $why', async ({ seed }) => {
	const { violations } = await runSeed({ seed });
	expect(violations, `npm run sim -- --seed ${seed}`).toEqual([]);
});

test('repeats a seed exactly: the same draws, faults and orders', async () => {
	const log = async (): Promise<readonly string[]> => {
		const lines: string[] = [];
		await runSeed({ seed: 42, log: (line) => lines.push(line) });
		return lines;
	};
	const first = await log();
	expect(first.length).toBeGreaterThan(20);
	expect(await log()).toEqual(first);
});
