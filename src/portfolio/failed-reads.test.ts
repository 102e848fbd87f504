import { beforeEach, describe, expect, test } from 'vitest';
import { NOW_MS } from '../../test/rpc/in-memory-trading.ts';
import { createHandDrivenMarket } from '../../test/support/hand-driven-market.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createFailedReads } from './failed-reads.ts';

const EVERY_MS = 5_000;
const MINUTE_MS = 60_000;

let clock = createVirtualClock(NOW_MS, undefined, 0);
let market = createHandDrivenMarket(['bybit', 'kucoin']);
let warned: string[] = [];
let told: string[] = [];
let reads = failedReads();

function failedReads() {
	const line = ({ venue, error }: { readonly venue?: unknown; readonly error?: unknown }) =>
		`${venue}: ${error}`;
	return createFailedReads({
		market,
		clock,
		log: { warn: (facts) => warned.push(line(facts)), debug: (facts) => told.push(line(facts)) },
	});
}

beforeEach(() => {
	clock = createVirtualClock(NOW_MS, undefined, 0);
	market = createHandDrivenMarket(['bybit', 'kucoin']);
	[warned, told] = [[], []];
	reads = failedReads();
});

/** Fails a read every few seconds, as an open page does. */
function failFor(ms: number, user = 'user_a', venue = 'bybit'): void {
	for (let passed = 0; passed < ms; passed += EVERY_MS) {
		reads.failed(user, venue, new Error('No answer within 6000 ms.'));
		clock.advanceTo(clock.now() + EVERY_MS);
	}
}

describe('an unreadable account', () => {
	test('logs one line, then one a minute, and a new one after a successful read', () => {
		failFor(MINUTE_MS);
		expect(warned).toEqual(['bybit: No answer within 6000 ms.']);
		failFor(2 * MINUTE_MS);
		expect(warned).toHaveLength(3);
		reads.answered('user_a', 'bybit');
		failFor(EVERY_MS);
		expect(warned).toHaveLength(4);
	});

	test('logs its own lines beside another account', () => {
		failFor(EVERY_MS);
		failFor(EVERY_MS, 'user_a', 'kucoin');
		failFor(EVERY_MS, 'user_b');
		expect(warned).toHaveLength(3);
	});

	test('logs nothing while the exchange is down, which has a line of its own', () => {
		market.setStatus('bybit', { state: 'down' });
		failFor(3 * MINUTE_MS);
		expect([warned.length, told.length]).toEqual([0, (3 * MINUTE_MS) / EVERY_MS]);
		market.setStatus('bybit', { state: 'fresh' });
		failFor(EVERY_MS);
		expect(warned).toHaveLength(1);
	});
});
