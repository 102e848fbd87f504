/** Opens the stream's channels: parses subscription arguments, and sends the first message and later updates. */

import { everyPeriod } from '../core/stream-timer.ts';
import type { Exchange, Instrument } from '../core/types.ts';
import { type AccountType, accountChannel, isAccountType } from './account-channels.ts';
import { accountIdOf } from './addresses.ts';
import type { Send } from './channel-frame.ts';
import { assetContextBody, bookBody, midBodies, tradeBody } from './market-bodies.ts';

export type Subscription = {
	readonly type: string;
	/** Subscriptions with the same key count as one. */
	readonly key: string;
	/** The subscription as the acknowledgement repeats it. */
	readonly told: Readonly<Record<string, unknown>>;
	/** Address of the account whose events the channel carries, in lower case. */
	readonly user: string | undefined;
	readonly instrument: Instrument | undefined;
	readonly figures: number | undefined;
	readonly mantissa: number | undefined;
};

const PUBLIC_OF_COIN: ReadonlySet<string> = new Set(['l2Book', 'bbo', 'trades', 'activeAssetCtx']);
const USER = /^0x[0-9a-f]{40}$/i;
/**
 * Minimum time between two book messages: "Snapshot feed, pushed on each block that is at least 0.5 since last push".
 */
const BOOK_PERIOD_MS = 500;
const CONTEXT_PERIOD_MS = 1_000;
const BOOK_DEPTH = 1_000;
const TRADES_AT_FIRST = 10;

/** Parses a subscription. Returns undefined if it is invalid. */
export function readSubscription(exchange: Exchange, value: unknown): Subscription | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const { type, coin, user, nSigFigs, mantissa } = value as Readonly<Record<string, unknown>>;
	if (typeof type !== 'string') return undefined;
	const instrument = typeof coin === 'string' ? exchange.instrument(coin) : undefined;
	const address = typeof user === 'string' && USER.test(user) ? user.toLowerCase() : undefined;
	const needsCoin = PUBLIC_OF_COIN.has(type) || type === 'activeAssetData';
	const needsUser = isAccountType(type);
	if (needsCoin && instrument === undefined) return undefined;
	if (needsUser && address === undefined) return undefined;
	if (!needsCoin && !needsUser && type !== 'allMids') return undefined;
	const grouping = type === 'l2Book' ? { nSigFigs: nSigFigs ?? null, mantissa: mantissa ?? null } : {};
	const told = {
		type,
		...(needsCoin ? { coin } : {}),
		...(needsUser ? { user } : {}),
		...grouping,
	};
	return {
		type,
		key: JSON.stringify({ ...told, ...(needsUser ? { user: address } : {}) }),
		told,
		user: needsUser ? address : undefined,
		instrument,
		figures: typeof nSigFigs === 'number' ? nSigFigs : undefined,
		mantissa: typeof mantissa === 'number' ? mantissa : undefined,
	};
}

/** Sends the channel's messages until the returned function is called. */
export function openChannel(exchange: Exchange, subscription: Subscription, send: Send): () => void {
	const { type, user, instrument } = subscription;
	if (user !== undefined && isAccountType(type)) {
		const accountId = accountIdOf(exchange, user);
		return accountChannel({ exchange, user, accountId, instrument, send }, type satisfies AccountType);
	}
	if (instrument === undefined) return everySecond(() => send('allMids', { mids: midBodies(exchange) }));
	return PUBLIC_CHANNELS[type]?.(exchange, instrument, subscription, send) ?? (() => {});
}

type PublicChannel = (
	exchange: Exchange,
	instrument: Instrument,
	subscription: Subscription,
	send: Send,
) => () => void;

const PUBLIC_CHANNELS: Readonly<Record<string, PublicChannel>> = {
	l2Book: bookChannel,
	bbo: bestChannel,
	trades(exchange, { symbol }, _subscription, send) {
		send('trades', exchange.publicTrades(symbol, TRADES_AT_FIRST).map(tradeBody));
		return exchange.onTrade(symbol, (trade) => send('trades', [tradeBody(trade)]));
	},
	activeAssetCtx: contextChannel,
};

/** Sends the best 20 levels per side immediately and then after changes, at most every half second. */
function bookChannel(
	exchange: Exchange,
	{ symbol }: Instrument,
	{ figures, mantissa = 1 }: Subscription,
	send: Send,
): () => void {
	let isDue = false;
	const push = (): void => {
		isDue = false;
		send('l2Book', bookBody(exchange.book(symbol, BOOK_DEPTH), symbol, { figures, mantissa }));
	};
	push();
	const stop = exchange.onBook(symbol, () => {
		isDue = true;
	});
	const stopPushes = everyPeriod(BOOK_PERIOD_MS, () => {
		if (isDue) push();
	});
	return () => {
		stop();
		stopPushes();
	};
}

/**
 * Sends the whole context immediately, and then every second in which it changed. The documentation does not mention
 * repeats without a change.
 */
function contextChannel(
	exchange: Exchange,
	instrument: Instrument,
	_subscription: Subscription,
	send: Send,
): () => void {
	let last = '';
	return everySecond(() => {
		const ctx = assetContextBody(exchange, instrument);
		const state = JSON.stringify(ctx);
		if (state === last) return;
		last = state;
		send('activeAssetCtx', { coin: instrument.symbol, ctx });
	});
}

/** Sends the best bid and ask on every change. */
function bestChannel(
	exchange: Exchange,
	{ symbol }: Instrument,
	_subscription: Subscription,
	send: Send,
): () => void {
	let last = '';
	const push = (): void => {
		const { time, levels } = bookBody(exchange.book(symbol, 1), symbol, { figures: undefined, mantissa: 1 });
		const bbo = levels.map((side) => side[0] ?? null);
		const state = JSON.stringify(bbo);
		if (state === last) return;
		last = state;
		send('bbo', { coin: symbol, time, bbo });
	};
	push();
	return exchange.onBook(symbol, push);
}

function everySecond(push: () => void): () => void {
	push();
	return everyPeriod(CONTEXT_PERIOD_MS, push);
}
