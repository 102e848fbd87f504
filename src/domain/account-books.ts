/**
 * Folds the journal of one exchange account: baseline, deposits and withdrawals, and trades and funding outside any
 * execution.
 */

import { add, type Decimal, mulTrunc, ZERO } from './decimal.ts';
import type { AccountEvent, CountedAsset, CountedPosition, FlowCause, ForeignFill } from './event.ts';

/** 1e-8 in the units of `Decimal`. */
const UNIT = 10n ** 10n;

/** A deposit (positive) or withdrawal (negative) of one asset. */
export type ExternalFlow = {
	/** The exchange's id of the record. */
	readonly recordId: string;
	/** Absent for flows that releases up to 0.2 recorded. */
	readonly cause?: FlowCause;
	/** Milliseconds. */
	readonly flowedAt: number;
	readonly asset: string;
	readonly quantity: Decimal;
	/** USD value when the service read the flow; null if no price was known. */
	readonly amount: Decimal | null;
};

/**
 * State of one exchange account from its events: the baseline, flows, and trades and funding that no execution
 * caused.
 */
export type AccountBooks = {
	/** Wallet balance and time (milliseconds) at the connection of the account; undefined before that. */
	readonly connected: { readonly walletBalance: Decimal; readonly connectedAt: number } | undefined;
	/**
	 * Assets and positions besides the wallet balance when the account was connected; undefined before they were
	 * counted.
	 */
	readonly counted:
		| { readonly assets: readonly CountedAsset[]; readonly positions: readonly CountedPosition[] }
		| undefined;
	readonly flows: readonly ExternalFlow[];
	/** Time of the latest deposit or withdrawal, milliseconds; 0 if there was none. */
	readonly latestFlowAt: number;
	/** Fills of orders that are not ours, by `tradeKey`. */
	readonly foreignFills: ReadonlyMap<string, ForeignFill>;
	/** Funding on positions outside the executions, USD, by the venue's settlement id. */
	readonly unmanagedFunding: ReadonlyMap<string, Decimal>;
	/** The venue's record ids of the deposits and withdrawals in the journal. */
	readonly flowIds: ReadonlySet<string>;
};

/**
 * Names a trade within one account. Binance numbers the trades of each contract for itself, so the number alone may
 * repeat (Account Trade List, trade `id` per symbol, 2026-11).
 */
export function tradeKey(symbol: string, tradeId: string): string {
	return `${symbol} ${tradeId}`;
}

/**
 * Folds the events of one account in journal order. The first baseline and the first count of holdings remain in
 * force; later ones are ignored.
 */
export function foldAccount(events: readonly AccountEvent[]): AccountBooks {
	let connected: AccountBooks['connected'];
	let counted: AccountBooks['counted'];
	let latestFlowAt = 0;
	const flows: ExternalFlow[] = [];
	const foreignFills = new Map<string, ForeignFill>();
	const unmanagedFunding = new Map<string, Decimal>();
	const flowIds = new Set<string>();
	for (const event of events) {
		switch (event.type) {
			case 'AccountConnected':
				connected ??= event;
				break;
			case 'HoldingsCounted':
				counted ??= event;
				break;
			case 'ExternalFlowRecorded':
				flowIds.add(event.recordId);
				flows.push(event);
				latestFlowAt = Math.max(latestFlowAt, event.flowedAt);
				break;
			case 'ForeignFillRecorded':
				foreignFills.set(tradeKey(event.symbol, event.tradeId), event);
				break;
			case 'UnmanagedFundingRecorded':
				unmanagedFunding.set(event.recordId, add(unmanagedFunding.get(event.recordId) ?? ZERO, event.amount));
				break;
		}
	}
	return { connected, counted, flows, latestFlowAt, foreignFills, unmanagedFunding, flowIds };
}

/**
 * Computes the USD value of a quantity, truncated to the ledgers' 8 decimal places. A zero quantity is worth zero
 * even without a price. Returns null for any other quantity without a price.
 */
export function worthOf(price: Decimal | null, quantity: Decimal): Decimal | null {
	if (quantity === 0n) return ZERO;
	return price === null ? null : (((mulTrunc(price, quantity) / UNIT) * UNIT) as Decimal);
}
