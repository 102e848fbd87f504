/**
 * Reads the simulated exchanges' own records through their admin interface, which the simulated failures do not
 * affect. Measures how long one leg was unhedged at most.
 */
import { abs, add, type Decimal, formatDecimal, parseDecimal, sub, ZERO } from '../../src/domain/decimal.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';
import type { Fixture, Service } from './fixture.ts';
import { readJournal } from './journal-on-disk.ts';
import { quietPortfolio } from './trading.ts';

export type ChaosLeg = { readonly venue: TradedVenue; readonly symbol: string };

export type Truth = {
	readonly wallet: Decimal;
	/** Signed position sizes in coins, by symbol. Flat positions are left out. */
	readonly positions: ReadonlyMap<string, Decimal>;
	readonly orders: readonly {
		readonly symbol: string;
		readonly clientOrderId: string | null;
		readonly status: string;
		readonly filled: Decimal;
		readonly createdAt: number;
		/** `user`, or the exchange's reason for creating the order. */
		readonly origin: string;
	}[];
};

const ONE_CENT = parseDecimal('0.01');
const SAMPLE_MS = 100;

export async function truthOf(fixture: Fixture, venue: TradedVenue): Promise<Truth> {
	const told = await fixture.admin<{
		readonly wallet: string;
		readonly positions: readonly { readonly symbol: string; readonly quantity: string }[];
		readonly orders: readonly (Omit<Truth['orders'][number], 'filled'> & { readonly filled: string })[];
	}>(venue, 'GET', '/accounts/owner/truth');
	return {
		wallet: parseDecimal(told.wallet),
		positions: new Map(told.positions.map(({ symbol, quantity }) => [symbol, parseDecimal(quantity)])),
		orders: told.orders.map((order) => ({ ...order, filled: parseDecimal(order.filled) })),
	};
}

/**
 * Returns the number of coins by which the two legs currently differ. Contracts renamed during the failure have an X
 * before their name.
 */
export async function alone(fixture: Fixture, legs: readonly [ChaosLeg, ChaosLeg]): Promise<Decimal> {
	const [a, b] = await Promise.all(
		legs.map(async ({ venue, symbol }) => {
			const { positions } = await truthOf(fixture, venue);
			return positions.get(symbol) ?? positions.get(`X${symbol}`) ?? ZERO;
		}),
	);
	return abs(add(a ?? ZERO, b ?? ZERO));
}

export type NakedWatch = {
	/** Stops measuring and returns the longest uninterrupted time during which one leg was unhedged, milliseconds. */
	readonly end: () => Promise<number>;
};

/** Polls both legs' positions through the exchanges' admin interfaces, which respond during any failure. */
export function watchNaked(fixture: Fixture, legs: () => readonly [ChaosLeg, ChaosLeg]): NakedWatch {
	let ended = false;
	let longest = 0;
	let since: number | undefined;
	let wake = (): void => {};
	const run = (async () => {
		while (!ended) {
			const naked = (await alone(fixture, legs())) > ZERO;
			const now = performance.now();
			if (naked) {
				since ??= now;
				longest = Math.max(longest, now - since);
			} else since = undefined;
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, SAMPLE_MS);
				wake = () => {
					clearTimeout(timer);
					resolve();
				};
			});
		}
	})();
	return {
		async end() {
			ended = true;
			wake();
			await run;
			return Math.round(longest);
		},
	};
}

/**
 * Checks that the journal has exactly one intent for every order at the exchanges, and that both record the same
 * fills.
 */
export async function orderFaults(
	fixture: Fixture,
	venues: readonly TradedVenue[],
	since: number,
): Promise<string[]> {
	const journaled = new Map(
		[...readJournal(fixture.dataDir).executions.values()].flatMap(({ state }) =>
			state.orders.map((order) => [order.clientOrderId, order.filledQuantity] as const),
		),
	);
	const faults: string[] = [];
	for (const venue of venues) {
		const seen = new Set<string>();
		for (const { clientOrderId, filled, createdAt, status, origin } of (await truthOf(fixture, venue))
			.orders) {
			if (createdAt < since || origin !== 'user') continue;
			const id = bareId(clientOrderId);
			const known = journaled.get(id);
			if (seen.has(id)) faults.push(`DUPLICATE: ${venue} has two orders ${id}`);
			seen.add(id);
			if (known === undefined) faults.push(`${venue} has the order ${id}, which the journal never intended`);
			else if (known !== filled)
				faults.push(
					`${venue} filled ${formatDecimal(filled)} of ${id} (${status}), the journal ${formatDecimal(known)}`,
				);
		}
	}
	return faults;
}

/** Returns the client order id without the prefix `0x`, because Hyperliquid writes the id as a hexadecimal number. */
function bareId(clientOrderId: string | null): string {
	return (clientOrderId ?? 'without a client order id').replace(/^0x/, '');
}

/**
 * Checks that each wallet changed, to the cent, by the result in the service's own ledger. All positions must be
 * flat.
 */
export async function moneyFaults(
	fixture: Fixture,
	service: Service,
	token: string,
	atStart: ReadonlyMap<TradedVenue, Decimal>,
): Promise<string[]> {
	const { accounts } = await quietPortfolio(service, token);
	const faults: string[] = [];
	for (const [venue, wallet] of atStart) {
		const change = sub((await truthOf(fixture, venue)).wallet, wallet);
		const made = accounts.find(({ exchange }) => exchange === venue)?.execution_pnl ?? null;
		if (made === null || abs(sub(change, made)) >= ONE_CENT)
			faults.push(
				`the wallet of ${venue} has changed by ${formatDecimal(change)} USD, the ledger says ${made === null ? 'nothing' : formatDecimal(made)}`,
			);
	}
	return faults;
}
