/** Keeps transfers in a database, so that each test may continue after a restart. */

import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../../../test/support/memory-database.ts';
import { fromInteger, ZERO } from '../../domain/decimal.ts';
import { shadowUserId } from '../../domain/ids.ts';
import type { TransferProposal } from '../../ports/margin-plan.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { createVirtualClock, passTime } from '../../runtime/virtual-clock.ts';
import { createPlannedTransferStore } from '../../store/planned-transfers.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import type { JudgedFlow } from '../margin-arrivals.ts';
import { MARGIN_TEXT } from '../margin-text.ts';
import { openPlannedTransfers } from './planned-transfers.ts';

const NOW = Date.UTC(2026, 10, 28);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ALERT = { kind: 'alert' } as const;
const PLAN = { kind: 'plan' } as const;

async function openWorld() {
	const clock = createVirtualClock(NOW);
	const database = openMemoryDatabase();
	database.exec('PRAGMA foreign_keys = OFF');
	const flows: JudgedFlow[] = [];
	const store = createPlannedTransferStore(createSqliteDatabase(database));
	let seed = 0;
	const open = () => {
		seed += 1;
		return openPlannedTransfers({ store, flowsOf: () => flows, clock, random: seededRandom(seed) });
	};
	return {
		clock,
		book: await open(),
		open,
		note: (exchange: string, usd: number, recordId: string) =>
			flows.push({ isOwn: false, exchange, amount: fromInteger(usd), recordId, at: clock.now() }),
	};
}

const proposal = (usd: number, change: Partial<TransferProposal> = {}): TransferProposal => ({
	from: 'okx',
	to: 'bybit',
	amount: fromInteger(usd),
	by: NOW + DAY_MS,
	why: MARGIN_TEXT.transferWhy({ exchange: 'Bybit', share: 0.2, target: 0.5 }),
	without: MARGIN_TEXT.withoutReduces({ exchange: 'Bybit' }),
	...change,
});

test('a transfer is requested once, with its sentences, and survives a restart', async () => {
	const { book, open } = await openWorld();
	const [asked] = await book.ask('ann', ALERT, [proposal(500)]);
	expect((await book.ask('ann', ALERT, [proposal(520)]))[0]).toBe(asked);
	const again = await open();
	expect(again.of('ann')).toEqual([{ ...asked, underWay: ZERO, arrived: ZERO }]);
	expect(asked).toMatchObject({ ...proposal(500), userId: 'ann', state: 'planned', plannedAt: NOW });
	expect(again.of('ben')).toEqual([]);
	const [more] = await again.ask('ann', ALERT, [proposal(900)]);
	expect(more).toMatchObject({ transferId: asked?.transferId, amount: fromInteger(900) });
});

test('plans and pots do not change what the margin watch requests, and it takes over what they request', async () => {
	const { book } = await openWorld();
	const [wish] = await book.ask('ann', PLAN, [proposal(300)]);
	const [need] = await book.ask('ann', ALERT, [proposal(800)]);
	expect(need).toMatchObject({ transferId: wish?.transferId, askedBy: ALERT, amount: fromInteger(800) });
	await book.ask('ann', { kind: 'pot', potId: 'pot_1' }, [proposal(100)]);
	await book.ask('ann', PLAN, []);
	expect(book.of('ann')).toEqual([{ ...need, underWay: ZERO, arrived: ZERO }]);
	await book.ask('ann', ALERT, []);
	expect(book.of('ann')).toMatchObject([{ state: 'withdrawn' }]);
});

test('each pot takes back only its own', async () => {
	const { book } = await openWorld();
	await book.ask('ann', { kind: 'pot', potId: 'pot_1' }, [proposal(100)]);
	await book.ask('ann', { kind: 'pot', potId: 'pot_2' }, [proposal(100, { from: 'gate' })]);
	await book.ask('ann', { kind: 'pot', potId: 'pot_2' }, []);
	expect(book.of('ann').map(({ from, state }) => [from, state])).toEqual([
		['gate', 'withdrawn'],
		['okx', 'planned'],
	]);
});

test('money under way counts for its exchange until it arrives, and a new need is another transfer', async () => {
	const { book, open, note, clock } = await openWorld();
	await book.ask('ann', ALERT, [proposal(500)]);
	note('okx', -500, 'out');
	await book.advance();
	expect([...book.underWay('ann')]).toEqual([['bybit', 500]]);
	await passTime(clock, 1);
	await book.ask('ann', ALERT, [proposal(200)]);
	expect(book.of('ann').map(({ state }) => state)).toEqual(['planned', 'sent']);
	const again = await open();
	expect([...again.underWay('ann')]).toEqual([['bybit', 500]]);
	await passTime(clock, HOUR_MS);
	note('bybit', 499, 'in');
	await again.advance();
	await again.advance();
	expect([...again.underWay('ann')]).toEqual([]);
	expect(again.of('ann').map(({ state }) => state)).toEqual(['planned', 'arrived']);
});

test('a flow that was taken is not taken again after the end of its transfer', async () => {
	const { book, note } = await openWorld();
	await book.ask('ann', ALERT, [proposal(500)]);
	note('bybit', 500, 'in');
	await book.advance();
	await book.ask('ann', ALERT, [proposal(500)]);
	await book.advance();
	expect(book.of('ann').map(({ state }) => state)).toEqual(['planned', 'arrived']);
});

test('a transfer that nobody sends is late, taken back after a week, and gone a week later', async () => {
	const { book, clock } = await openWorld();
	await book.ask('ann', PLAN, [proposal(500)]);
	await passTime(clock, 2 * DAY_MS);
	await book.advance();
	expect(book.of('ann')).toMatchObject([{ state: 'late' }]);
	await passTime(clock, 5 * DAY_MS + 500);
	await book.advance();
	expect(book.of('ann')).toMatchObject([{ state: 'withdrawn' }]);
	await passTime(clock, 8 * DAY_MS);
	expect(book.of('ann')).toEqual([]);
});

test('a check that comes long after the week takes back a transfer that nobody sent', async () => {
	const { book, open, clock } = await openWorld();
	await book.ask('ann', PLAN, [proposal(500)]);
	await passTime(clock, 9 * DAY_MS);
	const again = await open();
	await again.advance();
	expect(again.of('ann')).toMatchObject([{ state: 'withdrawn', changedAt: NOW + 9 * DAY_MS }]);
});

test('nobody is asked to send money to the paper accounts of a shadow pot', async () => {
	const { book } = await openWorld();
	expect(await book.ask(shadowUserId('00'.repeat(12)), ALERT, [proposal(500)])).toEqual([]);
});
