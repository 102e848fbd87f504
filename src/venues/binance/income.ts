/**
 * The income of a Binance account: its ledger, in which every change of a balance has a row (USD-M futures, page "Get Income
 * History", read 2026-11). A request of it weighs 30 of an address's 2,400 a minute, too much to be part of every look at an
 * account; but while no balance has changed, nothing can have been added, and what was read is still all there is.
 */
import type { BalanceReport } from '../../ports/venue.ts';
import type { Call } from '../shared/dialect.ts';
import { type Body, listed, whole } from '../shared/fields.ts';
import { readInParts, TOO_MANY } from '../shared/paging.ts';

const ROWS_MAX = 1_000;
/** Every read reaches back at least so far, so that one serves whatever is asked in one look at the account. */
const REACH_MS = 10 * 60_000;
/** One look at an account asks several times. */
const LOOK_MS = 2_000;
/** So long after a balance has changed each look reads anew: its row may come later than the change. */
const SETTLING_MS = 5_000;
/** Two changes may cancel each other out: at least so often it is read, whatever the balances say. */
const KEPT_MS_MAX = 60_000;

type Kept = {
	readonly balances: string;
	readonly from: number;
	readonly to: number;
	readonly rows: readonly Body[];
};
type Look = { balances: string; changedAt: number | undefined; kept: Kept | undefined };

/** The income of one account's session. */
export type Income = {
	/** Holdings of the account in its latest answer. */
	readonly noteBalances: (report: BalanceReport) => void;
	/** Every row of from…to: read now, in this look, or since the balances were the same as now. @throws VenueError */
	readonly rows: (call: Call, from: number, to: number) => Promise<readonly Body[]>;
	/** The same of settlements, which may come before a balance is read: nothing older than this look is taken for all. @throws VenueError */
	readonly recentRows: (call: Call, from: number, to: number) => Promise<readonly Body[]>;
};

/** Creates the reader of an account's income, which asks again only after a balance has changed. */
export function createIncome(): Income {
	const look: Look = { balances: '', changedAt: undefined, kept: undefined };

	async function rows(call: Call, from: number, to: number): Promise<readonly Body[]> {
		look.changedAt ??= to;
		const present = keptRows(look, from, to, look.changedAt);
		if (present !== undefined) return present;
		const { balances } = look;
		const start = Math.min(from, to - REACH_MS);
		const read = await readIncome(call, start, to);
		look.kept = { balances, from: start, to, rows: read };
		return read.filter((row) => isWithin(row, from, to));
	}

	return {
		noteBalances({ walletBalance, otherAssets }) {
			const others = otherAssets.map(({ asset, quantity }) => `${asset} ${quantity}`);
			const balances = [walletBalance, ...others].join();
			if (look.balances === balances) return;
			look.balances = balances;
			look.changedAt = undefined;
		},
		rows,
		async recentRows(call, from, to) {
			if (look.kept !== undefined && to - look.kept.to >= LOOK_MS) look.kept = undefined;
			return rows(call, from, to);
		},
	};
}

function keptRows(
	{ kept, balances }: Look,
	from: number,
	to: number,
	changedAt: number,
): readonly Body[] | undefined {
	if (kept === undefined || kept.balances !== balances || kept.from > from || to < kept.from)
		return undefined;
	const age = to - kept.to;
	const isOfThisLook = age < LOOK_MS;
	const isSettled = kept.to - changedAt >= SETTLING_MS && age < KEPT_MS_MAX;
	return isOfThisLook || isSettled ? kept.rows.filter((row) => isWithin(row, from, to)) : undefined;
}

function readIncome(call: Call, from: number, to: number): Promise<readonly Body[]> {
	return readInParts(from, to, async (startTime, endTime) => {
		const query = { startTime, endTime, limit: ROWS_MAX };
		const list = listed(await call('account', 'fapiPrivateGetIncome', query), 'rows');
		return list.length < ROWS_MAX ? list : TOO_MANY;
	});
}

function isWithin(row: Body, from: number, to: number): boolean {
	const at = whole(row, 'time') ?? from;
	return at >= from && at <= to;
}
