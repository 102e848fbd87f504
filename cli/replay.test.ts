/** Tests the flags, the places of the files, the progress and the lines of `carrywire replay`. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BUILT_IN } from '../src/replay/policies/built-in.ts';
import { renderReport } from '../src/replay/report/render-report.ts';
import { DEFAULT_ORDER, type ReplayOrder } from '../src/replay/run/order.ts';
import { commandOf } from '../src/replay/run/order-command.ts';
import { createVirtualClock, passTime } from '../src/runtime/virtual-clock.ts';
import { handTerminal } from '../test/support/captured-command.ts';
import { drawReplayResult, drawSweepResult } from '../test/support/replay-result.ts';
import { UsageError } from './command.ts';
import { readCommandLine } from './command-line.ts';
import { REPLAY_COMMAND } from './replay-command.ts';
import { replayLines, sweepLines } from './replay-lines.ts';
import {
	requireCsvPlace,
	requireKeepPlace,
	requireReportPlace,
	writeCsv,
	writeReport,
} from './replay-outputs.ts';
import { progressText, showReplayProgress } from './replay-progress.ts';

async function orderOf(line: string): Promise<ReplayOrder> {
	const { options } = await readCommandLine(['replay', ...line.split(' ')]);
	return (options as { readonly order: ReplayOrder }).order;
}

function newFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-replay-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

describe('an order', () => {
	test('has the defaults of the engine', async () => {
		expect(await orderOf('--data d --policy hold')).toEqual({
			...DEFAULT_ORDER,
			data: ['d'],
			policy: 'hold',
		});
	});

	test('has everything that the flags say', async () => {
		const line =
			'--data d --data e --grade B --from 2025-11-01 --until 2025-12-01T08:00Z --policy month-mean --set enter=0.08 --set closeAtEnd=true --sweep leave=-0.03,0 --walk-forward 90d/30d --capital 25000 --exchanges binance,Bybit --coins btc,ETH --users pairs --fees binance=5/2,bybit=5.5/-0.5 --slippage 3 --impact 0 --lag 60 --price 50 --cash-rate 3.5 --idle-rate 1 --without TOO_GOOD --without delisting,thin_book --no-compare --seed 7 --workers 2 --keep k';
		expect(await orderOf(line)).toEqual({
			data: ['d', 'e'],
			grade: 'B',
			from: Date.UTC(2025, 10, 1),
			until: Date.UTC(2025, 11, 1, 8),
			policy: 'month-mean',
			set: { enter: 0.08, closeAtEnd: true },
			sweep: { leave: [-0.03, 0] },
			walkForward: { trainDays: 90, testDays: 30 },
			capitalUsd: 25_000,
			exchanges: ['binance', 'bybit'],
			coins: ['BTC', 'ETH'],
			users: 'pairs',
			feesBp: { binance: { taker: 5, maker: 2 }, bybit: { taker: 5.5, maker: -0.5 } },
			slippageBp: 3,
			impactBp: 0,
			publicationLagS: 60,
			priceUsd: 50,
			cashRatePct: 3.5,
			idleRatePct: 1,
			without: ['TOO_GOOD', 'DELISTING', 'THIN_BOOK'],
			compare: false,
			seed: 7,
			workers: 2,
			keep: 'k',
		});
	});

	test('is repeated by the command that the report states', async () => {
		const line =
			'--data d --grade C --from 2025-11-01 --policy month-mean --set enter=0.08 --sweep leave=-0.03,0 --walk-forward 90d/30d --users pairs --fees bybit=5.5/2 --lag 60 --price 50 --without TOO_GOOD --no-compare --seed 7';
		const order = await orderOf(line);
		expect(await orderOf(commandOf(order).replace(/^carrywire replay /, ''))).toEqual(order);
	});

	test.each([
		['--policy hold', 'replay needs the data'],
		['--data d', 'replay needs a policy'],
		['--data d --policy hold --from yesterday', '--from must be a date'],
		['--data d --policy hold --from 2026-01-02 --until 2026-01-01', '--from must be earlier than --until'],
		['--data d --policy hold --grade D', '--grade must be one of A, B, C; was "D"'],
		['--data d --policy hold --capital ten', '--capital must be a number from 10 to 1000000000; was "ten"'],
		['--data d --policy hold --seed 1.5', '--seed must be a whole number'],
		[
			'--data d --policy hold --set enter',
			'--set must be a name, = and a value, such as enter=0.05; was "enter"',
		],
		['--data d --policy hold --set a=1 --set a=2', '--set names the setting a twice'],
		['--data d --policy hold --sweep enter=1,,2', '--sweep must be names separated by commas'],
		['--data d --policy hold --walk-forward 90/30', '--walk-forward needs a sweep'],
		['--data d --policy hold --sweep a=1,2 --walk-forward 90', '--walk-forward must be days of training'],
		['--data d --policy hold --fees bybit=5', '--fees must list exchange=taker/maker'],
		['--data d --policy hold --users many', '--users must be one of one, pairs; was "many"'],
		['--data d --policy hold --sweep a=1,2 --csv c', '--csv is for one replay'],
	])('is refused for %s', async (line, message) => {
		await expect(orderOf(line)).rejects.toThrow(UsageError);
		await expect(orderOf(line)).rejects.toThrow(message);
	});
});

test('completions and help name the built-in policies', () => {
	expect(REPLAY_COMMAND.flags.policy?.choices).toEqual(BUILT_IN.map(({ name }) => name));
});

describe('files', () => {
	const report = renderReport(drawReplayResult({ seed: 1, days: 40, positions: 3, events: 1 }));

	test('a report replaces an earlier report and nothing else', () => {
		const folder = newFolder();
		const path = join(folder, 'report.html');
		requireReportPlace(path);
		writeReport(path, report);
		requireReportPlace(path);
		writeReport(path, report);
		expect(readdirSync(folder)).toEqual(['report.html']);
		writeFileSync(join(folder, 'page.html'), '<!doctype html><title>Mine</title>');
		expect(() => requireReportPlace(join(folder, 'page.html'))).toThrow('is not a report of a replay');
		expect(() => requireReportPlace(folder)).toThrow('is not a report of a replay');
		expect(() => requireReportPlace(join(folder, 'none', 'report.html'))).toThrow('there is no folder');
	});

	test('rows replace earlier rows and no other files', () => {
		const folder = newFolder();
		const path = join(folder, 'rows');
		requireCsvPlace(path);
		writeCsv(path, new Map([['positions.csv', 'id\r\n']]));
		requireCsvPlace(path);
		expect(readFileSync(join(path, 'positions.csv'), 'utf8')).toBe('id\r\n');
		writeFileSync(join(path, 'diary.txt'), '');
		expect(() => requireCsvPlace(path)).toThrow('has other files, such as "diary.txt"');
	});

	test('a journal is kept only in a new or empty directory', () => {
		const folder = newFolder();
		requireKeepPlace(join(folder, 'new'), false);
		mkdirSync(join(folder, 'empty'));
		requireKeepPlace(join(folder, 'empty'), false);
		writeFileSync(join(folder, 'file'), '');
		expect(() => requireKeepPlace(join(folder, 'file'), false)).toThrow('must be a directory');
		expect(() => requireKeepPlace(folder, false)).toThrow('is not empty');
		writeFileSync(join(folder, 'empty', 'trials.jsonl'), '');
		requireKeepPlace(join(folder, 'empty'), true);
		expect(() => requireKeepPlace(join(folder, 'empty'), false)).toThrow('is not empty');
	});
});

describe('progress', () => {
	const HALF = { step: 'policy', done: 0.5, at: Date.UTC(2026, 2, 4), rate: 12 * 86_400 };

	test.each([
		[HALF, 30_000, 'policy: 50 % done, 30 s left, 12 days/s, at 2026-03-04'],
		[{ ...HALF, rate: 5_400 }, 3_600_000, 'policy: 50 % done, 60 min left, 1.5 hours/s, at 2026-03-04'],
		[{ ...HALF, done: 0.999 }, 1_000, 'policy: 99 % done, 0 s left, 12 days/s, at 2026-03-04'],
		[{ step: 'reading', done: 0, at: null, rate: null }, 1_000, 'reading: 0 % done'],
	])('of %j after %i ms', (progress, elapsedMs, text) => {
		expect(progressText(progress, elapsedMs)).toBe(text);
	});

	test('is one line that is rewritten on a terminal, and a line per step and every ten seconds elsewhere', async () => {
		for (const isTerminal of [true, false]) {
			const terminal = handTerminal({ isTerminal });
			const clock = createVirtualClock(0);
			const line = showReplayProgress(terminal.stderr, { clock, paint: (text) => text, isQuiet: false });
			for (let second = 1; second <= 25; second += 1) {
				await passTime(clock, 1_000);
				line.show(HALF);
			}
			line.end();
			const { stderr } = terminal.drawn;
			expect([isTerminal, stderr.split('\r').length, stderr.split('\n').length]).toEqual(
				isTerminal ? [true, 123, 1] : [false, 1, 4],
			);
			expect(stderr.endsWith(isTerminal ? '\r\u001b[2K' : '2026-03-04\n')).toBe(true);
		}
	});
});

describe('lines', () => {
	const style = { width: 200, paint: (text: string) => text };

	test('have the net, its parts, the comparisons and how far to trust it', () => {
		const result = drawReplayResult({ seed: 2, days: 60, positions: 20, events: 1 });
		const text = replayLines(result, style).join('\n');
		for (const part of [
			'Net ',
			'90 % interval',
			'Funding received',
			'Price basis',
			'COMPARED',
			'Repeat it with: ',
		])
			expect(text).toContain(part);
		for (const { name } of result.comparisons.slice(0, 1)) expect(text).toMatch(new RegExp(name, 'i'));
	});

	test('say first that a result is partial, and why', () => {
		const result = drawReplayResult({ seed: 2, days: 60, positions: 20, events: 1 });
		const [first] = replayLines({ ...result, status: 'partial', statusReason: 'It was canceled.' }, style);
		expect(first).toMatch(/^Partial: until .*It was canceled\.$/);
	});

	test.each([
		['none', 'No trade was made, so the result says nothing'],
		['fragile', 'Fragile: acting'],
		['steady', 'Steady: acting'],
		['untested', 'Not tested: '],
	] as const)('name the verdict %s', (verdict, text) => {
		const result = drawReplayResult({ seed: 2, days: 60, positions: 20, events: 1 });
		const { outcome } = result;
		const honesty = { verdict, oneStepLate: { stepMs: 3_600_000, outcome } };
		expect(replayLines({ ...result, honesty }, style).join('\n')).toContain(text);
	});

	test('begin with the chosen setting of a sweep and state how many were tried', () => {
		const lines = sweepLines(drawSweepResult(6, 30, 1), style);
		const text = lines.join('\n');
		expect(text).toContain('Best in training: ');
		expect(text).toContain('Tried: 30 settings.');
		expect(text).toContain('10 more trials');
		expect(lines.filter((line) => line.startsWith('*')).length).toBe(1);
	});
});
