/** Tests that a failing stream task is reported and stops nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyPeriod, soon } from './stream-timer.ts';
import { ExchangeRefusal } from './types.ts';

const SIMULATORS = join(import.meta.dirname, '..');

let reported: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
	reported = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test('a failed task is reported, and later tasks still run', async () => {
	const ran: string[] = [];
	const broken = new Error('broken');
	soon(() => {
		throw broken;
	});
	soon(() => ran.push('soon'));
	const stop = everyPeriod(10, () => {
		ran.push('period');
		throw broken;
	});
	await Promise.resolve();
	vi.advanceTimersByTime(20);
	stop();
	vi.advanceTimersByTime(20);
	expect(ran).toEqual(['soon', 'period', 'period']);
	expect(reported.mock.calls).toEqual([[broken], [broken], [broken]]);
});

test('a missing contract is not reported', async () => {
	soon(() => {
		throw new ExchangeRefusal('UNKNOWN_SYMBOL', 'gone');
	});
	await Promise.resolve();
	expect(reported).not.toHaveBeenCalled();
});

test('no simulator has a timer of its own, where a failure would end the process', () => {
	const files = readdirSync(SIMULATORS, { recursive: true, encoding: 'utf8' }).filter(
		(path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
	);
	expect(files.length).toBeGreaterThan(150);
	const using = (words: RegExp): string[] =>
		files.filter((path) => words.test(readFileSync(join(SIMULATORS, path), 'utf8'))).sort();
	expect(using(/\bqueueMicrotask\(|\bsetImmediate\(/)).toEqual(['core/stream-timer.ts']);
	// Only these files may call setInterval directly: the exchange's own clock reports its errors, and Bybit's feed
	// repeats a snapshot that it keeps in memory.
	expect(using(/\bsetInterval\(/)).toEqual([
		'bybit/book-feed.ts',
		'core/exchange.ts',
		'core/stream-timer.ts',
	]);
});
