/**
 * Handles the admin route that reports the true state of an account, independent of the exchange's API and its
 * faults.
 */
import { formatDecimal } from '../../src/domain/decimal.ts';
import type { AdminContext, AdminRoute } from './admin-route.ts';

export const TRUTH_ROUTES: Readonly<Record<string, AdminRoute>> = { 'GET /accounts/*/truth': truth };

const ORDERS_MAX = 10_000;

function truth({ exchange }: AdminContext, _body: unknown, name: string): unknown {
	const { id } = exchange.accounts.named(name);
	const open = exchange.openOrders(id, undefined);
	const ended = exchange.orderHistory(id, { limit: ORDERS_MAX, finishedOnly: true });
	return {
		wallet: formatDecimal(exchange.balance(id).walletBalance),
		positions: exchange
			.positions(id)
			.map(({ symbol, quantity }) => ({ symbol, quantity: formatDecimal(quantity) })),
		orders: [...open, ...ended].map(({ request, status, filledQuantity, createdAt, origin }) => ({
			symbol: request.symbol,
			clientOrderId: request.clientOrderId ?? null,
			status,
			filled: formatDecimal(filledQuantity),
			createdAt,
			origin,
		})),
	};
}
