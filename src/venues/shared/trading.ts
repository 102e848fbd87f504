/** `VenueTrading` on ccxt: one account at one venue. */
import type { Decimal } from '../../domain/decimal.ts';
import { type Instrument, instrumentKey } from '../../domain/instrument.ts';
import type { ExternalFlowReport } from '../../ports/account-payments.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import {
	type BalanceReport,
	type CancelOutcome,
	type MarginMode,
	type OrderFinding,
	type OrderUrgency,
	type PositionReport,
	type SendOutcome,
	type VenueCredentials,
	VenueError,
	type VenueOrder,
	type VenueTrading,
	VISIBLE_WITHIN_MS,
} from '../../ports/venue.ts';
import { fillsOfTime } from './account-fills.ts';
import { createAccountStream } from './account-stream.ts';
import { openAtSite, type Reaching } from './at-site.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { createDeadMan } from './dead-man.ts';
import type { Call } from './dialect.ts';
import { BodyError } from './fields.ts';
import { createHeldAssets } from './held-assets.ts';
import { callMethod } from './instance.ts';
import { createOrderConnections } from './order-connections.ts';
import { signedAsOrder, stampRequests } from './order-signing.ts';
import { isClockRefusal, isRefusal, outcomeOfError, shortMessage } from './outcome.ts';
import { createPrepared } from './prepared.ts';
import { createSession, secretsOf } from './session.ts';
import type { SharedAddress } from './shared-address.ts';
import { openDialect, type VenueModule } from './venue-module.ts';
import { notSent, type RequestWatch, UNWATCHED, watchedRequest } from './watched-request.ts';

/** After a preparation for an order, connections for orders are kept open for so long, milliseconds. */
const WARM_FOR_ORDERS_MS = 60_000;
/** Orders that were decided on and never sent give their places up when so many others have come. */
const PLACES_KEPT_MAX = 1_000;

export type TradingOptions = Reaching & {
	readonly module: VenueModule;
	readonly credentials: VenueCredentials;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** One for all sessions of the process. */
	readonly sharedAddress: SharedAddress;
	/** Instruments that are known already, so that an account does not load them again. */
	readonly instrumentOf: (symbol: string) => Instrument | undefined;
	/** Venue time minus ours, milliseconds, as last measured; null before. Requests are stamped with the venue's time. */
	readonly clockOffsetMs: () => number | null;
	/** The venue refused a request for its timestamp: the clocks differ from what is known. */
	readonly onClockRefused?: () => void;
	readonly requests?: RequestWatch;
};

export function openVenueTrading(options: TradingOptions): VenueTrading {
	const { module, credentials, clock, instrumentOf, requests = UNWATCHED } = options;
	const venue = module.facts.name;
	const dialect = openDialect(module, options.site?.isTest, credentials);
	const { orderMethod } = dialect;
	/** Client order ids of orders whose place is taken before they are sent. */
	const placesKept = new Set<string>();
	let ready: CcxtExchange | undefined;
	const open = async (): Promise<CcxtExchange> => {
		ready = await openAtSite(dialect, options, credentials);
		return ready;
	};
	const session = createSession({ ...options, dialect, stamp, open });
	const said = (error: unknown): string => shortMessage(error, secretsOf(credentials));
	const call = dialect.bind?.(session.call) ?? session.call;
	const orders = createOrderConnections({
		clock,
		touch: (lane) => dialect.readTime(asAccount(session.over(lane))),
	});
	const ofOrders = session.over(orders.lane);
	const cancelCall = dialect.bind?.(ofOrders) ?? ofOrders;
	const stream = createAccountStream({ ...options, dialect, exchange: session.exchange, call });
	const prepared = createPrepared(clock, dialect.errors.means.settings);
	const heldAssets = createHeldAssets(dialect.otherAssets, clock);

	const offsetMs = (): number => options.clockOffsetMs() ?? 0;

	/** Bybit refuses a request that is more than a second ahead of it, KuCoin one that is five off. */
	function stamp(exchange: CcxtExchange): void {
		stampRequests(exchange, offsetMs());
	}

	function known(symbol: string): Instrument {
		const instrument = instrumentOf(symbol);
		if (instrument === undefined)
			throw new VenueError(
				venue,
				'rejected',
				`${instrumentKey({ venue, symbol })} is not an instrument that is traded here.`,
			);
		return instrument;
	}

	async function prepare(symbol: string, leverage: Decimal, mode: MarginMode): Promise<void> {
		orders.keepWarm(WARM_FOR_ORDERS_MS);
		await prepared.inTurn(symbol, async () => {
			if (prepared.has(symbol, leverage, mode)) return;
			prepared.forget(symbol);
			await usable(venue, async () =>
				dialect.prepare(call, known(symbol), leverage, mode, prepared.verified),
			);
			prepared.remember(symbol, leverage, mode);
		});
		await orders.ready();
	}

	async function positions(): Promise<readonly PositionReport[]> {
		const reports = await usable(venue, () => dialect.readPositions(call, instrumentOf));
		prepared.notePositions(reports);
		return reports;
	}

	async function balance(): Promise<BalanceReport> {
		const asked = heldAssets.toAsk();
		const report = await usable(venue, () => dialect.readBalance(call, asked));
		heldAssets.note(asked, report);
		return report;
	}

	async function externalFlows(from: number, to: number): Promise<readonly ExternalFlowReport[]> {
		const flows = await usable(venue, () => dialect.readExternalFlows(call, from, to));
		heldAssets.noteFlows(flows);
		return [...flows].sort((a, b) => a.at - b.at);
	}

	/** One that was kept for the order, or one of now. @throws VenueRateLimitError when there is none */
	function takeOrderPlace({ symbol, clientOrderId }: VenueOrder): void {
		if (placesKept.delete(clientOrderId)) return;
		try {
			session.places.takeOrder(symbol, 'repairs');
		} catch (error) {
			notSent(requests, venue, 'order', 'no_place');
			throw error;
		}
	}

	function keepOrderPlace(symbol: string, urgency: OrderUrgency, clientOrderId: string): void {
		if (placesKept.has(clientOrderId)) return;
		session.places.takeOrder(symbol, urgency);
		placesKept.add(clientOrderId);
		const [oldest] = placesKept;
		if (placesKept.size > PLACES_KEPT_MAX && oldest !== undefined) placesKept.delete(oldest);
	}

	/** No await before the request: with a warm session both legs of an execution leave in the same tick. */
	function placeOrder(order: VenueOrder): Promise<SendOutcome> {
		try {
			const instrument = known(order.symbol);
			takeOrderPlace(order);
			const sendOn = (exchange: CcxtExchange, params: Readonly<Record<string, unknown>>) => {
				const request = {
					venue,
					kind: 'order',
					operation: orderMethod,
					weight: dialect.weights[orderMethod] ?? 1,
				} as const;
				const send = (): Promise<unknown> =>
					orders.lane(() =>
						signedAsOrder(exchange, dialect, { now: clock.now(), offsetMs: offsetMs() }, () =>
							callMethod(exchange, orderMethod, params),
						),
					);
				return watchedRequest(requests, request, 0, clock, send, (error) =>
					isRefusal(error, dialect.errors) ? 'rejected' : 'failed',
				);
			};
			const send = (params: Readonly<Record<string, unknown>>): Promise<unknown> =>
				ready === undefined
					? session.exchange().then((exchange) => sendOn(exchange, params))
					: sendOn(ready, params);
			return dialect.placeOrder(send, instrument, order).then(
				(venueOrderId): SendOutcome => ({ kind: 'accepted', venueOrderId }),
				(error: unknown): SendOutcome => {
					if (isClockRefusal(error, dialect.errors)) options.onClockRefused?.();
					session.orderFailed(order.symbol, error);
					const secrets = secretsOf(credentials);
					const outcome = outcomeOfError(error, dialect.errors, order.timeInForce, secrets);
					prepared.noteOutcome(outcome);
					return outcome;
				},
			);
		} catch (error) {
			// Nothing has left: an unknown instrument, or our own budget is used up.
			const passing = error instanceof VenueError && error.kind === 'unavailable';
			return Promise.resolve({ kind: 'rejected', code: 'NOT_SENT', message: said(error), passing });
		}
	}

	async function findOrder(symbol: string, clientOrderId: string): Promise<OrderFinding> {
		try {
			const report = await dialect.findOrder(call, known(symbol), clientOrderId);
			return report === undefined ? { kind: 'absent' } : { kind: 'found', report };
		} catch (error) {
			return { kind: 'unavailable', message: said(error) };
		}
	}

	async function cancelOrder(symbol: string, clientOrderId: string): Promise<CancelOutcome> {
		try {
			await dialect.cancelOrder(cancelCall, known(symbol), clientOrderId);
			return { kind: 'asked', message: 'the venue took the cancel' };
		} catch (error) {
			const refused = error instanceof VenueError && error.kind === 'rejected';
			return { kind: refused ? 'refused' : 'unknown', message: said(error) };
		}
	}

	return {
		venue,
		requestWindowMs: dialect.orderWindowMs + dialect.clockAheadMsMax + VISIBLE_WITHIN_MS,
		describeKey: () => usable(venue, () => dialect.readKey(call)),
		async warmUp() {
			orders.keepWarm(WARM_FOR_ORDERS_MS);
			await balance();
			await orders.ready();
		},
		keepOrdersWarm: orders.keepWarm,
		prepare,
		orderInMs: session.places.orderInMs,
		keepOrderPlace,
		readInMs: session.places.readInMs,
		placeOrder,
		findOrder,
		cancelOrder,
		deadMan: createDeadMan({
			dialect,
			call,
			instrumentOf: known,
			venueNow: () => clock.now() + offsetMs(),
			exchange: session.exchange,
		}),
		async accountFills(symbol, from, to) {
			const read = () => dialect.readAccountFills(call, known(symbol), from, to);
			return fillsOfTime(await usable(venue, async () => read()), from, to);
		},
		tradedSymbols: (from, to) => usable(venue, () => dialect.readTradedSymbols(call, from, to)),
		watchAccount: stream.watch,
		renewStream: stream.renew,
		streamFault: stream.fault,
		positions,
		balance,
		fees: (symbol) => usable(venue, () => dialect.readFees(call, symbol, clock.now())),
		fundingPayments: (symbol, from, to) =>
			usable(venue, async () => dialect.readFundingPayments(call, known(symbol), from, to)),
		externalFlows,
		async close() {
			stream.close();
			await orders.close();
			if (ready !== undefined) await ready.close();
		},
	};
}

/** Many accounts touch their connections: reads of the market do not wait for that. */
function asAccount(call: Call): Call {
	return (_kind, method, params, weight) => call('account', method, params, weight);
}

/** A body without what must be in it is no answer. @throws VenueError */
export async function usable<T>(venue: string, read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof BodyError)
			throw new VenueError(venue, 'unavailable', error.message, { cause: error });
		throw error;
	}
}
