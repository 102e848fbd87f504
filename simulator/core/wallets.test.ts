import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { add, parseDecimal, sum, ZERO } from '../../src/domain/decimal.ts';
import { AccountError } from './account-error.ts';
import type { SimulatedExchange } from './exchange.ts';
import { type ExchangeFixture, openFixture, orderOf } from './exchange-fixture.ts';
import type { MoveWish } from './wallet-records.ts';

let fixture: ExchangeFixture;
beforeEach(() => {
	fixture = openFixture();
});
afterEach(() => {
	fixture.close();
	expect(fixture.errors).toEqual([]);
});

const ROWS = { limit: 1_000 };

const moved = (toFutures: boolean, amount: string, clientId?: string) => ({
	toFutures,
	amount: parseDecimal(amount),
	clientId,
});

const moveOf = (change: Partial<MoveWish>): MoveWish => ({
	kind: 'deposit',
	amount: parseDecimal('250'),
	fee: ZERO,
	arrivesInMs: 60_000,
	isFutures: true,
	txId: undefined,
	...change,
});

/** Returns both balances of the account, as text. */
function held(exchange: SimulatedExchange, id: string): readonly [main: string, futures: string] {
	const text = (value: bigint): string => String(value / parseDecimal('1'));
	return [text(exchange.wallets.balance(id)), text(exchange.balance(id).walletBalance)];
}

test('a transfer moves money between the two wallets, and both ledgers have it once', () => {
	const { exchange } = fixture;
	const id = fixture.account('ann');
	expect(exchange.wallets.transfer(id, moved(false, '4000')).kind).toBe('done');
	expect(exchange.wallets.transfer(id, moved(true, '1500')).kind).toBe('done');
	expect(held(exchange, id)).toEqual(['2500', '7500']);
	expect(exchange.ledger(id, ROWS).map(({ kind }) => kind)).toEqual(['transferIn', 'transferOut', 'deposit']);
	expect(exchange.wallets.entries(id, ROWS).map(({ kind }) => kind)).toEqual(['transferOut', 'transferIn']);
});

test('the same client id moves nothing twice, also after a restart', () => {
	const id = fixture.account('ann');
	const first = fixture.exchange.wallets.transfer(id, moved(false, '100', 'mine'));
	expect(fixture.exchange.wallets.transfer(id, moved(false, '100', 'mine'))).toEqual({
		...first,
		kind: 'duplicate',
	});
	const again = fixture.reopen();
	expect(again.wallets.transfer(id, moved(false, '100', 'mine')).kind).toBe('duplicate');
	expect(held(again, id)).toEqual(['100', '9900']);
});

test('no transfer takes more than the wallet has, or the margin of a position', () => {
	const { exchange } = fixture;
	const id = fixture.account('ann');
	expect(exchange.wallets.transfer(id, moved(true, '1')).kind).toBe('short');
	exchange.placeOrder(id, orderOf('buy', '100'));
	const result = exchange.wallets.transfer(id, moved(false, '10000'));
	expect(result).toEqual({ kind: 'short', available: exchange.wallets.transferable(id) });
	expect(exchange.wallets.transferable(id)).toBeLessThan(parseDecimal('10000'));
	expect(held(exchange, id)[0]).toBe('0');
});

test('a deposit arrives when it is due, by the clock of the exchange and over a restart', () => {
	const { exchange, clock } = fixture;
	const id = fixture.account('ann');
	const move = exchange.wallets.announce('ann', moveOf({}));
	clock.now += 59_999;
	expect(held(exchange, id)).toEqual(['0', '10000']);
	expect(exchange.wallets.moves(id, ROWS)).toEqual([move]);
	const again = fixture.reopen();
	clock.now += 1;
	expect(held(again, id)).toEqual(['0', '10250']);
	expect(again.wallets.moves(id, ROWS)).toMatchObject([{ status: 'done', endedAt: move.dueAt }]);
	expect(again.ledger(id, { limit: 1 })).toMatchObject([{ kind: 'deposit', reference: move.id }]);
});

test('a withdrawal leaves at once with its fee, and a canceled one returns', () => {
	const { exchange, clock } = fixture;
	const id = fixture.account('ann');
	const wish = moveOf({ kind: 'withdrawal', fee: parseDecimal('1') });
	const first = exchange.wallets.announce('ann', wish);
	const second = exchange.wallets.announce('ann', wish);
	expect(held(exchange, id)).toEqual(['0', '9498']);
	exchange.wallets.cancel('ann', first.id);
	expect(() => exchange.wallets.cancel('ann', first.id)).toThrow(AccountError);
	clock.now += 60_000;
	expect(held(exchange, id)).toEqual(['0', '9749']);
	expect(exchange.wallets.moves(id, ROWS).map(({ id: each, status }) => [each, status])).toEqual([
		[second.id, 'done'],
		[first.id, 'canceled'],
	]);
	expect(() => exchange.wallets.announce('ann', { ...wish, amount: parseDecimal('9749') })).toThrow(
		AccountError,
	);
});

test('a rank that is set replaces the computed one, also after a restart', () => {
	const { exchange } = fixture;
	const id = fixture.account('ann');
	exchange.placeOrder(id, orderOf('buy', '1'));
	expect(exchange.positions(id)[0]?.adlRank).toBe(1);
	exchange.adlRanks.set(id, 'AAAUSDT', 5);
	const again = fixture.reopen();
	expect(again.positions(id)[0]?.adlRank).toBe(5);
	again.adlRanks.set(id, 'AAAUSDT', undefined);
	expect(again.positions(id)[0]?.adlRank).toBe(1);
});

const step = fc.oneof(
	fc.record({
		kind: fc.constant('transfer' as const),
		toFutures: fc.boolean(),
		cents: fc.integer({ min: 1, max: 600_000 }),
		clientId: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
	}),
	fc.record({
		kind: fc.constantFrom('deposit' as const, 'withdrawal' as const),
		cents: fc.integer({ min: 1, max: 600_000 }),
		isFutures: fc.boolean(),
		arrivesInMs: fc.integer({ min: 0, max: 5_000 }),
	}),
	fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 4_000 }) }),
	fc.record({ kind: fc.constant('restart' as const) }),
);

test('after any steps the ledgers sum to the balances, and no money appears or vanishes', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
			const own = openFixture();
			try {
				const id = own.account('ann');
				let { exchange } = own;
				for (const each of steps) {
					if (each.kind === 'wait') own.clock.now += each.ms;
					else if (each.kind === 'restart') exchange = own.reopen();
					else {
						const amount = parseDecimal((each.cents / 100).toFixed(2));
						if (each.kind === 'transfer') exchange.wallets.transfer(id, { ...each, amount });
						else announceIfAffordable(exchange, moveOf({ ...each, amount, fee: ZERO }));
					}
				}
				const { balance, entries, moves } = exchange.wallets;
				const outside = sum(
					moves(id, ROWS).flatMap(({ kind, status, amount }) => {
						if (kind === 'withdrawal') return [-amount as typeof amount];
						return status === 'done' ? [amount] : [];
					}),
				);
				expect(sum(entries(id, ROWS).map(({ amount }) => amount))).toBe(balance(id));
				expect(sum(exchange.ledger(id, ROWS).map(({ amount }) => amount))).toBe(
					exchange.balance(id).walletBalance,
				);
				expect(add(balance(id), exchange.balance(id).walletBalance)).toBe(
					add(parseDecimal('10000'), outside),
				);
				expect(balance(id)).toBeGreaterThanOrEqual(ZERO);
			} finally {
				own.close();
			}
		}),
		{ numRuns: 40 },
	);
});

function announceIfAffordable(exchange: SimulatedExchange, wish: MoveWish): void {
	try {
		exchange.wallets.announce('ann', wish);
	} catch (error) {
		if (!(error instanceof AccountError)) throw error;
	}
}
