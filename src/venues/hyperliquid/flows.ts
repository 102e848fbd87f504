/**
 * What came into an account and left it, asked for only where something may have. The list weighs 21, ten times what the account's
 * state does, and is looked at with every state: whatever moves the collateral changes the cash of the state, so that while this
 * stands still there is nothing new.
 */
import type { Decimal } from '../../domain/decimal.ts';
import type { Call } from '../shared/dialect.ts';
import { type Body, whole } from '../shared/fields.ts';
import { sharedRecords } from './ranges.ts';

/** Cash has stood still for so long before what is recorded late has come too, milliseconds; how late is not documented. */
const STILL_MS = 30_000;
/** Movements that cancel each other out show no other way: it is asked again after this, milliseconds. */
const KEPT_MS_MAX = 60_000;

/** By the states of the account; times by the venue's clock. */
type Cash = { readonly amount: Decimal; readonly since: number; readonly at: number };
type Kept = { readonly rows: readonly Body[]; readonly from: number; readonly cash: Cash };

const cashOf = new WeakMap<Call, Cash>();
const keptOf = new WeakMap<Call, Kept>();

/** A state of the account says so. */
export function noteCash(call: Call, amount: Decimal, at: number): void {
	const before = cashOf.get(call);
	if (before !== undefined && at < before.at) return;
	const since = before?.amount === amount ? before.since : at;
	cashOf.set(call, { amount, since, at });
}

/** Entries of the account's ledger with from ≤ time ≤ to, as far as they are recorded. @throws VenueError */
export async function ledgerRows(call: Call, from: number, to: number): Promise<readonly Body[]> {
	const cash = cashOf.get(call);
	const kept = keptOf.get(call);
	if (cash !== undefined && kept !== undefined && from >= kept.from && isAllThereIs(kept.cash, cash))
		return kept.rows.filter((row) => (whole(row, 'time') ?? from) >= from);
	const rows = await sharedRecords(call, 'userNonFundingLedgerUpdates', from, to);
	if (cash !== undefined) keptOf.set(call, { rows, from, cash });
	return rows;
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
