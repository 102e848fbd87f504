/**
 * Tests the service's own transfers against the simulated exchanges, through the adapters: each moves money once, also
 * if the process ends between the journal and the answer. The exchange's own records are the truth.
 */

import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import {
	ABSENT_SLACK_MS,
	AGAIN_MS,
	openOwnTransfers,
	type RunningOwnTransfers,
	type TransferSession,
} from '../../src/accounts/own-transfers.ts';
import { fromInteger, parseDecimal, toNumber } from '../../src/domain/decimal.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { OwnTransfer } from '../../src/ports/own-transfers.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createOwnTransferStore } from '../../src/store/own-transfers.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';
import { casesOf } from './cases.ts';
import { credentialsOf, type Fixture, openFixture } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

const ANN = 'user_ann';
const ACCOUNT = 'acct_000000000000000000000001';
/** The wallet beside the futures account holds this much. */
const MAIN = 1_000;

type World = {
	readonly trading: VenueTrading;
	readonly database: DatabaseSync;
	/** Starts a process over the database. @param session replaces parts of the exchange's session */
	readonly start: (session?: Partial<TransferSession>) => Promise<RunningOwnTransfers>;
	/** Moves the processes' clock on, ms. */
	readonly later: (ms: number) => void;
	/** Changes of the futures account since the money was put into the main wallet. */
	readonly flows: () => Promise<readonly (readonly [cause: string, amount: number])[]>;
};

const ROWS = VENUE_ROWS.filter(({ transfers }) => transfers !== undefined);

describe.each(ROWS)('$venue', (row) => {
	const prove = casesOf(row.venue);
	let fixture: Fixture;
	let counter = 0;

	beforeAll(async () => {
		fixture = await openFixture(row);
	});

	afterAll(() => fixture.close());

	async function withWorld(run: (world: World) => Promise<void>): Promise<void> {
		counter += 1;
		const account = await fixture.simulator.createAccount(`payer${counter}`, {
			deposit: '10000',
			...row.transferring,
		});
		const trading = fixture.open(credentialsOf(account));
		const database = openMemoryDatabase();
		database.exec('PRAGMA foreign_keys = OFF');
		let ahead = 0;
		try {
			await trading.warmUp();
			const out: OwnTransfer = {
				from: 'futures',
				to: 'main',
				asset: row.collateral,
				amount: fromInteger(MAIN),
				clientId: counter.toString(16).padStart(32, 'b'),
			};
			expect(await trading.transferOwn?.(out)).toMatchObject({ kind: 'accepted' });
			await run({
				trading,
				database,
				start: (session) =>
					openOwnTransfers({
						store: createOwnTransferStore(createSqliteDatabase(database)),
						accounts: () => [{ accountId: ACCOUNT, userId: ANN, venue: row.venue, inUse: true }],
						session: () => ({ ...sessionOf(trading, () => ahead), ...session }),
						clock: { now: () => systemClock.now() + ahead },
						random: systemRandom,
						log: SILENT_LOGGER,
					}),
				later: (ms) => {
					ahead += ms;
				},
				async flows() {
					await trading.balance();
					const flows = await trading.externalFlows(systemClock.now() - 60_000, systemClock.now() + 1_000);
					return flows
						.filter(({ cause }) => cause === 'transfer')
						.map(({ cause, amount }) => [cause, toNumber(amount)] as const)
						.filter(([, amount]) => amount > 0 && amount <= MAIN);
				},
			});
		} finally {
			await trading.close();
		}
	}

	const topUp = async (service: RunningOwnTransfers, usd: number): Promise<void> => {
		service.topUp(ANN, row.venue, usd);
		await service.idle();
	};
	const states = async (service: RunningOwnTransfers): Promise<readonly string[]> =>
		(await service.setting(ANN, ACCOUNT, undefined)).transfers.map(({ state }) => state);

	prove(
		'own transfers',
		'are made by the service only when allowed, in whole units, and once in ten minutes',
		() =>
			withWorld(async ({ start, later, flows }) => {
				const service = await start();
				await topUp(service, 400);
				expect(await flows()).toEqual([]);
				expect(await service.setting(ANN, ACCOUNT, true)).toMatchObject({ isAllowed: true, transfers: [] });
				await topUp(service, 399.5);
				await topUp(service, 399.5);
				expect(await states(service)).toEqual(['done']);
				expect(await flows()).toEqual([['transfer', 400]]);
				later(AGAIN_MS + 1);
				await topUp(service, 5_000);
				expect(await flows()).toEqual([
					['transfer', 400],
					['transfer', 600],
				]);
				later(AGAIN_MS + 1);
				// The wallet is empty.
				await topUp(service, 5_000);
				expect(await states(service)).toEqual(['done', 'done']);
				expect(service.movedOf(ANN).map(({ amount }) => amount)).toEqual([400, 600].map(fromInteger));
				const again = await start();
				expect(await again.setting(ANN, ACCOUNT, false)).toMatchObject({ isAllowed: false });
				expect(await states(await start())).toEqual(['done', 'done']);
			}),
	);

	prove('own transfers', 'are not repeated after a process that ended before the answer', () =>
		withWorld(async ({ trading, start, later, flows }) => {
			const reached = Promise.withResolvers<void>();
			const dying = await start({
				// The exchange gets the request, and the process never learns the answer.
				async transferOwn(transfer) {
					await trading.transferOwn?.(transfer);
					reached.resolve();
					return new Promise(() => {});
				},
				findOwnTransfer: () => new Promise(() => {}),
			});
			await dying.setting(ANN, ACCOUNT, true);
			dying.topUp(ANN, row.venue, 300);
			await reached.promise;
			expect(await flows()).toEqual([['transfer', 300]]);
			const service = await start();
			expect(await states(service)).toEqual(['intended']);
			later(AGAIN_MS + 1);
			await topUp(service, 300);
			expect(await flows()).toEqual([['transfer', 300]]);
			expect(await states(service)).toEqual(['done']);
		}),
	);

	prove(
		'own transfers',
		'that never reached the exchange are made again, but only after its request window',
		() =>
			withWorld(async ({ trading, start, later, flows }) => {
				const reached = Promise.withResolvers<void>();
				const dying = await start({
					transferOwn() {
						reached.resolve();
						return new Promise(() => {});
					},
				});
				await dying.setting(ANN, ACCOUNT, true);
				dying.topUp(ANN, row.venue, 300);
				await reached.promise;
				expect(await states(dying)).toEqual(['intended']);
				const service = await start();
				await service.settleOpen();
				await topUp(service, 300);
				expect(await states(service)).toEqual(['unknown']);
				expect(await flows()).toEqual([]);
				later(Math.max(AGAIN_MS, trading.requestWindowMs + ABSENT_SLACK_MS) + 1_000);
				await topUp(service, 300);
				expect(await states(service)).toEqual(['done', 'absent']);
				expect(await flows()).toEqual([['transfer', 300]]);
			}),
	);

	prove('own transfers', 'whose answer was lost are searched, and nothing is sent meanwhile', () =>
		withWorld(async ({ trading, start, later, flows }) => {
			let isReachable = false;
			const service = await start({
				async transferOwn(transfer) {
					await trading.transferOwn?.(transfer);
					return { kind: 'unknown', message: 'The connection was cut.' };
				},
				findOwnTransfer: async (transfer, sentAt) =>
					isReachable
						? ((await trading.findOwnTransfer?.(transfer, sentAt)) ?? { kind: 'absent' })
						: { kind: 'unavailable', message: 'The exchange is down.' },
			});
			await service.setting(ANN, ACCOUNT, true);
			await topUp(service, 300);
			later(AGAIN_MS + 1);
			await topUp(service, 300);
			expect((await service.setting(ANN, ACCOUNT, undefined)).transfers).toMatchObject([
				{ state: 'unknown', message: 'The connection was cut.', amount: parseDecimal('300') },
			]);
			isReachable = true;
			await service.settleOpen();
			expect(await states(service)).toEqual(['done']);
			expect(await flows()).toEqual([['transfer', 300]]);
		}),
	);
});

/** The exchange's clock does not move with the processes', so times of searches are converted. */
function sessionOf(trading: VenueTrading, aheadMs: () => number): TransferSession {
	const { findOwnTransfer: find } = trading;
	return {
		wallets: trading.wallets,
		transferOwn: trading.transferOwn,
		findOwnTransfer: find && ((transfer, sentAt) => find(transfer, sentAt - aheadMs())),
		describeKey: () => trading.describeKey(),
		requestWindowMs: trading.requestWindowMs,
	};
}
