/**
 * What came into an account and left it, asked for only where something may have. The list weighs 21, ten times what the account's
 * state does, and is looked at with every state: whatever moves the collateral changes the cash of the state, so that while this
 * stands still there is nothing new.
 */
import type { Decimal } from '../../domain/decimal.ts';
import type { Call } from '../shared/dialect.ts';
import { type Body, whole } from '../shared/fields.ts';
import type { SharedRecords } from './ranges.ts';

/** Cash has stood still for so long before what is recorded late has come too, milliseconds; how late is not documented. */
const STILL_MS = 30_000;
/** Movements that cancel each other out show no other way: it is asked again after this, milliseconds. */
const KEPT_MS_MAX = 60_000;

/** By the states of the account; times by the venue's clock. */
type Cash = { readonly amount: Decimal; readonly since: number; readonly at: number };
type Kept = { readonly rows: readonly Body[]; readonly from: number; readonly cash: Cash };

/** The ledger of one account. */
export type Ledger = {
	/** A state of the account says so. @param at by the venue's clock, milliseconds */
	readonly noteCash: (amount: Decimal, at: number) => void;
	/** Entries with from ≤ time ≤ to, as far as they are recorded. @throws VenueError */
	readonly rows: (call: Call, from: number, to: number) => Promise<readonly Body[]>;
};

/** Creates the reader of deposits and withdrawals, which asks again only after the account's cash has changed. */
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

/** @param then when the rows were asked for */
function isAllThereIs(then: Cash, now: Cash): boolean {
	return (
		then.amount === now.amount &&
		then.since === now.since &&
		then.at - then.since >= STILL_MS &&
		now.at - then.at < KEPT_MS_MAX
	);
}
