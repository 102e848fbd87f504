/** Stores paper accounts. Each change is one transaction, synced before it is acknowledged. */
import { type Decimal, formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type {
	PaperAccount,
	PaperChange,
	PaperFill,
	PaperHolding,
	PaperOrder,
	PaperPayment,
	PaperState,
	PaperStore,
	TakenLevel,
} from '../ports/paper-store.ts';
import type { RiskTier } from '../ports/venue-market.ts';
import {
	changesOf,
	marksOf,
	type Row,
	rowsOf,
	type SqlDatabase,
	type SqlValue,
	type Steps,
} from './sql-database.ts';

type Columns = Readonly<Record<string, SqlValue>>;

/** Creates the store for paper accounts. */
export function createPaperStore(database: SqlDatabase): PaperStore {
	return {
		async open({ accountId, venue, deposit, openedAt }) {
			const amount = formatDecimal(deposit);
			await database.changes(
				'INSERT INTO paper_account (account_id, venue, deposit, wallet, opened_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
				accountId,
				venue,
				amount,
				amount,
				openedAt,
			);
		},
		load: (accountId, venue) => database.transaction(() => load(accountId, venue)),
		active: async (since) =>
			(
				await database.rows(
					`SELECT * FROM paper_account WHERE account_id IN (
						SELECT account_id FROM paper_holding WHERE quantity <> '0' OR filled_at > ?
						UNION SELECT account_id FROM paper_order WHERE status IN ('waiting', 'resting')
					) ORDER BY opened_at, account_id`,
					since,
				)
			).map(accountOf),
		write: (accountId, change) => database.transaction(() => write(accountId, change)),
		async order(accountId, clientOrderId) {
			const [row] = await database.rows(
				'SELECT * FROM paper_order WHERE account_id = ? AND client_order_id = ?',
				accountId,
				clientOrderId,
			);
			return row === undefined ? undefined : orderOf(row);
		},
		fillsOfOrder: async (accountId, venueOrderId) =>
			(
				await database.rows(
					'SELECT * FROM paper_fill WHERE account_id = ? AND venue_order_id = ? ORDER BY seq',
					accountId,
					venueOrderId,
				)
			).map(fillOf),
		fills: async (accountId, from, to, symbol) =>
			(
				await database.rows(
					'SELECT * FROM paper_fill WHERE account_id = ? AND filled_at BETWEEN ? AND ? AND symbol = coalesce(?, symbol) ORDER BY filled_at, seq',
					accountId,
					from,
					to,
					symbol ?? null,
				)
			).map(fillOf),
		payments: async (accountId, symbol, from, to) =>
			(
				await database.rows(
					'SELECT * FROM paper_payment WHERE account_id = ? AND symbol = ? AND settled_at BETWEEN ? AND ? ORDER BY settled_at',
					accountId,
					symbol,
					from,
					to,
				)
			).map(paymentOf),
	};
}

function* load(accountId: string, venue: string): Steps<PaperState | undefined> {
	const [row] = yield* rowsOf(
		'SELECT * FROM paper_account WHERE account_id = ? AND venue = ?',
		accountId,
		venue,
	);
	if (row === undefined) return undefined;
	const holdings = (yield* rowsOf('SELECT * FROM paper_holding WHERE account_id = ?', accountId)).map(
		holdingOf,
	);
	const open = (yield* rowsOf(
		"SELECT * FROM paper_order WHERE account_id = ? AND status IN ('waiting', 'resting') ORDER BY seq",
		accountId,
	)).map(orderOf);
	const taken = Map.groupBy(
		yield* rowsOf('SELECT * FROM paper_taken WHERE account_id = ?', accountId),
		({ symbol }) => String(symbol),
	);
	return {
		account: accountOf(row),
		wallet: decimal(row, 'wallet'),
		holdings: new Map(holdings.map((holding) => [holding.symbol, holding])),
		open: new Map(open.map((order) => [order.clientOrderId, order])),
		taken: new Map([...taken].map(([symbol, rows]) => [symbol, rows.map(takenOf)])),
	};
}

function* write(accountId: string, change: PaperChange): Steps<void> {
	const { wallet, holdings = [], orders = [], fills = [], payments = [], taken = new Map() } = change;
	if (wallet !== undefined)
		yield* changesOf(
			'UPDATE paper_account SET wallet = ? WHERE account_id = ?',
			formatDecimal(wallet),
			accountId,
		);
	for (const holding of holdings)
		yield* put('paper_holding', { account_id: accountId, ...holdingColumns(holding) }, [
			'account_id',
			'symbol',
		]);
	for (const order of orders)
		yield* put('paper_order', { account_id: accountId, ...orderColumns(order) }, [
			'account_id',
			'client_order_id',
		]);
	for (const fill of fills) yield* put('paper_fill', { account_id: accountId, ...fillColumns(fill) });
	for (const payment of payments)
		yield* put('paper_payment', { account_id: accountId, ...paymentColumns(payment) });
	for (const [symbol, levels] of taken) yield* writeTaken(accountId, symbol, levels);
}

function* writeTaken(accountId: string, symbol: string, levels: readonly TakenLevel[]): Steps<void> {
	yield* changesOf('DELETE FROM paper_taken WHERE account_id = ? AND symbol = ?', accountId, symbol);
	for (const { side, price, quantity } of levels)
		yield* put('paper_taken', {
			account_id: accountId,
			symbol,
			side,
			price: formatDecimal(price),
			quantity: formatDecimal(quantity),
		});
}

/**
 * Inserts a row. With `keys`, the row replaces an existing row with the same values in those columns. Without `keys`,
 * a duplicate is refused.
 */
function put(table: string, columns: Columns, keys: readonly string[] = []): Steps<number> {
	const names = Object.keys(columns);
	const changed = names.filter((name) => !keys.includes(name)).map((name) => `${name} = excluded.${name}`);
	const replacing =
		keys.length === 0 ? '' : `ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${changed.join(', ')}`;
	return changesOf(
		`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marksOf(names)}) ${replacing}`,
		...Object.values(columns),
	);
}

const decimal = (row: Row, name: string): Decimal => parseDecimal(String(row[name]));
const side = (row: Row): 'buy' | 'sell' => (row.side === 'buy' ? 'buy' : 'sell');

function accountOf(row: Row): PaperAccount {
	return {
		accountId: String(row.account_id),
		venue: String(row.venue),
		deposit: decimal(row, 'deposit'),
		openedAt: Number(row.opened_at),
	};
}

function holdingOf(row: Row): PaperHolding {
	return {
		symbol: String(row.symbol),
		quantity: decimal(row, 'quantity'),
		entryValue: decimal(row, 'entry_value'),
		leverage: decimal(row, 'leverage'),
		marginMode: row.margin_mode === 'cross' ? 'cross' : 'isolated',
		tiers: row.tiers === null ? null : tiersOf(String(row.tiers)),
		fundedTo: Number(row.funded_to),
		filledAt: Number(row.filled_at),
		lastMark: row.last_mark === null ? null : decimal(row, 'last_mark'),
		delistingAt: row.delisting_at === null ? null : Number(row.delisting_at),
	};
}

function holdingColumns(holding: PaperHolding): Columns {
	return {
		symbol: holding.symbol,
		quantity: formatDecimal(holding.quantity),
		entry_value: formatDecimal(holding.entryValue),
		leverage: formatDecimal(holding.leverage),
		margin_mode: holding.marginMode,
		tiers: holding.tiers === null ? null : tiersText(holding.tiers),
		funded_to: holding.fundedTo,
		filled_at: holding.filledAt,
		last_mark: holding.lastMark === null ? null : formatDecimal(holding.lastMark),
		delisting_at: holding.delistingAt,
	};
}

type TierText = Readonly<Record<keyof RiskTier, string>>;

function tiersText(tiers: readonly RiskTier[]): string {
	return JSON.stringify(
		tiers.map(
			(tier): TierText => ({
				valueMax: formatDecimal(tier.valueMax),
				maintenanceRate: formatDecimal(tier.maintenanceRate),
				deduction: formatDecimal(tier.deduction),
				leverageMax: formatDecimal(tier.leverageMax),
			}),
		),
	);
}

function tiersOf(text: string): readonly RiskTier[] {
	return (JSON.parse(text) as readonly TierText[]).map((tier) => ({
		valueMax: parseDecimal(tier.valueMax),
		maintenanceRate: parseDecimal(tier.maintenanceRate),
		deduction: parseDecimal(tier.deduction),
		leverageMax: parseDecimal(tier.leverageMax),
	}));
}

function orderOf(row: Row): PaperOrder {
	const status = (['waiting', 'resting', 'filled', 'canceled'] as const).find((one) => one === row.status);
	if (status === undefined) throw new Error(`A stored order has the unknown status ${String(row.status)}.`);
	return {
		clientOrderId: String(row.client_order_id),
		venueOrderId: String(row.venue_order_id),
		symbol: String(row.symbol),
		side: side(row),
		quantity: decimal(row, 'quantity'),
		limitPrice: decimal(row, 'limit_price'),
		timeInForce: row.time_in_force === 'IOC' ? 'IOC' : 'postOnly',
		reduceOnly: row.reduce_only === 1,
		placedAt: Number(row.placed_at),
		arrivesAt: Number(row.arrives_at),
		status,
		filled: decimal(row, 'filled'),
		queueAhead: row.queue_ahead === null ? null : decimal(row, 'queue_ahead'),
		tradedPast: decimal(row, 'traded_past'),
		countsFrom: Number(row.counts_from),
	};
}

function orderColumns(order: PaperOrder): Columns {
	return {
		client_order_id: order.clientOrderId,
		venue_order_id: order.venueOrderId,
		symbol: order.symbol,
		side: order.side,
		quantity: formatDecimal(order.quantity),
		limit_price: formatDecimal(order.limitPrice),
		time_in_force: order.timeInForce,
		reduce_only: order.reduceOnly ? 1 : 0,
		placed_at: order.placedAt,
		arrives_at: order.arrivesAt,
		status: order.status,
		filled: formatDecimal(order.filled),
		queue_ahead: order.queueAhead === null ? null : formatDecimal(order.queueAhead),
		traded_past: formatDecimal(order.tradedPast),
		counts_from: order.countsFrom,
	};
}

function fillOf(row: Row): PaperFill {
	const cause = (['order', 'liquidation', 'adl', 'delisting'] as const).find((one) => one === row.cause);
	return {
		tradeId: String(row.trade_id),
		symbol: String(row.symbol),
		side: side(row),
		venueOrderId: String(row.venue_order_id),
		clientOrderId: row.client_order_id === null ? null : String(row.client_order_id),
		cause: cause ?? 'order',
		quantity: decimal(row, 'quantity'),
		price: decimal(row, 'price'),
		fee: decimal(row, 'fee'),
		realized: decimal(row, 'realized'),
		filledAt: Number(row.filled_at),
	};
}

function fillColumns(fill: PaperFill): Columns {
	return {
		trade_id: fill.tradeId,
		symbol: fill.symbol,
		side: fill.side,
		venue_order_id: fill.venueOrderId,
		client_order_id: fill.clientOrderId,
		cause: fill.cause,
		quantity: formatDecimal(fill.quantity),
		price: formatDecimal(fill.price),
		fee: formatDecimal(fill.fee),
		realized: formatDecimal(fill.realized),
		filled_at: fill.filledAt,
	};
}

function paymentOf(row: Row): PaperPayment {
	return {
		symbol: String(row.symbol),
		settledAt: Number(row.settled_at),
		rate: decimal(row, 'rate'),
		quantity: decimal(row, 'quantity'),
		price: decimal(row, 'price'),
		amount: decimal(row, 'amount'),
	};
}

function paymentColumns(payment: PaperPayment): Columns {
	return {
		symbol: payment.symbol,
		settled_at: payment.settledAt,
		rate: formatDecimal(payment.rate),
		quantity: formatDecimal(payment.quantity),
		price: formatDecimal(payment.price),
		amount: formatDecimal(payment.amount),
	};
}

function takenOf(row: Row): TakenLevel {
	return { side: side(row), price: decimal(row, 'price'), quantity: decimal(row, 'quantity') };
}
