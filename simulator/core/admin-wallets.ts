/**
 * Handles the admin routes for the main wallet, for deposits and withdrawals that take time, and for the ranks in the
 * auto-deleveraging queue. A transfer between two exchanges is a withdrawal at one and a deposit with the same `txId`
 * and delay at the other.
 */
import { formatDecimal, ZERO } from '../../src/domain/decimal.ts';
import { ADL_RANKS } from './adl-ranks.ts';
import type { AdminContext, AdminRoute } from './admin-route.ts';
import { FieldError, readFields, required } from './json-fields.ts';
import type { MoneyMove } from './wallet-records.ts';

const DELAY_MS_MAX = 7 * 86_400_000;
const MOVES_MAX = 1_000;

/** Admin routes for wallets and ranks. */
export const WALLET_ROUTES: Readonly<Record<string, AdminRoute>> = {
	'GET /accounts/*/wallet': shown,
	'GET /accounts/*/moves': listed,
	'POST /accounts/*/moves': announced,
	'DELETE /accounts/*/moves/*': (context, _body, name, id) => body(context.exchange.wallets.cancel(name, id)),
	'POST /accounts/*/adl': setRank,
};

function shown({ exchange }: AdminContext, _body: unknown, name: string): unknown {
	const { id } = exchange.accounts.named(name);
	return {
		main: formatDecimal(exchange.wallets.balance(id)),
		futures: formatDecimal(exchange.balance(id).walletBalance),
		transferable: formatDecimal(exchange.wallets.transferable(id)),
	};
}

function listed({ exchange }: AdminContext, _body: unknown, name: string): unknown {
	const { id } = exchange.accounts.named(name);
	return { moves: exchange.wallets.moves(id, { limit: MOVES_MAX }).map(body) };
}

/** Announces a deposit or withdrawal that arrives after `arrivesInMs` by the exchange's clock. */
function announced({ exchange }: AdminContext, sent: unknown, name: string): unknown {
	const fields = readFields(sent, ['kind', 'amount', 'fee', 'arrivesInMs', 'wallet', 'txId']);
	const wallet = fields.oneOf('wallet', ['main', 'futures']);
	return body(
		exchange.wallets.announce(name, {
			kind: required(fields.oneOf('kind', ['deposit', 'withdrawal']), 'kind'),
			amount: required(fields.decimal('amount'), 'amount'),
			fee: fields.decimal('fee') ?? ZERO,
			arrivesInMs: required(fields.whole('arrivesInMs', 0, DELAY_MS_MAX), 'arrivesInMs'),
			isFutures: wallet === undefined ? undefined : wallet === 'futures',
			txId: fields.text('txId'),
		}),
	);
}

function body({ id, kind, amount, fee, isFutures, txId, at, dueAt, status, endedAt }: MoneyMove): unknown {
	return {
		...{ id, kind, amount: formatDecimal(amount), fee: formatDecimal(fee) },
		...{ wallet: isFutures ? 'futures' : 'main', txId, at, dueAt, status, endedAt: endedAt ?? null },
	};
}

/** Sets a position's rank, 1 to 5 on the core's scale; without `rank` it is computed again. */
function setRank({ exchange }: AdminContext, sent: unknown, name: string): unknown {
	const fields = readFields(sent, ['symbol', 'rank']);
	const symbol = required(fields.text('symbol', 40), 'symbol');
	if (exchange.instrument(symbol) === undefined) throw new FieldError(`${exchange.name} lists no ${symbol}.`);
	const { id } = exchange.accounts.named(name);
	exchange.adlRanks.set(id, symbol, fields.whole('rank', 1, ADL_RANKS));
	const held = exchange.positions(id).find((position) => position.symbol === symbol);
	return { symbol, rank: held?.adlRank ?? null };
}
