/** Handles `POST /info` by request `type` (pages "Info endpoint" and "Info endpoint: perpetuals", read 2026-11). */
import { type Decimal, ZERO } from '../../src/domain/decimal.ts';
import { keyStatus } from '../core/api-keys.ts';
import { type Fields, readFields, required } from '../core/json-fields.ts';
import type { Exchange, Fill, Instrument, Order } from '../core/types.ts';
import {
	accountStateBody,
	assetDataBody,
	basicOrderBody,
	fillBody,
	fullOrderBody,
	fundingUpdateBody,
	ledgerUpdateBody,
	orderStatusBody,
} from './account-bodies.ts';
import { accountIdOf, agentOf, signerAt } from './addresses.ts';
import { builderFeeMax, walletsOf } from './approvals.ts';
import { MalformedRequest } from './errors.ts';
import {
	bookBody,
	contextBodies,
	metaBody,
	midBodies,
	predictedFundingBodies,
	settledRateBody,
	spotContextBodies,
	spotMetaBody,
	statusBody,
	tradeBody,
} from './market-bodies.ts';
import { text } from './numbers.ts';

/**
 * Returns how many actions an account has `used` and its `cap` (page "Rate limits and user limits"), with its traded
 * volume in USD.
 */
export type ActionCount = (accountId: string) => {
	readonly used: number;
	readonly cap: number;
	readonly volume: Decimal;
};

type Asked = {
	readonly exchange: Exchange;
	readonly fields: Fields;
	readonly countOf: ActionCount;
};

const USER = /^0x[0-9a-f]{40}$/i;
/** Maximum rows of a request with a time range: "Responses that take a time range will only return 500 elements". */
const RANGE_ROWS_MAX = 500;
const FILL_ROWS_MAX = 2_000;
const ORDER_ROWS_MAX = 2_000;
const TRADES_MAX = 10;
const SCAN_ROWS_MAX = 100_000;
const MEMBERS = ['type', 'user', 'coin', 'dex', 'startTime', 'endTime', 'oid', 'nSigFigs', 'mantissa'];
const FLAGS = ['aggregateByTime', 'token', 'builder', 'isPortfolioMargin'];

/** Returns the symbol that a request names; undefined if there is none. */
export function coinOf(body: unknown): string | undefined {
	const coin = typeof body === 'object' && body !== null && 'coin' in body ? body.coin : undefined;
	return typeof coin === 'string' ? coin : undefined;
}

/** @throws MalformedRequest if the type is unknown or fields are missing */
export function answerInfo(exchange: Exchange, countOf: ActionCount, body: unknown): unknown {
	const known = typeof body === 'object' && body !== null ? body : {};
	// A field that is null counts as missing, and unknown fields are ignored.
	const given = Object.fromEntries(
		Object.entries(known).filter(([name, value]) => value !== null && [...MEMBERS, ...FLAGS].includes(name)),
	);
	const type = (known as { readonly type?: unknown }).type;
	const route = typeof type === 'string' && Object.hasOwn(ROUTES, type) ? ROUTES[type] : undefined;
	if (route === undefined) throw new MalformedRequest();
	const oid = typeof given.oid === 'number' ? { oid: String(given.oid) } : {};
	const fields = readFields({ ...given, ...oid }, [...MEMBERS, ...FLAGS]);
	return route({ exchange, fields, countOf });
}

const ROUTES: Readonly<Record<string, (asked: Asked) => unknown>> = {
	meta: ({ exchange }) => metaBody(exchange),
	metaAndAssetCtxs: ({ exchange }) => [metaBody(exchange), contextBodies(exchange)],
	spotMeta: () => spotMetaBody(),
	spotMetaAndAssetCtxs: () => [spotMetaBody(), spotContextBodies()],
	perpDexs: () => [null],
	allMids: ({ exchange }) => midBodies(exchange),
	exchangeStatus: ({ exchange }) => statusBody(exchange),
	predictedFundings: ({ exchange }) => predictedFundingBodies(exchange),
	perpsAtOpenInterestCap: () => [],
	l2Book({ exchange, fields }) {
		const { symbol } = instrument(exchange, fields);
		const grouping = {
			figures: fields.whole('nSigFigs', 2, 5),
			mantissa: fields.whole('mantissa', 1, 5) ?? 1,
		};
		return bookBody(exchange.book(symbol, SCAN_ROWS_MAX), symbol, grouping);
	},
	recentTrades: ({ exchange, fields }) =>
		exchange.publicTrades(instrument(exchange, fields).symbol, TRADES_MAX).map(tradeBody),
	fundingHistory({ exchange, fields }) {
		const { symbol } = instrument(exchange, fields);
		return earliest(exchange.fundingHistory({ symbol, ...range(fields) })).map(settledRateBody);
	},
	clearinghouseState: ({ exchange, fields }) => accountStateBody(exchange, accountOf(exchange, fields)),
	spotClearinghouseState({ exchange, fields }) {
		const accountId = accountOf(exchange, fields);
		const total = accountId === undefined ? ZERO : exchange.wallets.balance(accountId);
		if (total === ZERO) return { balances: [] };
		return { balances: [{ coin: 'USDC', token: 0, total: text(total), hold: '0.0', entryNtl: '0.0' }] };
	},
	userAbstraction({ exchange, fields }) {
		const accountId = accountOf(exchange, fields);
		return (accountId === undefined ? undefined : exchange.notes.kind(accountId)) ?? 'disabled';
	},
	activeAssetData: ({ exchange, fields }) =>
		assetDataBody(exchange, user(fields), accountOf(exchange, fields), instrument(exchange, fields)),
	openOrders: ({ exchange, fields }) => openOrders(exchange, fields).map(basicOrderBody),
	frontendOpenOrders: ({ exchange, fields }) => openOrders(exchange, fields).map(fullOrderBody),
	historicalOrders({ exchange, fields }) {
		const accountId = accountOf(exchange, fields);
		if (accountId === undefined) return [];
		return exchange
			.orderHistory(accountId, { limit: ORDER_ROWS_MAX, finishedOnly: false })
			.map(orderStatusBody);
	},
	orderStatus({ exchange, fields }) {
		const order = orderNamed(exchange, fields);
		return order === undefined
			? { status: 'unknownOid' }
			: { status: 'order', order: orderStatusBody(order) };
	},
	userFills: ({ exchange, fields }) => fills(exchange, fields, {}),
	userFillsByTime: ({ exchange, fields }) => {
		required(fields.whole('startTime', 0, Number.MAX_SAFE_INTEGER), 'startTime');
		return fills(exchange, fields, range(fields));
	},
	userFunding({ exchange, fields }) {
		const accountId = accountOf(exchange, fields);
		if (accountId === undefined) return [];
		return earliest(exchange.fundingPayments(accountId, range(fields))).map(fundingUpdateBody);
	},
	userNonFundingLedgerUpdates({ exchange, fields }) {
		const accountId = accountOf(exchange, fields);
		if (accountId === undefined) return [];
		const updates = exchange
			.ledger(accountId, range(fields))
			.flatMap((entry) => ledgerUpdateBody(exchange, entry) ?? []);
		return earliest(updates);
	},
	userFees({ exchange, fields }) {
		const accountId = accountOf(exchange, fields) ?? '';
		const symbol = exchange.instruments()[0]?.symbol ?? '';
		const { taker, maker } = exchange.feeRates(accountId, symbol);
		return {
			dailyUserVlm: [],
			feeSchedule: {
				cross: text(taker),
				add: text(maker),
				spotCross: '0.0007',
				spotAdd: '0.0004',
				tiers: { vip: [], mm: [] },
				referralDiscount: '0.04',
				stakingDiscountTiers: [{ bpsOfMaxSupply: '0.0', discount: '0.0' }],
			},
			userCrossRate: text(taker),
			userAddRate: text(maker),
			userSpotCrossRate: '0.0007',
			userSpotAddRate: '0.0004',
			activeReferralDiscount: '0.0',
			trial: null,
			feeTrialReward: '0.0',
			nextTrialAvailableTimestamp: null,
			stakingLink: null,
			activeStakingDiscount: { bpsOfMaxSupply: '0.0', discount: '0.0' },
		};
	},
	userRateLimit({ exchange, fields, countOf }) {
		const accountId = accountOf(exchange, fields);
		const { used, cap, volume } = countOf(accountId ?? '');
		return { cumVlm: text(volume), nRequestsUsed: used, nRequestsCap: cap };
	},
	userRole({ exchange, fields }) {
		const address = user(fields);
		if (accountOf(exchange, fields) !== undefined) return { role: 'user' };
		const signer = signerAt(exchange, address);
		return signer === undefined
			? { role: 'missing' }
			: { role: 'agent', data: { user: signer.key.key.toLowerCase() } };
	},
	/**
	 * Returns the approved wallets with name and expiry. The wallet of a simulator key (`addresses.ts`) is included
	 * only if the key has an expiry, because otherwise it counts as the wallet without a name.
	 */
	extraAgents({ exchange, fields }) {
		const accountId = accountOf(exchange, fields);
		const now = exchange.now();
		const approved = accountId === undefined ? [] : walletsOf(exchange, accountId);
		const named = approved.filter(({ name }) => name !== '');
		const ofKeys = [...exchange.apiKeys()].flatMap((key) => {
			const address = agentOf(key);
			const isListed =
				key.accountId === accountId &&
				key.canTrade &&
				key.expiresAt !== undefined &&
				keyStatus(key, now) === 'active';
			if (!isListed || address === undefined) return [];
			return [{ name: key.application?.name ?? 'api', address, validUntil: key.expiresAt }];
		});
		return [...ofKeys, ...named.map(({ name, address, validUntil }) => ({ name, address, validUntil }))];
	},
	subAccounts: () => null,
	maxBuilderFee({ exchange, fields }) {
		const accountId = accountOf(exchange, fields);
		const builder = required(fields.text('builder'), 'builder');
		return accountId === undefined ? 0 : (builderFeeMax(exchange, accountId, builder) ?? 0);
	},
	referral: () => ({ referredBy: null, cumVlm: '0.0', unclaimedRewards: '0.0', claimedRewards: '0.0' }),
};

function range(fields: Fields) {
	return {
		from: fields.whole('startTime', 0, Number.MAX_SAFE_INTEGER),
		to: fields.whole('endTime', 0, Number.MAX_SAFE_INTEGER),
		limit: SCAN_ROWS_MAX,
	};
}

/**
 * Returns the earliest of the given rows, oldest first. `rows` are newest first. The next page begins where this page
 * ends.
 */
function earliest<Row>(rows: readonly Row[]): readonly Row[] {
	return rows.slice(-RANGE_ROWS_MAX).reverse();
}

/** @throws MalformedRequest if the address is invalid */
function user(fields: Fields): string {
	const address = fields.text('user');
	if (address === undefined || !USER.test(address)) throw new MalformedRequest();
	return address.toLowerCase();
}

function accountOf(exchange: Exchange, fields: Fields): string | undefined {
	return accountIdOf(exchange, user(fields));
}

/** @throws MalformedRequest for an unknown coin; the exchange's own error is not documented */
function instrument(exchange: Exchange, fields: Fields): Instrument {
	const found = exchange.instrument(fields.text('coin') ?? '');
	if (found === undefined) throw new MalformedRequest();
	return found;
}

function openOrders(exchange: Exchange, fields: Fields): readonly Order[] {
	const accountId = accountOf(exchange, fields);
	return accountId === undefined ? [] : exchange.openOrders(accountId, undefined);
}

/** Finds an order by the exchange's number or by the client's 128-bit id. */
function orderNamed(exchange: Exchange, fields: Fields): Order | undefined {
	const accountId = accountOf(exchange, fields);
	const oid = required(fields.text('oid'), 'oid');
	if (accountId === undefined) return undefined;
	return exchange.order(
		accountId,
		oid.startsWith('0x') ? { clientOrderId: oid.toLowerCase() } : { orderId: oid },
	);
}

/** Returns fills newest first, as in recorded responses. */
function fills(
	exchange: Exchange,
	fields: Fields,
	bounds: { readonly from?: number | undefined; readonly to?: number | undefined },
): readonly unknown[] {
	const accountId = accountOf(exchange, fields);
	if (accountId === undefined) return [];
	const rows: readonly Fill[] = exchange.fills(accountId, { ...bounds, limit: FILL_ROWS_MAX });
	return rows.map((fill) => fillBody(exchange, user(fields), fill));
}
