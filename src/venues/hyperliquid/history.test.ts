/**
 * Checks when the reader requests an account's ledger from Hyperliquid, and when the rows from the previous request
 * are still complete.
 */
import { beforeEach, expect, test } from 'vitest';
import { type Decimal, fromInteger } from '../../domain/decimal.ts';
import type { Call } from '../shared/dialect.ts';
import { createLedger, createSharedRecords, type Ledger } from './history.ts';

const START = 1_760_000_000_000;
const CASH = fromInteger(1_000);

let asked = 0;
let recorded: { readonly time: number }[] = [];
let ledger: Ledger;
let now = START;

beforeEach(() => {
	asked = 0;
	recorded = [];
	now = START;
	ledger = createLedger(createSharedRecords());
});

/** Creates a call function for the session. Each call function is a different object, as in a real session. */
function newCall(): Call {
	return async () => {
		asked += 1;
		return recorded;
	};
}

/**
 * Checks an account as the service does: it reads the account state, then deposits and withdrawals since a given
 * time.
 */
function check(cash: Decimal, from = now - 10_000): Promise<readonly unknown[]> {
	ledger.noteCash(cash, now);
	return ledger.rows(newCall(), from, now);
}

/** Checks the account every two seconds, and returns the number of ledger requests. */
async function poll(ms: number, cash: Decimal): Promise<number> {
	const before = asked;
	for (const end = now + ms; now < end; now += 2_000) await check(cash);
	return asked - before;
}

test('requests until cash is unchanged for a while, then once a minute', async () => {
	expect(await poll(30_000, CASH)).toBe(15);
	expect(await poll(60_000, CASH)).toBe(1);
	expect(await poll(600_000, CASH)).toBe(10);
});

test('requests at once after a cash change, until its record must be there', async () => {
	await poll(90_000, CASH);
	expect(await poll(2_000, fromInteger(1_100))).toBe(1);
	recorded = [{ time: now }];
	now += 2_000;
	expect(await check(fromInteger(1_100))).toEqual(recorded);
	expect(await poll(26_000, fromInteger(1_100))).toBe(13);
});

test('treats cash that left and returned as changed', async () => {
	await poll(90_000, CASH);
	await poll(2_000, fromInteger(900));
	expect(await poll(2_000, CASH)).toBe(1);
});

test('returns the rows read before within the requested range', async () => {
	recorded = [{ time: START + 20_000 }];
	await poll(32_000, CASH);
	const before = asked;
	expect(await check(CASH, START + 20_000)).toEqual(recorded);
	expect(await check(CASH, START + 20_001)).toEqual([]);
	expect(asked).toBe(before);
});

test('requests an earlier start', async () => {
	await poll(90_000, CASH);
	const before = asked;
	await check(CASH, now - 300_000);
	expect(asked).toBe(before + 1);
});

test('requests if it has seen no state', async () => {
	await ledger.rows(newCall(), START, now);
	await ledger.rows(newCall(), START, now);
	expect(asked).toBe(2);
});
