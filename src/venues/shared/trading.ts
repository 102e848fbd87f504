/** Implements `VenueTrading` on ccxt, for one account at one exchange. */
import type { Decimal } from '../../domain/decimal.ts';
import { type Instrument, instrumentKey } from '../../domain/instrument.ts';
import type { ExternalFlowReport } from '../../ports/account-payments.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import {
	type AccountFill,
	type BalanceReport,
	type CancelOutcome,
	type MarginMode,
	type OrderFinding,
	type OrderUrgency,
	type PositionReport,
	type SendOutcome,
	type VenueCredentials,
	type VenueOrder,
	type VenueTrading,
	VISIBLE_WITHIN_MS,
} from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { createAccountStream } from './account-stream.ts';
import { openAtSite, type Reaching } from './at-site.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import { createDeadMan } from './dead-man.ts';
import type { Call, Dialect } from './dialect.ts';
import { createHeldAssets } from './held-assets.ts';
import { createOrderConnections, type UseConnection } from './order-connections.ts';
import { createOrderSender, originOf, type Send } from './order-sender.ts';
import { isClockRefusal, isRefusal, outcomeOfError, shortMessage } from './outcome.ts';
import { createOwnTransfers } from './own-transfers.ts';
import { createPrepared } from './prepared.ts';
import { createSession, secretsOf } from './session.ts';
import type { SharedAddress } from './shared-address.ts';
import { CANCEL_ACCEPTED, notTraded } from './text.ts';
import { usable } from './usable.ts';
import { openDialect, type VenueModule } from './venue-module.ts';
import { notSent, type RequestWatch, UNWATCHED, watchedRequest } from './watched-request.ts';

/** How long order connections stay open after a preparation, milliseconds. */
const WARM_FOR_ORDERS_MS = 60_000;
/**
 * Maximum number of permits reserved for orders. Beyond it the oldest permit is dropped, because its order was never
 * sent.
 */
const PERMITS_RESERVED_MAX = 1_000;

/** Module, credentials, site and ports for one account. */
export type TradingOptions = Reaching & {
	readonly module: VenueModule;
	readonly credentials: VenueCredentials;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** Rate limits and bans of this machine's IP address, which all sessions in the process share. */
	readonly sharedAddress: SharedAddress;
	/** Finds an instrument that market data has loaded, so that an account does not load it again. */
	readonly instrumentOf: (symbol: string) => Instrument | undefined;
	/**
	 * Exchange time minus ours, milliseconds, as last measured; null before the first measurement. We stamp requests
	 * with the exchange's time.
	 */
	readonly clockOffsetMs: () => number | null;
	/** Called when the exchange refuses a timestamp, which means that the measured clock offset is wrong. */
	readonly onClockRefused?: () => void;
	readonly requests?: RequestWatch;
};

type Account = TradingOptions & {
	readonly venue: string;
	ready: CcxtExchange | undefined;
	readonly dialect: Dialect;
	readonly orders: ReturnType<typeof createOrderConnections>;
	readonly prepared: ReturnType<typeof createPrepared>;
	readonly call: Call;
	readonly heldAssets: ReturnType<typeof createHeldAssets>;
	/** Client order ids of orders that have a permit but have not been sent yet. */
	readonly permitsReserved: Set<string>;
	readonly session: ReturnType<typeof createSession>;
	readonly requests: RequestWatch;
	readonly sendOrder: Send;
	readonly cancelCall: Call;
};

/**
 * Opens trading for one account; the first request loads ccxt. Reads reject with VenueError; orders resolve with an
 * outcome.
 */
export function openVenueTrading(options: TradingOptions): VenueTrading {
	const account = accountOf(options);
	const { venue, clock, dialect, session, call, orders } = account;
	const stream = createAccountStream({ ...options, dialect, exchange: session.exchange, call });
	return {
		venue,
		requestWindowMs: dialect.orderWindowMs + dialect.clockAheadMsMax + VISIBLE_WITHIN_MS,
		describeKey: () => usable(venue, () => dialect.readKey(call)),
		warmUp: () => warmUp(account),
		keepOrdersWarm: orders.keepWarm,
		prepare: (symbol, leverage, mode) => prepare(account, symbol, leverage, mode),
		orderInMs: session.permits.orderInMs,
		keepOrderPlace: (symbol, urgency, clientOrderId) =>
			reserveOrderPermit(account, symbol, urgency, clientOrderId),
		readInMs: session.permits.readInMs,
		placeOrder: (order) => placeOrder(account, order),
		findOrder: (symbol, clientOrderId) => findOrder(account, symbol, clientOrderId),
		cancelOrder: (symbol, clientOrderId) => cancelOrder(account, symbol, clientOrderId),
		deadMan: createDeadMan({
			dialect,
			call,
			instrumentOf: (symbol) => known(account, symbol),
			venueNow: () => clock.now() + offsetMs(account),
			exchange: session.exchange,
		}),
		accountFills: (symbol, from, to) => accountFills(account, symbol, from, to),
		tradedSymbols: (from, to) => usable(venue, () => dialect.readTradedSymbols(call, from, to)),
		watchAccount: stream.watch,
		renewStream: stream.renew,
		streamFault: stream.fault,
		positions: () => positions(account),
		balance: () => balance(account),
		fees: (symbol) => usable(venue, () => dialect.readFees(call, symbol, clock.now())),
		fundingPayments: (symbol, from, to) =>
			usable(venue, async () => dialect.readFundingPayments(call, known(account, symbol), from, to)),
		externalFlows: (from, to) => externalFlows(account, from, to),
		...createOwnTransfers(dialect, call),
		async close() {
			stream.close();
			await orders.close();
			if (account.ready !== undefined) await account.ready.close();
		},
	};
}

/** Builds the account without its stream. Sends nothing to the exchange. */
function accountOf(options: TradingOptions): Account {
	const { module, credentials, clock, requests = UNWATCHED } = options;
	const venue = module.facts.name;
	const dialect = openDialect(module, options.site?.isTest, credentials);
	const session = createSession({
		...options,
		dialect,
		stamp: (exchange) => stamp(account, exchange),
		open: () => open(account),
	});
	const call = dialect.bind?.(session.call) ?? session.call;
	const sendingOn = (use: UseConnection): Send =>
		createOrderSender({ ...options, dialect, use, offsetMs: () => offsetMs(account) });
	const orders = createOrderConnections({
		clock,
		origin: originOf(dialect, options),
		touch: (use) => dialect.readTime(asAccount(session.sentBy(sendingOn(use)))),
	});
	const sendOrder = sendingOn(orders.use);
	const cancels = session.sentBy(sendOrder);
	const account: Account = {
		...options,
		venue,
		ready: undefined,
		dialect,
		orders,
		prepared: createPrepared(clock, dialect.errors.means.settings),
		call,
		heldAssets: createHeldAssets(dialect.otherAssets, clock),
		permitsReserved: new Set(),
		session,
		requests,
		sendOrder,
		cancelCall: dialect.bind?.(cancels) ?? cancels,
	};
	return account;
}

async function warmUp(account: Account): Promise<void> {
	account.orders.keepWarm(WARM_FOR_ORDERS_MS);
	await balance(account);
	await account.orders.ready();
}

async function accountFills(
	account: Account,
	symbol: string,
	from: number,
	to: number,
): Promise<readonly AccountFill[]> {
	const { venue, dialect, call } = account;
	const read = () => dialect.readAccountFills(call, known(account, symbol), from, to);
	return fillsOfTime(await usable(venue, async () => read()), from, to);
}

/** Selects the fills within a period, oldest first. An exchange may return unsorted fills or a wider range. */
export function fillsOfTime(fills: readonly AccountFill[], from: number, to: number): readonly AccountFill[] {
	return fills
		.filter(({ filledAt }) => filledAt >= from && filledAt <= to)
		.sort((a, b) => a.filledAt - b.filledAt);
}

async function open(account: Account): Promise<CcxtExchange> {
	const exchange = await openAtSite(account.dialect, account, account.credentials);
	Object.assign(exchange, { milliseconds: () => account.clock.now() });
	account.ready = exchange;
	return exchange;
}

function said(account: Account, error: unknown): string {
	return shortMessage(error, secretsOf(account.credentials));
}

function offsetMs(account: Account): number {
	return account.clockOffsetMs() ?? 0;
}

/**
 * Sets the clock offset for timestamps. Bybit refuses a timestamp more than 1 s ahead of its clock, and KuCoin one
 * that is more than 5 s off.
 */
function stamp(account: Account, exchange: CcxtExchange): void {
	exchange.options.timeDifference = -offsetMs(account);
}

function known(account: Account, symbol: string): Instrument {
	const instrument = account.instrumentOf(symbol);
	if (instrument === undefined)
		throw new VenueError(
			account.venue,
			'rejected',
			notTraded(instrumentKey({ venue: account.venue, symbol })),
		);
	return instrument;
}

async function prepare(account: Account, symbol: string, leverage: Decimal, mode: MarginMode): Promise<void> {
	account.orders.keepWarm(WARM_FOR_ORDERS_MS);
	await account.prepared.inTurn(symbol, async () => {
		if (account.prepared.has(symbol, leverage, mode)) return;
		account.prepared.forget(symbol);
		await usable(account.venue, async () =>
			account.dialect.prepare(
				account.call,
				known(account, symbol),
				leverage,
				mode,
				account.prepared.verified,
			),
		);
		account.prepared.remember(symbol, leverage, mode);
	});
	await account.orders.ready();
}

async function positions(account: Account): Promise<readonly PositionReport[]> {
	const reports = await usable(account.venue, () =>
		account.dialect.readPositions(account.call, account.instrumentOf),
	);
	account.prepared.notePositions(reports);
	return reports;
}

async function balance(account: Account): Promise<BalanceReport> {
	const asked = account.heldAssets.toAsk();
	const report = await usable(account.venue, () => account.dialect.readBalance(account.call, asked));
	account.heldAssets.note(asked, report);
	return report;
}

async function externalFlows(
	account: Account,
	from: number,
	to: number,
): Promise<readonly ExternalFlowReport[]> {
	const flows = await usable(account.venue, () => account.dialect.readExternalFlows(account.call, from, to));
	account.heldAssets.noteFlows(flows);
	return [...flows].sort((a, b) => a.at - b.at);
}

/** Uses the order's reserved permit, or takes one now. @throws VenueRateLimitError if none is free */
function takeOrderPermit(account: Account, { symbol, clientOrderId }: VenueOrder): void {
	if (account.permitsReserved.delete(clientOrderId)) return;
	try {
		account.session.permits.takeOrder(symbol, 'repairs');
	} catch (error) {
		notSent(account.requests, account.venue, 'order', 'no_place');
		throw error;
	}
}

function reserveOrderPermit(
	account: Account,
	symbol: string,
	urgency: OrderUrgency,
	clientOrderId: string,
): void {
	if (account.permitsReserved.has(clientOrderId)) return;
	account.session.permits.takeOrder(symbol, urgency);
	account.permitsReserved.add(clientOrderId);
	const [oldest] = account.permitsReserved;
	if (account.permitsReserved.size > PERMITS_RESERVED_MAX && oldest !== undefined)
		account.permitsReserved.delete(oldest);
}

/**
 * Sends an order. Nothing is awaited before the request. With a warm session both legs of an execution are therefore
 * sent in the same turn of the event loop.
 */
function placeOrder(account: Account, order: VenueOrder): Promise<SendOutcome> {
	try {
		const instrument = known(account, order.symbol);
		const { orderMethod, weights } = account.dialect;
		takeOrderPermit(account, order);
		const sendOn = (exchange: CcxtExchange, params: Readonly<Record<string, unknown>>) => {
			const request = {
				venue: account.venue,
				kind: 'order',
				operation: orderMethod,
				weight: weights[orderMethod] ?? 1,
			} as const;
			const send = (): Promise<unknown> => account.sendOrder(exchange, orderMethod, params);
			return watchedRequest(account.requests, request, 0, account.clock, send, (error) =>
				isRefusal(error, account.dialect.errors) ? 'rejected' : 'failed',
			);
		};
		const send = (params: Readonly<Record<string, unknown>>): Promise<unknown> =>
			account.ready === undefined
				? account.session.exchange().then((exchange) => sendOn(exchange, params))
				: sendOn(account.ready, params);
		return account.dialect.placeOrder(send, instrument, order).then(
			(venueOrderId): SendOutcome => ({ kind: 'accepted', venueOrderId }),
			(error: unknown): SendOutcome => {
				if (isClockRefusal(error, account.dialect.errors)) account.onClockRefused?.();
				account.session.orderFailed(order.symbol, error);
				const secrets = secretsOf(account.credentials);
				const outcome = outcomeOfError(error, account.dialect.errors, order.timeInForce, secrets);
				account.prepared.noteOutcome(outcome);
				return outcome;
			},
		);
	} catch (error) {
		// Nothing was sent, because the instrument is unknown or our own budget is used up.
		const passing = error instanceof VenueError && error.kind === 'unavailable';
		return Promise.resolve({ kind: 'rejected', code: 'NOT_SENT', message: said(account, error), passing });
	}
}

async function findOrder(account: Account, symbol: string, clientOrderId: string): Promise<OrderFinding> {
	try {
		const report = await account.dialect.findOrder(account.call, known(account, symbol), clientOrderId);
		return report === undefined ? { kind: 'absent' } : { kind: 'found', report };
	} catch (error) {
		return { kind: 'unavailable', message: said(account, error) };
	}
}

async function cancelOrder(account: Account, symbol: string, clientOrderId: string): Promise<CancelOutcome> {
	try {
		await account.dialect.cancelOrder(account.cancelCall, known(account, symbol), clientOrderId);
		return { kind: 'asked', message: CANCEL_ACCEPTED };
	} catch (error) {
		const refused = error instanceof VenueError && error.kind === 'rejected';
		return { kind: refused ? 'refused' : 'unknown', message: said(account, error) };
	}
}

/**
 * Returns a call that puts its requests in the class `account`, behind market reads, because every connected account
 * adds such requests.
 */
function asAccount(call: Call): Call {
	return (_kind, method, params, weight) => call('account', method, params, weight);
}
