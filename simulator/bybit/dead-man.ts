/**
 * Simulates Bybit's disconnection protection (pages "Set Disconnect Cancel All", "Get DCP Info" and "Dcp" of the
 * private stream, read 2026-11). An account manager at Bybit must turn it on. Bybit cancels all derivatives orders of
 * an account that has had no private connection subscribed to `dcp.future` for the time window. The window begins
 * when the last such connection is lost.
 *
 * Bybit does not document two points, so these are our choices. Unsubscribing does not count as a loss, and an
 * account without the feature is refused with code 10005.
 */
import type { Exchange } from '../core/types.ts';
import { BybitRefusal, paramsError } from './errors.ts';
import { type Params, text } from './params.ts';
import type { PrivateRoute, RouteAnswer } from './routes.ts';

const PRODUCT = 'DERIVATIVES';
const WINDOW_SECONDS = { least: 3, most: 300, atFirst: 10 } as const;
const MS_PER_SECOND = 1_000;
/**
 * Time until a new window takes effect: "The system needs a certain time to take effect. It is recommended to query
 * or set again after 10 seconds".
 */
const EFFECTIVE_AFTER_MS = 10_000;

export const DCP_TOPIC = 'dcp.future';

export const DEAD_MAN_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	'GET /v5/account/query-dcp-info': (exchange, _params, { accountId }) => ({
		result: { dcpInfos: isOn(exchange, accountId) ? [infoOf(exchange, accountId)] : [] },
		retMsg: 'success',
	}),
	'POST /v5/order/disconnected-cancel-all': (exchange, params, { accountId }) =>
		chooseWindow(exchange, params, accountId),
};

function isOn(exchange: Exchange, accountId: string): boolean {
	return exchange.deadMan.granted(accountId) === true;
}

function windowMs(exchange: Exchange, accountId: string): number {
	return exchange.deadMan.windowMs(accountId, exchange.now()) ?? WINDOW_SECONDS.atFirst * MS_PER_SECOND;
}

function infoOf(exchange: Exchange, accountId: string) {
	const seconds = windowMs(exchange, accountId) / MS_PER_SECOND;
	return { product: PRODUCT, dcpStatus: 'ON', timeWindow: String(seconds) };
}

function chooseWindow(exchange: Exchange, params: Params, accountId: string): RouteAnswer {
	const product = text(params, 'product') ?? 'OPTIONS';
	const seconds = Number(text(params, 'timeWindow'));
	if (!['OPTIONS', PRODUCT, 'SPOT'].includes(product)) throw paramsError('product invalid');
	if (!Number.isInteger(seconds) || seconds < WINDOW_SECONDS.least || seconds > WINDOW_SECONDS.most)
		throw paramsError('timeWindow invalid');
	if (!isOn(exchange, accountId))
		throw new BybitRefusal(10005, 'Permission denied, please check your API key permissions.');
	if (product === PRODUCT)
		exchange.deadMan.chooseWindow(accountId, seconds * MS_PER_SECOND, exchange.now() + EFFECTIVE_AFTER_MS);
	return { result: {}, retMsg: 'success' };
}

/** Connections subscribed to `dcp.future`, by exchange and account id. */
const protecting = new WeakMap<Exchange, Map<string, Set<object>>>();

function connectionsOf(exchange: Exchange, accountId: string): Set<object> {
	const accounts = protecting.get(exchange) ?? new Map<string, Set<object>>();
	protecting.set(exchange, accounts);
	const connections = accounts.get(accountId) ?? new Set();
	accounts.set(accountId, connections);
	return connections;
}

/**
 * Records whether the connection is subscribed to `dcp.future`. A subscription stops the account's running countdown.
 */
export function protect(exchange: Exchange, accountId: string, connection: object, isWanted: boolean): void {
	const connections = connectionsOf(exchange, accountId);
	if (!isWanted) return void connections.delete(connection);
	connections.add(connection);
	exchange.deadMan.disarm(accountId, {});
}

/**
 * Records a lost connection. Starts the countdown if the account has no other connection subscribed to `dcp.future`.
 */
export function connectionLost(exchange: Exchange, accountId: string, connection: object): void {
	const connections = connectionsOf(exchange, accountId);
	if (!connections.delete(connection) || connections.size > 0 || !isOn(exchange, accountId)) return;
	exchange.deadMan.arm(accountId, {}, exchange.now() + windowMs(exchange, accountId));
}
