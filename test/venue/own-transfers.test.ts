/**
 * Tests what a margin planner needs from an account, through the adapter: the owner's wallets, transfers between them,
 * deposits and withdrawals that take time, and ranks in the queue for auto-deleveraging.
 */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { add, type Decimal, fromInteger, neg, parseDecimal, sub, sum } from '../../src/domain/decimal.ts';
import type { OutsideMove, OwnTransfer, WalletName, WalletReport } from '../../src/ports/own-transfers.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { casesOf } from './cases.ts';
import { credentialsOf, type Fixture, openFixture } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

const DEPOSIT = '10000';

describe.each(VENUE_ROWS)('$venue', (row) => {
	const prove = casesOf(row.venue);
	let fixture: Fixture;
	let counter = 0;

	beforeAll(async () => {
		fixture = await openFixture(row);
	});

	afterAll(() => fixture.close());

	/** Runs a case on an account of its own, whose key has the given rights. */
	async function withAccount(
		wish: Readonly<Record<string, unknown>>,
		run: (trading: VenueTrading, name: string, since: number) => Promise<void>,
	): Promise<void> {
		counter += 1;
		const name = `owner${counter}`;
		const account = await fixture.simulator.createAccount(name, { deposit: DEPOSIT, ...wish });
		const trading = fixture.open(credentialsOf(account));
		try {
			await trading.warmUp();
			// The first deposit is earlier than this.
			const [first] = await trading.externalFlows(systemClock.now() - 60_000, systemClock.now() + 1_000);
			await run(trading, name, (first?.at ?? 0) + 1);
		} finally {
			await trading.close();
		}
	}

	const transferOf = (terms: Partial<OwnTransfer> = {}): OwnTransfer => {
		counter += 1;
		return {
			from: 'futures',
			to: 'main',
			asset: row.collateral,
			amount: parseDecimal('1250.5'),
			clientId: counter.toString(16).padStart(32, 'a'),
			...terms,
		};
	};

	const walletsOf = async (trading: VenueTrading): Promise<Readonly<Record<WalletName, Decimal>>> => {
		const reports = (await trading.wallets?.()) ?? [];
		const amount = (name: WalletName): Decimal =>
			reports.find(({ wallet }: WalletReport) => wallet === name)?.amount ?? fromInteger(-1);
		return { main: amount('main'), futures: amount('futures') };
	};

	/** Reads the flows as an account check does, after the balance: Binance's ledger is read only if that changed. */
	const flowsSince = async (trading: VenueTrading, since: number) => {
		await trading.balance();
		return trading.externalFlows(since, systemClock.now() + 1_000);
	};

	prove('wallets', 'reads both wallets in the collateral asset', () =>
		withAccount({}, async (trading) => {
			expect(await trading.wallets?.()).toEqual([
				{ wallet: 'main', asset: row.collateral, amount: 0n, transferable: 0n },
				{
					wallet: 'futures',
					asset: row.collateral,
					amount: parseDecimal(DEPOSIT),
					transferable: parseDecimal(DEPOSIT),
				},
			]);
		}),
	);

	prove('own transfers', 'moves money once, and reports it as one flow of each direction', () =>
		withAccount(row.transferring, async (trading, _name, since) => {
			const sentAt = systemClock.now();
			const out = transferOf();
			expect(await trading.findOwnTransfer?.(out, sentAt)).toEqual({ kind: 'absent' });
			expect(await trading.transferOwn?.(out)).toMatchObject({ kind: 'accepted' });
			expect(await trading.findOwnTransfer?.(out, sentAt)).toMatchObject({ kind: 'found', state: 'done' });
			const back = transferOf({ from: 'main', to: 'futures', amount: parseDecimal('250') });
			expect(await trading.transferOwn?.(back)).toMatchObject({ kind: 'accepted' });
			expect(await walletsOf(trading)).toEqual({
				main: parseDecimal('1000.5'),
				futures: parseDecimal('8999.5'),
			});
			const flows = await flowsSince(trading, since);
			expect(flows.map(({ cause, amount }) => [cause, amount])).toEqual([
				['transfer', neg(out.amount)],
				['transfer', back.amount],
			]);
			expect(new Set(flows.map(({ recordId }) => recordId)).size).toBe(2);
		}),
	);

	prove('own transfers', 'rejects more than the wallet has, and moves nothing', () =>
		withAccount(row.transferring, async (trading, _name, since) => {
			const outcome = await trading.transferOwn?.(transferOf({ from: 'main', to: 'futures' }));
			expect(outcome).toMatchObject({ kind: 'rejected', code: row.transfers?.tooMuch, passing: false });
			expect(await flowsSince(trading, since)).toEqual([]);
		}),
	);

	prove('own transfers', 'are refused for a key without the right', () =>
		withAccount({ canTransfer: false, canTrade: false }, async (trading) => {
			expect(await trading.describeKey()).toMatchObject({ canTransfer: false, canWithdraw: false });
			const outcome = await trading.transferOwn?.(transferOf());
			expect(outcome).toMatchObject({ kind: 'rejected', code: row.transfers?.noRight });
		}),
	);

	prove('own transfers', 'are known in the description of a key that still cannot withdraw', () =>
		withAccount(row.transferring, async (trading) => {
			expect(await trading.describeKey()).toMatchObject({
				canTrade: true,
				canTransfer: true,
				canWithdraw: false,
			});
		}),
	);

	prove('own transfers', 'with a lost answer are unknown, and found', () =>
		withAccount(row.transferring, async (trading) => {
			const action = { kind: 'dropAnswer' };
			await fixture.simulator.admin('POST', '/faults', { operation: 'transfer', count: 1, action });
			const transfer = transferOf();
			const sentAt = systemClock.now();
			expect(await trading.transferOwn?.(transfer)).toMatchObject({ kind: 'unknown' });
			expect(await trading.findOwnTransfer?.(transfer, sentAt)).toMatchObject({
				kind: 'found',
				state: 'done',
			});
			if (row.transfers?.knowsRepeats !== true) return;
			expect(await trading.transferOwn?.(transfer)).not.toMatchObject({ kind: 'rejected' });
			expect((await walletsOf(trading)).main).toBe(transfer.amount);
		}),
	);

	prove('own transfers', 'that never arrived are absent', () =>
		withAccount(row.transferring, async (trading) => {
			const action = { kind: 'dropRequest' };
			await fixture.simulator.admin('POST', '/faults', { operation: 'transfer', count: 1, action });
			const transfer = transferOf();
			const sentAt = systemClock.now();
			expect(await trading.transferOwn?.(transfer)).toMatchObject({ kind: 'unknown' });
			expect(await trading.findOwnTransfer?.(transfer, sentAt)).toEqual({ kind: 'absent' });
		}),
	);

	prove('money under way', 'sees a deposit and a withdrawal before and after they arrive', () =>
		withAccount(row.transferring, async (trading, name, since) => {
			const before = await walletsOf(trading);
			const announce = (terms: object) =>
				fixture.simulator.admin('POST', `/accounts/${name}/moves`, { amount: '300', ...terms });
			const moves = async (): Promise<readonly OutsideMove[]> =>
				// Binance reports withdrawals in whole seconds.
				(await trading.outsideMoves?.(since - 1_000, systemClock.now() + 1_000)) ?? [];
			const waiting = { kind: 'deposit', wallet: 'futures', arrivesInMs: 3_600_000, txId: '0x11' };
			await announce(waiting);
			if (row.showsPending) expect(await moves()).toMatchObject([{ kind: 'deposit', state: 'pending' }]);
			expect(await walletsOf(trading)).toEqual(before);
			await announce({ ...waiting, amount: '40', arrivesInMs: 0, txId: '0x22' });
			const leaving = { kind: 'withdrawal', wallet: 'futures', arrivesInMs: 0, fee: '1', txId: '0x33' };
			await announce(leaving);
			const after = await walletsOf(trading);
			expect(sub(after.futures, before.futures)).toBe(fromInteger(40 - 301));
			expect(after.main).toBe(before.main);
			const done = (await moves()).filter(({ state }) => state === 'done');
			expect(new Map(done.map(({ kind, amount }) => [kind, amount]))).toEqual(
				new Map([
					['deposit', fromInteger(40)],
					['withdrawal', fromInteger(300)],
				]),
			);
			const flows = await flowsSince(trading, since);
			expect(add(sum(flows.map(({ amount }) => amount)), before.futures)).toBe(after.futures);
			expect(flows.map(({ cause }) => cause).sort()).toEqual(row.flowsOfMoves);
		}),
	);

	prove('deleveraging rank', 'reads the rank from 0 to 1', () =>
		withAccount({}, async (trading, name) => {
			const symbol = row.symbols.SOL;
			const { simulator } = fixture;
			await simulator.admin('POST', `/accounts/${name}/trade`, { symbol, side: 'buy', quantity: '5' });
			const ranks: unknown[] = [];
			for (const rank of [1, 3, 5]) {
				await simulator.admin('POST', `/accounts/${name}/adl`, { symbol, rank });
				ranks.push((await trading.positions())[0]?.adlRank);
			}
			expect(ranks).toEqual(row.adlRanks);
		}),
	);
});
