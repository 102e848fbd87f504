/** What the journal holds of one exchange account beside its executions: a fold over its events. */

import { add, type Decimal, mulTrunc, ZERO } from './decimal.ts';
import type { AccountEvent, CountedAsset, CountedPosition, ForeignFill } from './event.ts';

/** 1e-8. */
const UNIT = 10n ** 10n;

/** A deposit or withdrawal of one asset: positive came in, negative went out. */
export type ExternalFlow = {
	readonly asset: string;
	readonly quantity: Decimal;
	/** USD when it was read; null where no price was known. */
	readonly amount: Decimal | null;
};

/** One exchange account as its events tell it: the baseline, flows, and trades and funding that no execution caused. */
export type AccountBooks = {
	/** Undefined before the account was connected. */
	readonly connected: { readonly walletBalance: Decimal; readonly connectedAt: number } | undefined;
	/** What there was beside the wallet; undefined before it was counted. */
	readonly counted:
		| { readonly assets: readonly CountedAsset[]; readonly positions: readonly CountedPosition[] }
		| undefined;
	readonly flows: readonly ExternalFlow[];
	/** When the latest flow was; 0 before the first. */
	readonly latestFlowAt: number;
	/** By trade id. */
	readonly foreignFills: ReadonlyMap<string, ForeignFill>;
	/** USD that a settlement brought to the position that is not managed, by the venue's id of the settlement. */
	readonly unmanagedFunding: ReadonlyMap<string, Decimal>;
	/** Ids of the venue's records of flows that are journaled. */
	readonly flowIds: ReadonlySet<string>;
};

/** Folds the events of one account, in journal order; the first baseline and the first count of holdings are kept. */
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
				foreignFills.set(event.tradeId, event);
				break;
			case 'UnmanagedFundingRecorded':
				unmanagedFunding.set(event.recordId, add(unmanagedFunding.get(event.recordId) ?? ZERO, event.amount));
				break;
		}
	}
	return { connected, counted, flows, latestFlowAt, foreignFills, unmanagedFunding, flowIds };
}

/** USD of a quantity at a price, toward zero at the 8 places that ledgers count to; nothing is worth nothing at any price. */
export function worthOf(price: Decimal | null, quantity: Decimal): Decimal | null {
	if (quantity === 0n) return ZERO;
	return price === null ? null : (((mulTrunc(price, quantity) / UNIT) * UNIT) as Decimal);
}
