/**
 * Serves the account channels of the stream. An account's activity is public, so any client may subscribe to any
 * address (page "Subscriptions", read 2026-11).
 */

import { everyPeriod } from '../core/stream-timer.ts';
import type { AccountEvent, Exchange, FundingPayment, Instrument } from '../core/types.ts';
import {
	accountStateBody,
	assetDataBody,
	basicOrderBody,
	fillBody,
	fullOrderBody,
	fundingBody,
	ledgerUpdateBody,
	statusOf,
} from './account-bodies.ts';
import type { Send } from './channel-frame.ts';
import { contextBodies, metaBody, stampOf } from './market-bodies.ts';

const ACCOUNT_TYPES = [
	'orderUpdates',
	'userEvents',
	'userFills',
	'userFundings',
	'userNonFundingLedgerUpdates',
	'clearinghouseState',
	'webData2',
	'activeAssetData',
	'notification',
] as const;

export type AccountType = (typeof ACCOUNT_TYPES)[number];

export function isAccountType(type: string): type is AccountType {
	return (ACCOUNT_TYPES as readonly string[]).includes(type);
}

type Context = {
	readonly exchange: Exchange;
	/** Address that the client subscribed to, in lower case. */
	readonly user: string;
	/**
	 * Account at the address; undefined if there is none. The channels then show an empty account and send no events.
	 */
	readonly accountId: string | undefined;
	readonly instrument: Instrument | undefined;
	readonly send: Send;
};

const SNAPSHOT_ROWS = 2_000;
const STATE_PERIOD_MS = 1_000;

/** Sends the channel's messages until the returned function is called. */
export function accountChannel(context: Context, type: AccountType): () => void {
	const { exchange, accountId } = context;
	const { onEvent, everySecond } = CHANNELS[type](context);
	const stops: (() => void)[] = [];
	if (accountId !== undefined && onEvent !== undefined) stops.push(exchange.onAccount(accountId, onEvent));
	if (everySecond !== undefined) {
		everySecond();
		stops.push(everyPeriod(STATE_PERIOD_MS, everySecond));
	}
	return () => {
		for (const stop of stops) stop();
	};
}

/** Handlers that send a channel's messages. A channel sends its snapshot when it opens. */
type Channel = {
	readonly onEvent?: (event: AccountEvent) => void;
	readonly everySecond?: () => void;
};

const CHANNELS: Readonly<Record<AccountType, (context: Context) => Channel>> = {
	orderUpdates: ({ send }) => ({
		onEvent(event) {
			if (event.kind !== 'order' && event.kind !== 'fill') return;
			const { order } = event;
			send('orderUpdates', [
				{ order: basicOrderBody(order), status: statusOf(order), statusTimestamp: order.updatedAt },
			]);
		},
	}),
	userEvents: ({ exchange, user, send }) => ({
		onEvent(event) {
			if (event.kind === 'fill') send('user', { fills: [fillBody(exchange, user, event.fill)] });
			else if (event.kind === 'funding')
				send('user', { funding: { time: stampOf(event.payment.at), ...fundingBody(event.payment) } });
			else if (event.kind === 'order' && event.order.endReason === 'liquidation')
				send('user', { nonUserCancel: [{ coin: event.order.request.symbol, oid: Number(event.order.id) }] });
		},
	}),
	userFills({ exchange, user, accountId, send }) {
		const fills = accountId === undefined ? [] : exchange.fills(accountId, { limit: SNAPSHOT_ROWS });
		send('userFills', { isSnapshot: true, user, fills: fills.map((fill) => fillBody(exchange, user, fill)) });
		return {
			onEvent(event) {
				if (event.kind === 'fill') send('userFills', { user, fills: [fillBody(exchange, user, event.fill)] });
			},
		};
	},
	userFundings({ exchange, user, accountId, send }) {
		const body = (payment: FundingPayment) => ({ time: stampOf(payment.at), ...fundingBody(payment) });
		const payments =
			accountId === undefined ? [] : exchange.fundingPayments(accountId, { limit: SNAPSHOT_ROWS });
		send('userFundings', { isSnapshot: true, user, fundings: payments.map(body) });
		return {
			onEvent(event) {
				if (event.kind === 'funding') send('userFundings', { user, fundings: [body(event.payment)] });
			},
		};
	},
	userNonFundingLedgerUpdates({ exchange, user, accountId, send }) {
		const rows = accountId === undefined ? [] : exchange.ledger(accountId, { limit: SNAPSHOT_ROWS });
		const updates = rows.flatMap((entry) => ledgerUpdateBody(exchange, entry) ?? []);
		send('userNonFundingLedgerUpdates', { isSnapshot: true, user, nonFundingLedgerUpdates: updates });
		let latestId = Number(rows[0]?.id ?? 0);
		return {
			onEvent(event) {
				if (event.kind !== 'balance' || accountId === undefined) return;
				// The event only says that the balance changed; the ledger has the cause.
				const fresh = exchange
					.ledger(accountId, { limit: SNAPSHOT_ROWS })
					.filter(({ id }) => Number(id) > latestId);
				latestId = Math.max(latestId, ...fresh.map(({ id }) => Number(id)));
				const news = fresh.flatMap((entry) => ledgerUpdateBody(exchange, entry) ?? []);
				if (news.length > 0) send('userNonFundingLedgerUpdates', { user, nonFundingLedgerUpdates: news });
			},
		};
	},
	clearinghouseState: ({ exchange, user, accountId, send }) => ({
		everySecond: () =>
			send('clearinghouseState', {
				dex: '',
				user,
				clearinghouseState: accountStateBody(exchange, accountId),
			}),
	}),
	webData2: ({ exchange, user, accountId, send }) => ({
		everySecond: () => send('webData2', webDataBody(exchange, user, accountId)),
	}),
	activeAssetData: ({ exchange, user, accountId, instrument, send }) => ({
		everySecond() {
			if (instrument !== undefined)
				send('activeAssetData', assetDataBody(exchange, user, accountId, instrument));
		},
	}),
	notification: () => ({}),
};

function webDataBody(exchange: Exchange, user: string, accountId: string | undefined) {
	const orders = accountId === undefined ? [] : exchange.openOrders(accountId, undefined);
	return {
		clearinghouseState: accountStateBody(exchange, accountId),
		leadingVaults: [],
		totalVaultEquity: '0.0',
		openOrders: orders.map(fullOrderBody),
		agentAddress: null,
		agentValidUntil: null,
		cumLedger: '0.0',
		meta: metaBody(exchange),
		assetCtxs: contextBodies(exchange),
		serverTime: exchange.now(),
		isVault: false,
		user,
		twapStates: [],
	};
}
