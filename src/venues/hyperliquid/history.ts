/**
 * Reads the history of a Hyperliquid account: fills, settlements, deposits and withdrawals (info endpoint, read
 * 2026-11). A response has the records for all contracts. Because a request weighs at least 21, calls that arrive
 * during a request share the next request.
 */
import { add, type Decimal, neg, sub, ZERO } from '../../domain/decimal.ts';
import type { FlowCause } from '../../domain/event.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import type { ExternalFlowReport, FundingPaymentReport } from '../../ports/account-payments.ts';
import type { AccountFill, FillReport } from '../../ports/venue.ts';
import type { Call, HistoryDialect } from '../shared/dialect.ts';
import { at, type Body, decimal, listed, required, text, whole } from '../shared/fields.ts';
import { feeOf } from '../shared/fill-fee.ts';
import { readInParts, TOO_MANY } from '../shared/paging.ts';
import type { SessionWallet } from './key.ts';
import { weighted } from './limits.ts';
import { STAMP_LATE_MS, settledInstant } from './markets.ts';

type RecordType = 'userFunding' | 'userFillsByTime' | 'userNonFundingLedgerUpdates';

/**
 * Maximum rows per response: "Responses that take a time range will only return 500 elements"; fills 2,000 (page
 * "Info endpoint", read 2026-11).
 */
const ROWS_MAX: Readonly<Record<RecordType, number>> = {
	userFunding: 500,
	userNonFundingLedgerUpdates: 500,
	userFillsByTime: 2_000,
};

/**
 * Milliseconds without a change in cash after which we assume that late records have arrived. Hyperliquid does not
 * document how late they may be.
 */
const STILL_MS = 30_000;
/**
 * Maximum age of ledger rows while the cash is unchanged, milliseconds. They expire because changes that cancel each
 * other out leave the cash the same.
 */
const KEPT_MS_MAX = 60_000;

/** Creates the history functions for one account session. */
export function hyperliquidHistory(
	wallet: SessionWallet,
	shared: SharedRecords,
	ledger: Ledger,
): HistoryDialect {
	return {
		async readAccountFills(call, instrument, from, to) {
			const { account } = wallet.addresses();
			const rows = await shared(call, 'userFillsByTime', from, to);
			return rows
				.filter((row) => text(row, 'coin') === instrument.symbol)
				.map((row) => accountFillOf(row, instrument, account));
		},
		async readTradedSymbols(call, from, to) {
			const rows = await shared(call, 'userFillsByTime', from, to);
			return [...new Set(rows.flatMap((row) => text(row, 'coin') ?? []))];
		},
		async readFundingPayments(call, instrument, from, to) {
			const rows = await shared(call, 'userFunding', from, to + STAMP_LATE_MS);
			return rows
				.flatMap((row) => paymentOf(row, instrument) ?? [])
				.filter(({ settledAt }) => settledAt >= from && settledAt <= to)
				.sort((a, b) => a.settledAt - b.settledAt);
		},
		async readExternalFlows(call, from, to) {
			const { account } = wallet.addresses();
			const rows = await ledger.rows(call, from, to);
			return rows.flatMap((row) => flowOf(row, account) ?? []);
		},
	};
}

type Range = { from: number; to: number };
type Reading = {
	underWay: Promise<unknown> | undefined;
	/** The request that starts after the one in flight. Until it starts, further calls join it and widen its range. */
	next: (Range & { readonly rows: Promise<readonly Body[]> }) | undefined;
};

/**
 * Returns every contract's rows with from ≤ time ≤ to, from a request that starts after the call. @throws VenueError
 */
type SharedRecords = (call: Call, type: RecordType, from: number, to: number) => Promise<readonly Body[]>;

/** Creates the record reader that concurrent calls in one account session share. */
export function createSharedRecords(): SharedRecords {
	const readings = new Map<RecordType, Reading>();
	return async (call, type, from, to) => {
		const reading = readings.get(type) ?? { underWay: undefined, next: undefined };
		readings.set(type, reading);
		const rows = await readOrJoin(call, reading, type, { from, to });
		return rows.filter((row) => {
			const time = whole(row, 'time');
			return time === undefined || (time >= from && time <= to);
		});
	};
}

function readOrJoin(call: Call, reading: Reading, type: RecordType, range: Range): Promise<readonly Body[]> {
	const { underWay, next } = reading;
	if (underWay === undefined) {
		const rows = records(call, 'account', type, range.from, range.to).finally(() => {
			reading.underWay = undefined;
		});
		reading.underWay = rows;
		return rows;
	}
	if (next !== undefined) {
		next.from = Math.min(next.from, range.from);
		next.to = Math.max(next.to, range.to);
		return next.rows;
	}
	const rows = underWay
		.catch(() => undefined)
		.then(() => {
			const { from, to } = reading.next ?? range;
			reading.next = undefined;
			return readOrJoin(call, reading, type, { from, to });
		});
	reading.next = { ...range, rows };
	return rows;
}

/**
 * Reads an account's records without sharing a request with other callers. A response with the maximum number of rows
 * may omit some, so we halve the time range until every part has fewer rows.
 */
export function records(
	call: Call,
	kind: 'account' | 'probe',
	type: RecordType,
	from: number,
	to: number,
): Promise<readonly Body[]> {
	return readInParts(Math.max(0, from), to, async (startTime, endTime) => {
		const rows = listed(await weighted(call, kind, { type, startTime, endTime }), type);
		return rows.length >= ROWS_MAX[type] ? TOO_MANY : rows;
	});
}

/**
 * Account cash from the account-state responses. `since`: first response with this amount; `at`: latest response
 * (milliseconds, Hyperliquid's clock).
 */
type Cash = { readonly amount: Decimal; readonly since: number; readonly at: number };
type Kept = { readonly rows: readonly Body[]; readonly from: number; readonly cash: Cash };

/**
 * Reads one account's deposits and withdrawals, and requests them only if there may be new ones. The request weighs
 * 21, ten times as much as the account state, and every account check needs the list. Every collateral move changes
 * the cash in the account state, so unchanged cash means no new rows.
 */
export type Ledger = {
	/** Notes the cash in an account-state response. @param at time by Hyperliquid's clock, milliseconds */
	readonly noteCash: (amount: Decimal, at: number) => void;
	/** Returns entries with from ≤ time ≤ to, as far as Hyperliquid has recorded them. @throws VenueError */
	readonly rows: (call: Call, from: number, to: number) => Promise<readonly Body[]>;
};

/**
 * Creates the deposit and withdrawal reader, which reuses its rows for up to a minute while the account's cash is
 * unchanged.
 */
export function createLedger(records: SharedRecords): Ledger {
	let cash: Cash | undefined;
	let kept: Kept | undefined;
	return {
		noteCash(amount, at) {
			if (cash !== undefined && at < cash.at) return;
			const since = cash?.amount === amount ? cash.since : at;
			cash = { amount, since, at };
		},
		async rows(call, from, to) {
			const now = cash;
			if (now !== undefined && kept !== undefined && from >= kept.from && isAllThereIs(kept.cash, now))
				return kept.rows.filter((row) => (whole(row, 'time') ?? from) >= from);
			const rows = await records(call, 'userNonFundingLedgerUpdates', from, to);
			if (now !== undefined) kept = { rows, from, cash: now };
			return rows;
		},
	};
}

/** True if the rows of an earlier request are still complete. @param then cash at the time of that request */
function isAllThereIs(then: Cash, now: Cash): boolean {
	return (
		then.amount === now.amount &&
		then.since === now.since &&
		then.at - then.since >= STILL_MS &&
		now.at - then.at < KEPT_MS_MAX
	);
}

/**
 * Parses one fill. Hyperliquid's trade id is unique only within a block and contract, so ours also contains the time.
 * The fee includes any builder fee (page "Subscriptions", WsFill).
 */
export function fillOf(row: Body, instrument: Instrument): FillReport {
	const filledAt = required(whole(row, 'time'), 'time');
	const filledPrice = fromVenuePrice(instrument, required(decimal(row, 'px'), 'px'));
	const quantity = fromOrderUnits(instrument, required(decimal(row, 'sz'), 'sz'));
	return {
		tradeId: `${filledAt}-${required(text(row, 'tid'), 'tid')}`,
		quantity,
		price: filledPrice,
		...feeOf(
			instrument,
			{ price: filledPrice, quantity, rate: undefined },
			{ asset: text(row, 'feeToken'), quantity: required(decimal(row, 'fee'), 'fee') },
		),
		filledAt,
	};
}

/**
 * Converts the exchange's client order id to ours by removing 0x. Returns null if the id is missing or has another
 * form.
 */
export function clientOrderIdOf(cloid: unknown): string | null {
	return typeof cloid === 'string' ? (/^0x([0-9a-f]{32})$/i.exec(cloid)?.[1]?.toLowerCase() ?? null) : null;
}

/**
 * Parses a fill with its cause. `liquidation` names the liquidated user, and is also part of the fill of the user who
 * took over the position. Only `dir` reveals deleveraging and the settlement of a delisted contract, in texts that no
 * page lists.
 */
function accountFillOf(row: Body, instrument: Instrument, account: string): AccountFill {
	const liquidated = text(at(row, 'liquidation'), 'liquidatedUser')?.toLowerCase();
	const direction = text(row, 'dir') ?? '';
	const cause: AccountFill['cause'] =
		liquidated === account || /^Liquidated/i.test(direction)
			? 'liquidation'
			: /auto-?deleverag/i.test(direction)
				? 'adl'
				: /settlement|delist/i.test(direction)
					? 'delisting'
					: 'order';
	return {
		...fillOf(row, instrument),
		side: text(row, 'side') === 'A' ? 'sell' : 'buy',
		venueOrderId: required(text(row, 'oid'), 'oid'),
		clientOrderId: clientOrderIdOf(row.cloid),
		cause,
	};
}

/** Parses a funding payment; returns undefined for a row that is not a payment on the contract. */
function paymentOf(row: Body, instrument: Instrument): FundingPaymentReport | undefined {
	const delta = at(row, 'delta');
	const stamp = whole(row, 'time');
	const amount = decimal(delta, 'usdc');
	if (stamp === undefined || amount === undefined || text(delta, 'coin') !== instrument.symbol)
		return undefined;
	const settledAt = settledInstant(stamp);
	const size = decimal(delta, 'szi');
	// Payments have no id, but each contract has only one per settlement.
	const recordId = `${instrument.symbol}-${stamp}`;
	const quantity = size === undefined ? null : fromOrderUnits(instrument, size);
	const rate = decimal(delta, 'fundingRate') ?? null;
	return { recordId, symbol: instrument.symbol, settledAt, rate, amount, quantity };
}

/** Currency of margin, profit and fees of Hyperliquid's perpetuals. */
export const COLLATERAL = 'USDC';

/**
 * Converts a ledger entry to an external flow if it moves collateral into or out of the account (page
 * "Subscriptions", WsUserNonFundingLedgerUpdate, and recorded entries). Returns undefined for internal and spot
 * entries. Hyperliquid's amounts are positive; the entry's type and sender determine our sign.
 */
export function flowOf(row: Body, account: string): ExternalFlowReport | undefined {
	const delta = at(row, 'delta');
	const kind = text(delta, 'type');
	const flowAt = whole(row, 'time');
	if (kind === undefined || flowAt === undefined) return undefined;
	const amount = flowAmount(delta, kind, account);
	if (amount === undefined || amount === ZERO) return undefined;
	const recordId = `${text(row, 'hash') ?? flowAt}:${kind}`;
	return { recordId, kind, cause: causeOf(delta, kind, amount), asset: COLLATERAL, amount, at: flowAt };
}

/** Kinds of ledger entries between balances and sub-accounts of one owner. */
const OWN_TRANSFERS: ReadonlySet<string> = new Set(['accountClassTransfer', 'subAccountTransfer']);
/** Kinds of ledger entries from or to other users and chains. */
const OUTSIDE: ReadonlySet<string> = new Set(['deposit', 'withdraw', 'internalTransfer', 'send']);

function causeOf(delta: unknown, kind: string, amount: Decimal): FlowCause {
	const isToSelf = kind === 'send' && text(delta, 'user') === text(delta, 'destination');
	if (OWN_TRANSFERS.has(kind) || isToSelf) return 'transfer';
	if (!OUTSIDE.has(kind)) return 'other';
	return amount > ZERO ? 'deposit' : 'withdrawal';
}

function flowAmount(delta: unknown, kind: string, account: string): Decimal | undefined {
	const usdc = decimal(delta, 'usdc');
	const fee = decimal(delta, 'fee') ?? ZERO;
	const isOut = text(delta, 'user')?.toLowerCase() === account;
	switch (kind) {
		case 'withdraw':
			return usdc === undefined ? undefined : neg(add(usdc, fee));
		case 'accountClassTransfer':
			return usdc === undefined ? undefined : at(delta, 'toPerp') === true ? usdc : neg(usdc);
		case 'internalTransfer':
		case 'subAccountTransfer':
			return usdc === undefined ? undefined : isOut ? neg(add(usdc, fee)) : usdc;
		case 'vaultCreate':
		case 'vaultDeposit':
			return usdc === undefined ? undefined : neg(usdc);
		case 'vaultWithdraw':
			return decimal(delta, 'netWithdrawnUsd');
		case 'send':
			return sentAmount(delta, account);
		// These rows concern spot assets, or also appear as fills.
		case 'spotTransfer':
		case 'spotGenesis':
		case 'rewardsClaim':
		case 'liquidation':
			return undefined;
		default:
			return usdc;
	}
}

/**
 * Computes the signed amount of a transfer between accounts, or between the perpetual exchanges on Hyperliquid; '' is
 * the exchange that we trade on. Returns undefined for any token other than the collateral.
 */
function sentAmount(delta: unknown, account: string): Decimal | undefined {
	if (text(delta, 'token') !== COLLATERAL) return undefined;
	const amount = required(decimal(delta, 'amount'), 'amount');
	const leaves = text(delta, 'user')?.toLowerCase() === account && (at(delta, 'sourceDex') ?? '') === '';
	const arrives =
		text(delta, 'destination')?.toLowerCase() === account && (at(delta, 'destinationDex') ?? '') === '';
	const out = leaves ? add(amount, decimal(delta, 'fee') ?? ZERO) : ZERO;
	return sub(arrives ? amount : ZERO, out);
}
