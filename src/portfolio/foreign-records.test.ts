import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runningExecution } from '../../test/support/running-execution.ts';
import { add, type Decimal, parseDecimal as d, ZERO } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import type { AccountFill } from '../ports/venue.ts';
import { systemClock } from '../runtime/clock.ts';
import { openDatabaseInMemory } from '../store/sqlite/database.ts';
import { createSqliteJournal } from '../store/sqlite/journal.ts';
import { type AccountJournal, openAccountJournal } from './account-journal.ts';
import { recordForeign } from './foreign-records.ts';

const ACCOUNT = 'account:user_test:bybit';
/** The execution holds SOLUSDT at Bybit by the trade "long 1", and SOLUSDTM at KuCoin by the trade "short 1". */
const STATE = runningExecution({ openedAt: 1 });

let database: ReturnType<typeof openDatabaseInMemory>;
let account: AccountJournal;

beforeEach(async () => {
	database = openDatabaseInMemory();
	account = await openAccountJournal(createSqliteJournal(database), systemClock, {
		userId: 'user_test',
		accountId: ACCOUNT,
	});
});
afterEach(() => database.close());

function handTrade(tradeId: string, quantity = d('4')): AccountFill {
	return {
		...{ tradeId, quantity, price: d('100'), fee: d('0.2'), feeAsset: 'USDT', feeQuantity: d('0.2') },
		...{ filledAt: 2, side: 'buy', venueOrderId: 'manual', clientOrderId: null, cause: 'order' },
	};
}

/** Asks Bybit, which lists these trades for the symbol. */
function record(
	symbol: string,
	fills: readonly AccountFill[],
	taken: readonly (readonly [key: string, quantity: Decimal])[] = [],
): Promise<boolean> {
	return recordForeign(
		{
			trading: {
				venue: 'bybit',
				accountFills: async () => fills,
				fundingPayments: async () => [],
			},
			account,
			ours: () => ({
				...{ realized: ZERO, otherFees: new Map(), held: new Map(), fillsOn: () => [] },
				taken: new Map(taken.map(([key, quantity]) => [key, { quantity, fee: ZERO, feeQuantity: ZERO }])),
			}),
			executionsOn: async (): Promise<readonly ExecutionState[]> => [STATE],
			bookOurs: async () => true,
			isMoving: () => false,
		},
		symbol,
		0,
		3,
	);
}

const recorded = (): Decimal =>
	[...account.books().foreignFills.values()].reduce((sum, { quantity }) => add(sum, quantity), ZERO);

describe('trades by others', () => {
	test('an own trade is not foreign', async () => {
		expect(await record('SOLUSDT', [handTrade('long 1')])).toBe(true);
		expect(recorded()).toBe(ZERO);
	});

	test('a manual trade whose id is that of an own trade on the other exchange is foreign', async () => {
		await record('SOLUSDT', [handTrade('short 1')]);
		expect(recorded()).toBe(d('4'));
	});

	test('trades of two contracts with one id are two trades, and each is recorded once', async () => {
		await record('SOLUSDT', [handTrade('7')]);
		await record('BTCUSDT', [handTrade('7', d('3'))]);
		await record('BTCUSDT', [handTrade('7', d('3'))]);
		expect(recorded()).toBe(d('7'));
	});

	test('a trade that an execution took as a reduction is not foreign, but its rest is', async () => {
		await record(
			'SOLUSDT',
			[handTrade('8'), handTrade('9')],
			[
				['SOLUSDT 8', d('4')],
				['SOLUSDT 9', d('1')],
				['BTCUSDT 9', d('4')],
			],
		);
		expect([...account.books().foreignFills.keys()]).toEqual(['SOLUSDT 9']);
	});
});
