/**
 * Tests the private account stream of each simulated exchange over real sockets: its events, and the effect of losing
 * it.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { type Decimal, parseDecimal } from '../../src/domain/decimal.ts';
import type { AccountHint, VenueTrading } from '../../src/ports/venue.ts';
import { casesOf } from './cases.ts';
import { type Fixture, LEVERAGE, openFixture, orderOf } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

describe.each(VENUE_ROWS)('$venue', (row) => {
	const prove = casesOf(row.venue);
	const symbol = row.symbols.SOL;
	let fixture: Fixture;
	let trading: VenueTrading;
	let buyLimit: Decimal;
	let counter = 0;
	let name: string;

	beforeAll(async () => {
		fixture = await openFixture(row);
		buyLimit = await fixture.priceOf(fixture.instrument('SOL'), 'buy');
	});

	beforeEach(async () => {
		counter += 1;
		name = `hearer${counter}`;
		({ trading } = await fixture.trader(name));
		await trading.prepare(symbol, LEVERAGE, 'isolated');
	});

	afterEach(() => trading.close());

	afterAll(() => fixture.close());

	const deposit = (): Promise<unknown> =>
		fixture.simulator.admin('POST', `/accounts/${name}/deposit`, { amount: '1' });

	const disconnect = async (): Promise<number> => {
		const answer = await fixture.simulator.admin('POST', '/streams', {
			action: 'disconnect',
			scope: 'private',
		});
		return (answer as { readonly disconnected: number }).disconnected;
	};

	/** Deposits until an event arrives, because a stream misses events until it is open. */
	async function untilHeard(heard: readonly AccountHint[]): Promise<void> {
		const before = heard.length;
		while (heard.length === before) await deposit();
	}

	async function placeAndAwait(wanted: readonly string[]): Promise<void> {
		const missing = new Set(wanted);
		const clientOrderId = counter.toString(16).padStart(32, 'b');
		await new Promise<void>((resolve) => {
			trading.watchAccount((hint) => {
				missing.delete(
					hint.kind === 'order' ? `order ${hint.symbol} ${hint.clientOrderId === clientOrderId}` : hint.kind,
				);
				if (missing.size === 0) resolve();
			});
			void trading.placeOrder(
				orderOf({ symbol, clientOrderId, quantity: parseDecimal('1'), limitPrice: buyLimit }),
			);
		});
	}

	prove('account stream', 'reports an order, its position and the wallet change', async () => {
		const heard: AccountHint[] = [];
		trading.watchAccount((hint) => heard.push(hint));
		await untilHeard(heard);
		expect(heard.every((hint) => hint.kind === 'balance')).toBe(true);
		await placeAndAwait([`order ${symbol} true`, 'position', 'balance']);
		const bySelf = heard.filter((hint) => hint.kind === 'position');
		expect(bySelf.every((hint) => hint.symbol === symbol)).toBe(true);
	});

	prove('account stream', 'serves all listeners over one connection and reopens a lost one', async () => {
		const first: AccountHint[] = [];
		const second: AccountHint[] = [];
		const stopFirst = trading.watchAccount((hint) => first.push(hint));
		trading.watchAccount((hint) => second.push(hint));
		await untilHeard(first);
		await untilHeard(second);
		expect(await disconnect()).toBe(1);
		await untilHeard(first);
		stopFirst();
		const heard = first.length;
		await untilHeard(second);
		expect(first.length).toBe(heard);
		expect(await disconnect()).toBe(1);
	});

	prove('account stream', 'sends nothing to a stopped listener or after the account is closed', async () => {
		const heard: AccountHint[] = [];
		trading.watchAccount((hint) => heard.push(hint))();
		const again: AccountHint[] = [];
		trading.watchAccount((hint) => again.push(hint));
		await untilHeard(again);
		expect(heard).toEqual([]);
		await trading.close();
		const before = again.length;
		trading.watchAccount((hint) => again.push(hint));
		await deposit();
		await trading.balance();
		expect(again.length).toBe(before);
	});

	prove('account stream', 'serves the other listeners when one fails', async () => {
		const heard: AccountHint[] = [];
		trading.watchAccount(() => {
			throw new Error('a listener of no use');
		});
		trading.watchAccount((hint) => heard.push(hint));
		await untilHeard(heard);
		await untilHeard(heard);
		expect(heard.length).toBeGreaterThan(1);
	});

	prove('account stream', 'an account with a refused stream still trades and reads', async () => {
		const wrong = fixture.open(row.wrongKey);
		const heard: AccountHint[] = [];
		const stop = wrong.watchAccount((hint) => heard.push(hint));
		await expect(wrong.balance()).rejects.toMatchObject({ name: 'VenueError' });
		await expect(wrong.balance()).rejects.toMatchObject({ name: 'VenueError' });
		stop();
		await wrong.close();
		expect(heard).toEqual([]);
	});
});
