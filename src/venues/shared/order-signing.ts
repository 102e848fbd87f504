/**
 * Signs an order otherwise than a read: its signature may be younger only, and some exchanges take its deadline in a header. ccxt
 * takes all of that from members of its instance, which reads use at the same time. It signs and takes the headers before it first
 * waits, so the members are an order's in that one turn alone, and no other request is signed meanwhile.
 */
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { OrdersDialect } from './dialect.ts';

/** The time by which requests are stamped. */
export type StampTime = {
	/** Ours, milliseconds. */
	readonly now: number;
	/** The exchange's minus ours, milliseconds. */
	readonly offsetMs: number;
};

/** From now on requests are stamped with the exchange's time, or so much later, milliseconds. */
export function stampRequests(exchange: CcxtExchange, offsetMs: number, aheadMs = 0): void {
	exchange.options.timeDifference = -(offsetMs + aheadMs);
}

/** Begins a request in this turn as an order of the dialect; all that is begun afterwards is signed as before. */
export function signedAsOrder<T>(
	exchange: CcxtExchange,
	rules: Pick<OrdersDialect, 'orderSettings' | 'orderHeaders' | 'orderStampAheadMs'>,
	{ now, offsetMs }: StampTime,
	begin: () => T,
): T {
	const { options, headers } = exchange;
	const names = Object.keys(rules.orderSettings);
	const before = Object.fromEntries(names.map((name) => [name, options[name]]));
	Object.assign(options, rules.orderSettings);
	stampRequests(exchange, offsetMs, rules.orderStampAheadMs);
	exchange.headers = { ...headers, ...rules.orderHeaders?.(now + offsetMs) };
	try {
		return begin();
	} finally {
		Object.assign(options, before);
		stampRequests(exchange, offsetMs);
		exchange.headers = headers;
	}
}
