/**
 * Plans transfers between a user's exchange accounts. The service never withdraws: a person moves the money, and
 * `margin-arrivals.ts` recognizes it in the ledgers. Pure functions; amounts in whole USD are decimals.
 */
import { fromInteger } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { MarginLevel, TransferPlan, TransferProposal } from '../ports/margin-plan.ts';
import {
	accountFigures,
	accountSigma,
	type BookAccount,
	emptyingMoves,
	hoursToMove,
	moveToShare,
} from './margin-book.ts';
import { LEVEL_SHARES } from './margin-levels.ts';
import { type Amounts, fewestMoves } from './margin-moves.ts';
import { equityTargets } from './margin-targets.ts';
import { MARGIN_TEXT } from './margin-text.ts';

/** Smallest transfer that is worth its network fee, USD. */
export const TRANSFER_MIN_USD = 10;
/** Accounts at these levels get money. */
const NEEDY: ReadonlySet<MarginLevel> = new Set(['transfer', 'reduce']);
const HOUR_MS = 3_600_000;

/**
 * Plans the transfers that bring every exchange at the level `transfer` or `reduce` to its equity target
 * (`margin-targets.ts`). A donor keeps its own target. The number of transfers is the smallest possible.
 * @param levels level of each exchange; an exchange without one is `ok`
 * @param targets 1/L of each exchange
 * @param underWay money that will arrive at an exchange without a further transfer, USD
 */
export function planTransfers(
	accounts: readonly BookAccount[],
	levels: ReadonlyMap<VenueName, MarginLevel>,
	targets: ReadonlyMap<VenueName, number>,
	now: number,
	underWay: ReadonlyMap<VenueName, number> = new Map(),
): TransferPlan {
	const wanted = equityTargets(accounts.map((account) => withUnderWay(account, underWay))).equity;
	const needs = new Map<string, number>();
	const spare = new Map<string, number>();
	for (const account of accounts) {
		const { exchange, available } = account;
		const beyond = withUnderWay(account, underWay).equity - (wanted.get(exchange) ?? 0);
		if (NEEDY.has(levels.get(exchange) ?? 'ok')) {
			if (-beyond >= TRANSFER_MIN_USD) needs.set(exchange, Math.ceil(-beyond));
		} else if (Math.min(beyond, available) >= TRANSFER_MIN_USD)
			spare.set(exchange, Math.floor(Math.min(beyond, available)));
	}
	const byExchange = new Map(accounts.map((account) => [account.exchange, account]));
	const moves = fewestMoves(shared(needs, spare, byExchange), spare);
	return {
		transfers: moves.flatMap(({ from, to, amount }) => {
			const account = byExchange.get(to);
			return account === undefined
				? []
				: [proposal(account, { from, amount, target: targets.get(to) ?? 1, now })];
		}),
		missing: [...needs].flatMap(([exchange, need]) => {
			const got = moves.filter(({ to }) => to === exchange).reduce((sum, { amount }) => sum + amount, 0);
			const lacks = need - got;
			return lacks > 0 ? [{ exchange, amount: fromInteger(lacks) }] : [];
		}),
	};
}

/** Counts money that is under way as if it had arrived, so that nobody is asked to send it twice. */
function withUnderWay(account: BookAccount, underWay: ReadonlyMap<VenueName, number>): BookAccount {
	return { ...account, equity: account.equity + (underWay.get(account.exchange) ?? 0) };
}

/** Lowers the needs to what can be given. The exchange with the least equity per notional gets its part first. */
function shared(
	needs: Amounts,
	spare: Amounts,
	accounts: ReadonlyMap<string, BookAccount>,
): ReadonlyMap<string, number> {
	let left = [...spare.values()].reduce((sum, usd) => sum + usd, 0);
	const shareOf = (exchange: string): number => {
		const account = accounts.get(exchange);
		return account === undefined ? 0 : (accountFigures(account).share ?? Number.POSITIVE_INFINITY);
	};
	const given = new Map<string, number>();
	for (const [exchange, need] of [...needs].sort(([a], [b]) => shareOf(a) - shareOf(b) || (a < b ? -1 : 1))) {
		const usd = Math.min(need, left);
		left -= usd;
		if (usd > 0) given.set(exchange, usd);
	}
	return given;
}

function proposal(
	to: BookAccount,
	{
		from,
		amount,
		target,
		now,
	}: {
		readonly from: VenueName;
		readonly amount: number;
		readonly target: number;
		readonly now: number;
	},
): TransferProposal {
	const sigma = accountSigma(to);
	const { share } = accountFigures(to);
	const hoursLeft = hoursToMove(moveToShare(to, LEVEL_SHARES.reduce * target), sigma);
	const { fall, rise } = emptyingMoves(to);
	const nearest = fall === null || (rise !== null && rise < -fall) ? rise : fall;
	const hours = hoursToMove(nearest, sigma);
	return {
		from,
		to: to.exchange,
		amount: fromInteger(amount),
		by: hoursLeft === null ? null : now + Math.floor(hoursLeft * HOUR_MS),
		why: MARGIN_TEXT.transferWhy({ exchange: to.shownName, share: share ?? 0, target }),
		without:
			nearest === null
				? MARGIN_TEXT.withoutReduces({ exchange: to.shownName })
				: MARGIN_TEXT.withoutEmpties({
						exchange: to.shownName,
						move: nearest,
						hours: hours === null ? null : Math.floor(hours),
					}),
	};
}
