/**
 * Handles the admin routes for accounts, faults, streams, settlements, deleveraging, the insurance fund, price
 * shocks, announcements, and the exchange's port. Other files named `admin-*.ts` have the routes for OAuth
 * applications, keys, contracts, dead-man switches and the true state of accounts.
 */
import { type Decimal, formatDecimal, fromInteger, ZERO } from '../../src/domain/decimal.ts';
import { AccountError } from './account-error.ts';
import { ACCESS_ROUTES, keySummary } from './admin-access.ts';
import { CONTRACT_ROUTES } from './admin-contracts.ts';
import { DEAD_MAN_ROUTES } from './admin-dead-man.ts';
import type { AdminContext, AdminRoute } from './admin-route.ts';
import { TRUTH_ROUTES } from './admin-truth.ts';
import { WALLET_ROUTES } from './admin-wallets.ts';
import { PLANS_MAX, SERVICE_STATES } from './announcements.ts';
import { type ApiKey, keyStatus } from './api-keys.ts';
import { ContractError } from './contract-listing.ts';
import { DeleveragingError } from './deleveraging.ts';
import { readFault } from './fault-plan.ts';
import { FieldError, readFields, required } from './json-fields.ts';
import { OAuthClientError } from './oauth-clients.ts';
import { ShockError } from './shock-orders.ts';
import { ExchangeRefusal, type Order } from './types.ts';
import type { PriceShock } from './venue-records.ts';

export type AdminAnswer = { readonly status: number; readonly body: unknown };

/** Maximum number of upcoming settlements in the status. */
const NEXT_SETTLEMENTS_MAX = 10;
const INSURANCE_ENTRIES_MAX = 100;
/** Maximum balance of the insurance fund, USDT. */
const FUND_MAX = fromInteger(1_000_000_000_000);
const HALF_LIFE_MS_MIN = 100;
const HALF_LIFE_MS_MAX = 365 * 86_400_000;
const CLOCK_AHEAD_MS_MAX = 600_000;
const STREAM_FAULT_COUNT_MAX = 1_000;
const STREAM_ACTIONS = ['disconnect', 'deaden', 'skipDelta', 'repeatDelta'] as const;

/** Routes by method and path. A `*` in a path matches one segment, which the handler receives as an argument. */
const ROUTES: Readonly<Record<string, AdminRoute>> = {
	...ACCESS_ROUTES,
	...CONTRACT_ROUTES,
	...DEAD_MAN_ROUTES,
	...TRUTH_ROUTES,
	...WALLET_ROUTES,
	'GET /status': status,
	'GET /accounts': listAccounts,
	'POST /accounts': ensureAccount,
	'POST /accounts/*/deposit': (context, body, name) => transfer(context, body, name, 'deposit'),
	'POST /accounts/*/withdraw': (context, body, name) => transfer(context, body, name, 'withdraw'),
	'POST /accounts/*/trade': trade,
	'GET /faults': ({ faults }) => ({
		faults: faults.list().map(({ fault, matched, hits }) => ({ ...fault, matched, hits })),
	}),
	'POST /faults': ({ faults }, body) => faults.add(readFault(body)),
	'DELETE /faults': ({ faults }) => ({ removed: faults.remove(undefined) }),
	'DELETE /faults/*': removeFault,
	'POST /streams': disturbStreams,
	'POST /accounts/*/fee-asset': payFeesInAsset,
	'POST /accounts/*/deleverage': deleverage,
	'POST /accounts/*/position-mode': setPositionMode,
	'POST /accounts/*/kind': setKind,
	'POST /accounts/*/stream': setStreamSilent,
	'POST /clock': setClock,
	'GET /insurance': insurance,
	'POST /insurance': setInsurance,
	'GET /shocks': ({ exchange }) => ({ shocks: exchange.shocks().map(shockBody) }),
	'POST /shocks': shock,
	'POST /settle': settle,
	'POST /service': setService,
	'POST /maintenance': planMaintenance,
	'DELETE /maintenance': ({ exchange }) => ({ removed: exchange.announcements.cancelPlans() }),
	'POST /transfers': setTransfers,
	'POST /listing': setListing,
	'POST /limits': setLimits,
	'POST /down': async ({ venue }) => {
		await venue.down();
		return { up: venue.isUp() };
	},
	'POST /up': async ({ venue }) => ({ port: await venue.up(), up: venue.isUp() }),
};

/** Errors whose message is sent to the caller. */
const SENTENCES = [FieldError, AccountError, ContractError, OAuthClientError, DeleveragingError, ShockError];

/** Handles one admin call. The response is 400 with a message for an invalid call, and 404 for an unknown path. */
export async function answerAdmin(
	context: AdminContext,
	method: string,
	path: string,
	body: unknown,
): Promise<AdminAnswer> {
	const { pattern, name, inner } = patternOf(path);
	const route = ROUTES[`${method} ${pattern}`];
	if (route === undefined)
		return { status: 404, body: { error: `There is no ${method} ${path.slice(0, 100)}.` } };
	try {
		return { status: 200, body: await route(context, body, name, inner) };
	} catch (error) {
		if (SENTENCES.some((kind) => error instanceof kind)) {
			return { status: 400, body: { error: (error as Error).message } };
		}
		if (error instanceof ExchangeRefusal) {
			return { status: 400, body: { error: error.message, code: error.code } };
		}
		throw error;
	}
}

/** Returns the path with `*` as its second and fourth segments, and the original segments as `name` and `inner`. */
function patternOf(path: string): {
	readonly pattern: string;
	readonly name: string;
	readonly inner: string;
} {
	const parts = path.split('/');
	const take = (index: number): string => {
		const segment = parts[index] ?? '';
		if (segment !== '') parts[index] = '*';
		return decoded(segment);
	};
	const name = take(2);
	const inner = take(4);
	return { pattern: parts.join('/'), name, inner };
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

function status({ exchange, venue, faults, seed, startedAt, hosts, askedHosts }: AdminContext): unknown {
	const now = exchange.now();
	const settlements = exchange
		.instruments()
		.map(({ symbol }) => ({ symbol, at: exchange.funding(symbol).nextSettlementAt }))
		.sort((a, b) => a.at - b.at);
	return {
		exchange: exchange.name,
		now,
		uptimeMs: now - startedAt,
		seed,
		historySource: exchange.historySource ?? null,
		instruments: settlements.length,
		nextSettlements: settlements.slice(0, NEXT_SETTLEMENTS_MAX),
		hosts,
		askedHosts: askedHosts(),
		up: venue.isUp(),
		faults: faults.list().length,
		insuranceFund: formatDecimal(exchange.insurance(0).balance),
		streamFaultsWaiting: venue.streamFaults.waiting(),
	};
}

function listAccounts({ exchange }: AdminContext): unknown {
	return {
		accounts: exchange.accounts.list().map(({ account, keys }) => ({
			...account,
			keys: keys.map((key) => keySummary(key, exchange.now())),
			balance: texts(exchange.balance(account.id)),
			positions: exchange.positions(account.id).map(texts),
			openOrders: exchange.openOrders(account.id, undefined).length,
		})),
	};
}

function ensureAccount({ exchange }: AdminContext, body: unknown): unknown {
	const allowed = ['name', 'key', 'secret', 'passphrase', 'password', 'deposit', 'canTrade'];
	const fields = readFields(body, [...allowed, 'canWithdraw', 'canTransfer']);
	const { account, key, isNew } = exchange.accounts.ensure({
		name: required(fields.text('name'), 'name'),
		key: fields.text('key'),
		secret: fields.text('secret'),
		passphrase: fields.text('passphrase'),
		password: fields.text('password'),
		deposit: fields.decimal('deposit'),
		canTrade: fields.flag('canTrade'),
		canWithdraw: fields.flag('canWithdraw'),
		canTransfer: fields.flag('canTransfer'),
	});
	return {
		...account,
		isNew,
		...credentials(key, exchange.now()),
		balance: texts(exchange.balance(account.id)),
	};
}

function credentials(apiKey: ApiKey, now: number): object {
	const { key, secret, passphrase, canTrade, canWithdraw, canTransfer } = apiKey;
	const may = { canTrade, canWithdraw, canTransfer };
	return { key, secret, passphrase, ...may, status: keyStatus(apiKey, now) };
}

function transfer(
	{ exchange }: AdminContext,
	body: unknown,
	name: string,
	kind: 'deposit' | 'withdraw',
): unknown {
	const amount = required(readFields(body, ['amount']).decimal('amount'), 'amount');
	exchange.accounts[kind](name, amount);
	return { balance: texts(exchange.balance(exchange.accounts.named(name).id)) };
}

function trade({ exchange }: AdminContext, body: unknown, name: string): unknown {
	const fields = readFields(body, ['symbol', 'side', 'quantity']);
	const account = exchange.accounts.named(name);
	const order = exchange.placeOrder(account.id, {
		symbol: required(fields.text('symbol', 40), 'symbol'),
		side: required(fields.oneOf('side', ['buy', 'sell']), 'side'),
		kind: 'market',
		quantity: required(fields.decimal('quantity'), 'quantity'),
		price: undefined,
		timeInForce: 'IOC',
		reduceOnly: false,
		clientOrderId: undefined,
		leverage: undefined,
		marginMode: undefined,
	});
	return orderSummary(order);
}

function orderSummary(order: Order): unknown {
	const { id, status: state, endReason, filledQuantity, filledValue, fee } = order;
	return { id, status: state, endReason: endReason ?? null, ...texts({ filledQuantity, filledValue, fee }) };
}

/**
 * Turns fee payment in the exchange's own coin on or off. When on, fees are paid in the coin as long as the balance
 * in the coin suffices. `deposit` is added to the balance in the coin.
 */
function payFeesInAsset({ exchange }: AdminContext, body: unknown, name: string): unknown {
	const fields = readFields(body, ['on', 'deposit']);
	const isOn = required(fields.flag('on'), 'on');
	exchange.accounts.payFeesInAsset(name, { isOn, deposit: fields.decimal('deposit') });
	const held = exchange.assetBalance(exchange.accounts.named(name).id);
	return { on: isOn, holding: held === undefined ? null : texts(held) };
}

/** Reduces the account's position as auto-deleveraging does; by default, closes all of it at the mark price. */
function deleverage({ exchange }: AdminContext, body: unknown, name: string): unknown {
	const fields = readFields(body, ['symbol', 'quantity', 'price']);
	const symbol = required(fields.text('symbol', 40), 'symbol');
	const { id } = exchange.accounts.named(name);
	exchange.deleverage(id, symbol, { quantity: fields.decimal('quantity'), price: fields.decimal('price') });
	const left = exchange.positions(id).find((position) => position.symbol === symbol);
	return { position: left === undefined ? null : texts(left) };
}

/** Sets the account to hedge or one-way mode. The setting survives a restart. */
function setPositionMode({ exchange }: AdminContext, body: unknown, name: string): unknown {
	const isOn = required(readFields(body, ['hedge']).flag('hedge'), 'hedge');
	exchange.notes.setHedged(exchange.accounts.named(name).id, isOn);
	return { hedge: isOn };
}

/**
 * Sets the account type, under the exchange's own name for it; null means the default. The setting survives a
 * restart.
 */
function setKind({ exchange }: AdminContext, body: unknown, name: string): unknown {
	const kind = readFields(body, ['kind']).text('kind', 40);
	const { accountKinds } = exchange.terms;
	if (kind !== undefined && !accountKinds.includes(kind))
		throw new FieldError(`kind must be among ${accountKinds.join(', ') || 'none'}; was ${kind}.`);
	exchange.notes.setKind(exchange.accounts.named(name).id, kind);
	return { kind: kind ?? null };
}

/**
 * Mutes or unmutes the account's private streams. They stay open, and new ones can be opened. A restart unmutes them.
 */
function setStreamSilent({ exchange }: AdminContext, body: unknown, name: string): unknown {
	const isSilent = required(readFields(body, ['silent']).flag('silent'), 'silent');
	exchange.accounts.silence(name, isSilent);
	return { silent: isSilent };
}

/**
 * Sets the exchange's clock ahead of the machine's, or behind it. The exchange's time never goes back: if set to an
 * earlier time, it pauses until the machine's clock has caught up.
 */
function setClock({ exchange, setClockAhead }: AdminContext, body: unknown): unknown {
	const aheadMs = required(
		readFields(body, ['aheadMs']).whole('aheadMs', -CLOCK_AHEAD_MS_MAX, CLOCK_AHEAD_MS_MAX),
		'aheadMs',
	);
	setClockAhead(aheadMs);
	return { aheadMs, now: exchange.now() };
}

function insurance({ exchange }: AdminContext): unknown {
	const { balance, entries } = exchange.insurance(INSURANCE_ENTRIES_MAX);
	return { balance: formatDecimal(balance), entries: entries.map(texts) };
}

function setInsurance(context: AdminContext, body: unknown): unknown {
	const balance = required(readFields(body, ['balance']).decimal('balance'), 'balance');
	if (balance < ZERO || balance > FUND_MAX) {
		throw new FieldError(
			`The balance was ${formatDecimal(balance)} USDT, limit 0 to ${formatDecimal(FUND_MAX)}.`,
		);
	}
	context.exchange.setInsurance(balance);
	return insurance(context);
}

/**
 * Multiplies the coin's prices at this exchange by `factor`. The effect is permanent, or halves every `halfLifeMs`
 * milliseconds if that is given.
 */
function shock({ exchange }: AdminContext, body: unknown): unknown {
	const fields = readFields(body, ['coin', 'factor', 'halfLifeMs']);
	return shockBody(
		exchange.shock({
			underlying: required(fields.text('coin', 40), 'coin'),
			factor: required(fields.decimal('factor'), 'factor'),
			halfLifeMs: fields.whole('halfLifeMs', HALF_LIFE_MS_MIN, HALF_LIFE_MS_MAX),
		}),
	);
}

function shockBody({ id, underlying, factor, at, halfLifeMs }: PriceShock): unknown {
	return { id, coin: underlying, factor, at, halfLifeMs: halfLifeMs ?? null };
}

function removeFault({ faults }: AdminContext, _body: unknown, name: string): unknown {
	const removed = faults.remove(name);
	if (removed === 0) throw new FieldError(`There is no fault ${JSON.stringify(name.slice(0, 40))}.`);
	return { removed };
}

function disturbStreams({ exchange, venue }: AdminContext, body: unknown): unknown {
	const fields = readFields(body, ['action', 'symbol', 'scope', 'count']);
	const action = required(fields.oneOf('action', STREAM_ACTIONS), 'action');
	const scope = fields.oneOf('scope', ['all', 'private', 'public']);
	const symbol = fields.text('symbol', 40);
	const count = fields.whole('count', 1, STREAM_FAULT_COUNT_MAX);
	if (action === 'disconnect' || action === 'deaden') {
		if (symbol !== undefined || count !== undefined) {
			throw new FieldError(`A ${action} takes a scope, and neither symbol nor count.`);
		}
		return action === 'disconnect'
			? { disconnected: venue.disconnect(scope ?? 'all') }
			: { dead: venue.deaden(scope ?? 'all') };
	}
	if (scope !== undefined) throw new FieldError(`A ${action} takes symbol and count, and no scope.`);
	const listed = exchange.instrument(required(symbol, 'symbol'));
	if (listed === undefined) throw new FieldError(`${exchange.name} lists no ${symbol}.`);
	venue.streamFaults.add(action, listed.symbol, count ?? 1);
	return { waiting: venue.streamFaults.waiting() };
}

function settle({ exchange }: AdminContext, body: unknown): unknown {
	const symbol = readFields(body ?? {}, ['symbol']).text('symbol', 40);
	return { settlements: exchange.settleNow(symbol).map(texts) };
}

function setService({ exchange }: AdminContext, body: unknown): unknown {
	const fields = readFields(body, ['trading', 'title']);
	const state = required(fields.oneOf('trading', SERVICE_STATES), 'trading');
	exchange.announcements.setService(state, fields.text('title') ?? '', exchange.now());
	return exchange.announcements.service();
}

function planMaintenance({ exchange }: AdminContext, body: unknown): unknown {
	const fields = readFields(body, ['title', 'from', 'until']);
	const from = required(fields.whole('from', 0, Number.MAX_SAFE_INTEGER), 'from');
	const until = required(fields.whole('until', from, Number.MAX_SAFE_INTEGER), 'until');
	if (exchange.announcements.maintenance().length >= PLANS_MAX)
		throw new FieldError(`There is too much planned maintenance, limit ${PLANS_MAX}.`);
	return exchange.announcements.plan({ title: required(fields.text('title'), 'title'), from, until });
}

function setTransfers({ exchange }: AdminContext, body: unknown): unknown {
	const fields = readFields(body, ['currency', 'deposit', 'withdrawal']);
	const currency = required(fields.text('currency', 40), 'currency');
	if (!exchange.instruments().some(({ quote, underlying }) => quote === currency || underlying === currency))
		throw new FieldError(`${exchange.name} has no currency ${currency}.`);
	const known = exchange.announcements.transfers(currency);
	const state = {
		deposit: fields.flag('deposit') ?? known.deposit,
		withdrawal: fields.flag('withdrawal') ?? known.withdrawal,
	};
	exchange.announcements.setTransfers(currency, state);
	return { currency, ...state };
}

/** Announces a contract's delisting, or pauses or resumes its trading. `delistingAt` 0 withdraws the announcement. */
function setListing({ exchange }: AdminContext, body: unknown): unknown {
	const fields = readFields(body, ['symbol', 'delistingAt', 'paused']);
	const symbol = required(fields.text('symbol', 40), 'symbol');
	if (exchange.instrument(symbol) === undefined) throw new FieldError(`${exchange.name} lists no ${symbol}.`);
	const { announcements } = exchange;
	const delistingAt = fields.whole('delistingAt', 0, Number.MAX_SAFE_INTEGER);
	const paused = fields.flag('paused');
	if (delistingAt !== undefined)
		announcements.setDelisting(symbol, delistingAt === 0 ? undefined : delistingAt);
	if (paused !== undefined) announcements.setPaused(symbol, paused);
	return {
		symbol,
		delistingAt: announcements.delistingAt(symbol) ?? 0,
		paused: announcements.isPaused(symbol),
	};
}

/** Converts an object's decimals to strings. */
function texts(value: object): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [
			name,
			typeof member === 'bigint' ? formatDecimal(member as Decimal) : member,
		]),
	);
}

/**
 * Turns request limits on or off. Tests that are not about limits turn them off, because all clients on one machine
 * share an address.
 */
function setLimits({ venue, exchange }: Parameters<AdminRoute>[0], body: unknown): unknown {
	const isOn = required(readFields(body, ['on']).flag('on'), 'on');
	if (!venue.limit(isOn)) throw new FieldError(`The limits of ${exchange.name} always hold.`);
	return { on: isOn };
}
