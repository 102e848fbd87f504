/** Provides an exchange in a scripted world. Tests move its clock, and its database has a directory of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { openExchange, type SimulatedExchange } from './exchange.ts';
import { type ScriptedWorld, STARTED_AT, scriptedWorld } from './scripted-world-fixture.ts';
import type { OrderRequest } from './types.ts';

export type ExchangeFixture = {
	readonly exchange: SimulatedExchange;
	readonly world: ScriptedWorld;
	readonly clock: { now: number };
	readonly dataDir: string;
	/** Errors that listeners and timers have thrown. */
	readonly errors: unknown[];
	/** Returns the id of the account with this name, creating it with `deposit` if it is new. */
	account(name: string, deposit?: string): string;
	/** Opens another exchange on the same database and world, as after a kill and a restart. */
	reopen(): SimulatedExchange;
	/** Closes everything and removes the directory. */
	close(): void;
};

export function openFixture(world: ScriptedWorld = scriptedWorld()): ExchangeFixture {
	const dataDir = mkdtempSync(join(tmpdir(), 'carrywire-exchange-'));
	const clock = { now: STARTED_AT };
	const errors: unknown[] = [];
	const opened: SimulatedExchange[] = [];
	const open = (): SimulatedExchange => {
		const exchange = openExchange({
			name: 'bybit',
			world,
			dataDir,
			clock: () => clock.now,
			onError: (error) => errors.push(error),
		});
		opened.push(exchange);
		return exchange;
	};
	const exchange = open();
	return {
		exchange,
		world,
		clock,
		dataDir,
		errors,
		account: (name, deposit = '10000') =>
			exchange.accounts.ensure({ name, deposit: parseDecimal(deposit) }).account.id,
		reopen: open,
		close: () => {
			for (const each of opened) each.close();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
}

/** Creates an order for AAAUSDT: a limit order if `price` is given, otherwise a market order. */
export function orderOf(
	side: OrderRequest['side'],
	quantity: string,
	change: Partial<Omit<OrderRequest, 'price'>> & { readonly price?: string } = {},
): OrderRequest {
	const { price, ...rest } = change;
	return {
		symbol: 'AAAUSDT',
		side,
		kind: price === undefined ? 'market' : 'limit',
		quantity: parseDecimal(quantity),
		price: price === undefined ? undefined : parseDecimal(price),
		timeInForce: price === undefined ? 'IOC' : 'GTC',
		reduceOnly: false,
		clientOrderId: undefined,
		leverage: undefined,
		marginMode: undefined,
		...rest,
	};
}
