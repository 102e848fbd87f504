/**
 * Serves KuCoin's WebSocket: welcome, ping, subscribe and unsubscribe with acknowledgement, and messages by topic.
 * The token from the bullet endpoint identifies the account whose private topics a connection may receive.
 */
import { formatDecimal } from '../../src/domain/decimal.ts';
import { everyPeriod } from '../core/stream-timer.ts';
import type {
	AccountEvent,
	Exchange,
	Fill,
	FrontEndSocket,
	Instrument,
	Order,
	Origin,
} from '../core/types.ts';
import {
	assetWalletBody,
	emptyPositionBody,
	positionBody,
	TRADE_TYPE,
	walletBody,
} from './account-bodies.ts';
import { levelsJson, markPriceBody, tickerBody } from './market-bodies.ts';
import { lots, money, number, price, writeJson } from './numbers.ts';
import { sequencesOf } from './sequence.ts';

const NANOSECONDS_PER_MS = 1_000_000;
/** Maximum number of topics per connection (WebSocket limits page, read 2026-11: 400 for futures). */
const TOPICS_MAX = 400;
const SYMBOLS_PER_MESSAGE_MAX = 100;
const INSTRUMENT_PERIOD_MS = 1_000;
const MESSAGE_CHARS_MAX = 65_536;

/** A message as an object or as text. */
type Send = (message: Readonly<Record<string, unknown>> | string) => void;
type Join = (exchange: Exchange, instrument: Instrument, topic: string, send: Send) => () => void;

const PUBLIC_TOPICS: Readonly<Record<string, Join>> = {
	'/contractMarket/level2': joinLevel2,
	'/contractMarket/level2Depth5': (exchange, instrument, topic, send) =>
		joinDepth(exchange, instrument, topic, send, 5),
	'/contractMarket/level2Depth50': (exchange, instrument, topic, send) =>
		joinDepth(exchange, instrument, topic, send, 50),
	'/contractMarket/tickerV2': (exchange, instrument, topic, send) =>
		joinTicker(exchange, instrument, topic, send, 'tickerV2'),
	'/contractMarket/ticker': (exchange, instrument, topic, send) =>
		joinTicker(exchange, instrument, topic, send, 'ticker'),
	'/contractMarket/execution': joinTrades,
	'/contract/instrument': joinInstrument,
};

/** The account whose private topics a connection may receive, and the key that allows it. */
export type StreamOwner = { readonly accountId: string; readonly key: string };

/** Close code for a connection whose key was revoked or has expired. KuCoin does not document the code. */
const KEY_ENDED = 1008;

/** Serves one connection. `ownerOf` returns the owner of a token from bullet-private while the key is valid. */
export function connectStream(
	exchange: Exchange,
	ownerOf: (token: string) => StreamOwner | undefined,
	socket: FrontEndSocket,
): void {
	const query = new URLSearchParams(socket.query);
	const owner = ownerOf(query.get('token') ?? '');
	const accountId = owner?.accountId;
	const forget =
		owner === undefined ? undefined : exchange.onKeyEnd(owner.key, () => socket.close(KEY_ENDED));
	const topics = new Map<string, () => void>();
	const send: Send = (message) => socket.send(typeof message === 'string' ? message : writeJson(message));
	let closed = false;
	send({ id: query.get('connectId') ?? '', type: 'welcome' });
	socket.onClose(() => {
		closed = true;
		forget?.();
		for (const leave of topics.values()) leave();
		topics.clear();
	});
	socket.onMessage((raw) => {
		if (closed) return;
		const message = read(raw);
		if (message === undefined)
			return send({ type: 'error', code: 400, data: 'The message is not a JSON object.' });
		const id = String(message.id ?? '');
		if (message.type === 'ping') return send({ id, type: 'pong', timestamp: exchange.now() * 1_000 });
		if (message.type !== 'subscribe' && message.type !== 'unsubscribe')
			return send({ id, type: 'error', code: 400, data: `type was ${String(message.type)}` });
		const problem =
			message.type === 'subscribe'
				? subscribe(String(message.topic ?? ''))
				: unsubscribe(String(message.topic ?? ''));
		if (problem !== undefined) return send({ id, type: 'error', code: problem.code, data: problem.text });
		if (message.response !== false) send({ id, type: 'ack' });
		for (const start of starts.splice(0)) start();
	});
	/** Actions that wait for the acknowledgement to be sent. */
	const starts: (() => void)[] = [];

	function subscribe(topic: string): { readonly code: number; readonly text: string } | undefined {
		const [name = '', list = ''] = topic.split(':');
		const join = PUBLIC_TOPICS[name];
		if (join === undefined) return subscribePrivate(topic, name, list);
		const symbols = list.split(',').filter((symbol) => symbol !== '');
		if (symbols.length === 0 || symbols.length > SYMBOLS_PER_MESSAGE_MAX)
			return {
				code: 509,
				text: `symbols of one message: was ${symbols.length}, limit ${SYMBOLS_PER_MESSAGE_MAX}`,
			};
		if (topics.size + symbols.length > TOPICS_MAX)
			return { code: 509, text: `exceed max subscription count limitation of ${TOPICS_MAX} per session` };
		for (const symbol of symbols) {
			const instrument = exchange.instrument(symbol);
			if (instrument === undefined) return { code: 404, text: `topic ${topic} is not found` };
			const key = `${name}:${symbol}`;
			if (!topics.has(key)) begin(key, () => join(exchange, instrument, key, send));
		}
		return undefined;
	}

	function subscribePrivate(
		topic: string,
		name: string,
		symbol: string,
	): { readonly code: number; readonly text: string } | undefined {
		if (!PRIVATE_TOPICS.has(name)) return { code: 404, text: `topic ${topic} is not found` };
		if (accountId === undefined) return { code: 403, text: `topic ${topic} needs a private connection` };
		if (!topics.has(topic))
			begin(topic, () =>
				exchange.onAccount(accountId, (event) => tell(exchange, accountId, name, topic, symbol, event, send)),
			);
		return undefined;
	}

	/** Reserves the topic now and subscribes after the acknowledgement. */
	function begin(key: string, join: () => () => void): void {
		topics.set(key, () => {});
		starts.push(() => {
			if (!closed && topics.has(key)) topics.set(key, join());
		});
	}

	function unsubscribe(topic: string): undefined {
		const [name = '', list = ''] = topic.split(':');
		const keys =
			PUBLIC_TOPICS[name] === undefined ? [topic] : list.split(',').map((symbol) => `${name}:${symbol}`);
		for (const key of keys) {
			topics.get(key)?.();
			topics.delete(key);
		}
		return undefined;
	}
}

function read(raw: string): Readonly<Record<string, unknown>> | undefined {
	if (raw.length > MESSAGE_CHARS_MAX) return undefined;
	try {
		const value: unknown = JSON.parse(raw);
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: undefined;
	} catch {
		return undefined;
	}
}

function joinLevel2(exchange: Exchange, instrument: Instrument, topic: string, send: Send): () => void {
	return sequencesOf(exchange).join(instrument.symbol, ({ sequence, side, level, at }) => {
		const change = `${formatDecimal(level[0])},${side},${lots(instrument, level[1])}`;
		send({
			topic,
			type: 'message',
			subject: 'level2',
			sn: sequence,
			data: { sequence, change, timestamp: at },
		});
	});
}

/** Sends the best `depth` levels per side immediately and then on every change. */
function joinDepth(
	exchange: Exchange,
	instrument: Instrument,
	topic: string,
	send: Send,
	depth: number,
): () => void {
	const sides = { bids: levelsJson(instrument), asks: levelsJson(instrument) };
	const head = `{"topic":${JSON.stringify(topic)},"type":"message","subject":"level2"`;
	const push = (): void => {
		const book = exchange.book(instrument.symbol, depth);
		const sequence = sequencesOf(exchange).of(instrument.symbol, book.sequence);
		const [bids, asks] = [sides.bids(book.bids), sides.asks(book.asks)];
		const data = `{"bids":[${bids}],"sequence":${sequence},"timestamp":${book.at},"ts":${book.at},"asks":[${asks}]}`;
		send(`${head},"sn":${sequence},"data":${data}}`);
	};
	const leave = exchange.onBook(instrument.symbol, push);
	push();
	return leave;
}

/** Sends the best bid and ask on every change. The older topic also includes the last trade. */
function joinTicker(
	exchange: Exchange,
	instrument: Instrument,
	topic: string,
	send: Send,
	subject: 'ticker' | 'tickerV2',
): () => void {
	let last = '';
	const push = (): void => {
		const { ts, tradeId, price: tradePrice, size, side, ...best } = tickerBody(exchange, instrument);
		const text = `${best.bestBidPrice} ${best.bestBidSize} ${best.bestAskPrice} ${best.bestAskSize}`;
		if (text === last) return;
		last = text;
		const trade = subject === 'ticker' ? { tradeId, price: tradePrice, size, side } : {};
		send({ topic, type: 'message', subject, sn: best.sequence, data: { ...best, ...trade, ts } });
	};
	const leave = exchange.onBook(instrument.symbol, push);
	push();
	return leave;
}

function joinTrades(exchange: Exchange, instrument: Instrument, topic: string, send: Send): () => void {
	return exchange.onTrade(instrument.symbol, (trade) => {
		const sequence = Number(trade.id) || 0;
		send({
			topic,
			type: 'message',
			subject: 'match',
			sn: sequence,
			data: {
				symbol: instrument.symbol,
				sequence,
				side: trade.side,
				size: lots(instrument, trade.quantity),
				price: formatDecimal(trade.price),
				takerOrderId: trade.id,
				makerOrderId: trade.id,
				tradeId: trade.id,
				ts: trade.at * NANOSECONDS_PER_MS,
			},
		});
	});
}

function joinInstrument(exchange: Exchange, instrument: Instrument, topic: string, send: Send): () => void {
	const push = (): void => {
		const { granularity, value, indexPrice, timePoint } = markPriceBody(exchange, instrument);
		send({
			topic,
			type: 'message',
			subject: 'mark.index.price',
			data: { granularity, indexPrice, markPrice: value, timestamp: timePoint },
		});
		const funding = exchange.funding(instrument.symbol);
		send({
			topic,
			type: 'message',
			subject: 'funding.rate',
			data: { granularity: 60_000, fundingRate: number(funding.predictedRate), timestamp: exchange.now() },
		});
	};
	push();
	return everyPeriod(INSTRUMENT_PERIOD_MS, push);
}

const PRIVATE_TOPICS = new Set([
	'/contractMarket/tradeOrders',
	'/contract/position',
	'/contract/positionAll',
	'/contractAccount/wallet',
	'/contractMarket/advancedOrders',
]);

/** Sends one account event to a topic if the topic reports it. */
function tell(
	exchange: Exchange,
	accountId: string,
	name: string,
	topic: string,
	symbol: string,
	event: AccountEvent,
	send: Send,
): void {
	const account = exchange.account(accountId);
	const frame = { topic, type: 'message', userId: String(account.uid), channelType: 'private' };
	const wanted = (of: string): boolean => symbol === '' || symbol === of;
	if (
		name === '/contractMarket/tradeOrders' &&
		(event.kind === 'order' || event.kind === 'fill') &&
		wanted(event.order.request.symbol)
	) {
		const instrument = exchange.instrument(event.order.request.symbol);
		if (instrument === undefined) return;
		const data =
			event.kind === 'fill'
				? matchBody(instrument, event.order, event.fill)
				: orderChange(instrument, event.order);
		send({ ...frame, subject: symbol === '' ? 'orderChange' : 'symbolOrderChange', data });
	} else if (name === '/contractAccount/wallet' && event.kind === 'balance') {
		const now = exchange.now();
		const wallet = walletBody(event.balance, now);
		send({ ...frame, subject: 'walletBalance.change', data: wallet });
		const asset = exchange.assetBalance(accountId);
		if (asset !== undefined)
			send({ ...frame, subject: 'walletBalance.change', data: assetWalletBody(asset, now) });
		send({
			...frame,
			subject: 'availableBalance.change',
			data: {
				availableBalance: money(event.balance.available),
				holdBalance: 0,
				currency: 'USDT',
				timestamp: now,
			},
		});
	} else if (name.startsWith('/contract/position')) {
		tellPosition(exchange, accountId, frame, symbol, event, send);
	}
}

/** Source: page "Position Change Events", changeReason (read 2026-11). */
const CHANGE_REASON: Readonly<Record<Origin, string>> = {
	user: 'positionChange',
	liquidation: 'liquidation',
	adl: 'adl',
	delisting: 'positionChange',
};

function tellPosition(
	exchange: Exchange,
	accountId: string,
	frame: Readonly<Record<string, unknown>>,
	symbol: string,
	event: AccountEvent,
	send: Send,
): void {
	const account = exchange.account(accountId);
	// KuCoin does not announce that it is about to close a position; it sends only the change.
	if (event.kind === 'position' && event.isBeingClosed) return;
	if (event.kind === 'position' && (symbol === '' || symbol === event.symbol)) {
		const instrument = exchange.instrument(event.symbol);
		if (instrument === undefined) return;
		const body =
			event.position === undefined
				? emptyPositionBody(exchange, account, instrument)
				: positionBody(exchange, account, instrument, event.position);
		send({
			...frame,
			subject: 'position.change',
			data: { ...body, changeReason: CHANGE_REASON[event.origin] },
		});
	} else if (event.kind === 'funding' && (symbol === '' || symbol === event.payment.symbol)) {
		const { payment } = event;
		const instrument = exchange.instrument(payment.symbol);
		if (instrument === undefined) return;
		send({
			...frame,
			subject: 'position.settlement',
			data: {
				symbol: payment.symbol,
				fundingTime: payment.at,
				qty: lots(instrument, payment.quantity),
				markPrice: price(payment.mark),
				fundingRate: number(payment.rate),
				fundingFee: number(payment.amount),
				ts: payment.at * NANOSECONDS_PER_MS,
				settleCurrency: instrument.quote,
			},
		});
	}
}

function orderChange(instrument: Instrument, order: Order) {
	const open = order.status === 'open' || order.status === 'partiallyFilled';
	const filled = lots(instrument, order.filledQuantity);
	const size = lots(instrument, order.request.quantity);
	const canceled =
		order.status === 'canceled' || order.status === 'partiallyFilledCanceled' || order.status === 'rejected';
	return {
		...orderCore(instrument, order),
		type: open ? 'open' : canceled ? 'canceled' : 'filled',
		status: open ? 'open' : 'done',
		remainSize: String(open ? size - filled : 0),
		canceledSize: String(canceled ? size - filled : 0),
		ts: order.updatedAt * NANOSECONDS_PER_MS,
	};
}

function matchBody(instrument: Instrument, order: Order, fill: Fill) {
	const filled = lots(instrument, order.filledQuantity);
	return {
		...orderCore(instrument, order),
		type: 'match',
		status: 'match',
		matchSize: String(lots(instrument, fill.quantity)),
		matchPrice: formatDecimal(fill.price),
		feeType: fill.isMaker ? 'makerFee' : 'takerFee',
		liquidity: fill.isMaker ? 'maker' : 'taker',
		tradeId: fill.id,
		remainSize: String(lots(instrument, order.request.quantity) - filled),
		canceledSize: '0',
		ts: fill.at * NANOSECONDS_PER_MS,
	};
}

function orderCore(instrument: Instrument, order: Order) {
	return {
		orderId: order.id,
		symbol: order.request.symbol,
		orderType: order.request.kind,
		side: order.request.side,
		price: order.request.price === undefined ? '' : formatDecimal(order.request.price),
		size: String(lots(instrument, order.request.quantity)),
		filledSize: String(lots(instrument, order.filledQuantity)),
		clientOid: order.request.clientOrderId ?? '',
		oldSize: '',
		orderTime: order.createdAt * NANOSECONDS_PER_MS,
		marginMode: order.marginMode === 'cross' ? 'CROSS' : 'ISOLATED',
		tradeType: TRADE_TYPE[order.origin],
	};
}
