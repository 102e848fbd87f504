/** When an account's ledger at Hyperliquid is asked for, and when what was read is all there is. */
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

/** A call of the session; each is another one, as a session has several. */
function newCall(): Call {
	return async () => {
		asked += 1;
		return recorded;
	};
}

/** As whoever looks at an account does: its state, then what came and left since. */
function check(cash: Decimal, from = now - 10_000): Promise<readonly unknown[]> {
	ledger.noteCash(cash, now);
	return ledger.rows(newCall(), from, now);
}

/** Looks every two seconds; how often the ledger was asked for meanwhile. */
async function poll(ms: number, cash: Decimal): Promise<number> {
	const before = asked;
	for (const end = now + ms; now < end; now += 2_000) await check(cash);
	return asked - before;
}

test('it is asked for until cash has stood still for a while, and then once a minute', async () => {
	expect(await poll(30_000, CASH)).toBe(15);
	expect(await poll(60_000, CASH)).toBe(1);
	expect(await poll(600_000, CASH)).toBe(10);
});

test('a movement of cash is asked after at once, and until its record is sure to be there', async () => {
	await poll(90_000, CASH);
	expect(await poll(2_000, fromInteger(1_100))).toBe(1);
	recorded = [{ time: now }];
	now += 2_000;
	expect(await check(fromInteger(1_100))).toEqual(recorded);
	expect(await poll(26_000, fromInteger(1_100))).toBe(13);
});

test('cash that went and came back was moved', async () => {
	await poll(90_000, CASH);
	await poll(2_000, fromInteger(900));
	expect(await poll(2_000, CASH)).toBe(1);
});

test('what was read is answered as it was, within what is asked for', async () => {
	recorded = [{ time: START + 20_000 }];
	await poll(32_000, CASH);
	const before = asked;
	expect(await check(CASH, START + 20_000)).toEqual(recorded);
	expect(await check(CASH, START + 20_001)).toEqual([]);
	expect(asked).toBe(before);
});

test('a longer time back is asked for', async () => {
	await poll(90_000, CASH);
	const before = asked;
	await check(CASH, now - 300_000);
	expect(asked).toBe(before + 1);
});

test('who has seen no state asks', async () => {
	await ledger.rows(newCall(), START, now);
	await ledger.rows(newCall(), START, now);
	expect(asked).toBe(2);
});
