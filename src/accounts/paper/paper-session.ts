/**
 * Implements `VenueTrading` on a paper account. It responds as the venue would, and is unavailable whenever the venue
 * is.
 */

import { add, divTrunc, max, sum, ZERO } from '../../domain/decimal.ts';
import type { PaperAccount, PaperFill, PaperOrder, PaperStore } from '../../ports/paper-store.ts';
import type {
	AccountFill,
	AccountHint,
	BalanceReport,
	KeyDescription,
	OrderFinding,
	OrderReport,
	PositionReport,
	VenueTrading,
} from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { textOf } from '../../sentences/sentence.ts';
import { walletAssetOf } from '../../venues/facts.ts';
import { depositsOf } from './deposits.ts';
import type { LiveAccount } from './live-account.ts';
import {
	freeMargin,
	initialMargin,
	liquidationPrice,
	type MarginView,
	marginBehind,
	unrealizedOf,
} from './margin.ts';
import { PAPER_TEXTS } from './text.ts';
import type { VenueSurroundings } from './venue-surroundings.ts';

/**
 * Time within which a sent order can still arrive, milliseconds. Paper orders exist only in this process, so an order
 * that was not stored immediately never arrives.
 */
const REQUEST_WINDOW_MS = 1_000;
/** Maximum time that a new session waits for the venue's data, milliseconds. */
const WARM_UP_MS_MAX = 10_000;

type Session = {
	readonly find: (account: Pick<PaperAccount, 'accountId' | 'venue'>) => Promise<LiveAccount>;
	readonly accountId: string;
	readonly venue: string;
	readonly around: VenueSurroundings;
	readonly store: PaperStore;
	readonly walletAsset: ReturnType<typeof walletAssetOf>;
	/** Functions that stop watching the account. */
	readonly watches: Set<() => void>;
};

/** @param find returns the live account; rejects with KeyRefusedError if there is none */
export function openPaperSession(
	{ accountId, venue }: Pick<PaperAccount, 'accountId' | 'venue'>,
	find: (account: Pick<PaperAccount, 'accountId' | 'venue'>) => Promise<LiveAccount>,
	around: VenueSurroundings,
): VenueTrading {
	const { store } = around;
	const session: Session = {
		find,
		accountId,
		venue,
		around,
		store,
		walletAsset: walletAssetOf(venue),
		watches: new Set(),
	};
	return {
		venue,
		requestWindowMs: REQUEST_WINDOW_MS,
		describeKey: () => describeKey(session),
		warmUp: () => warmUp(session),
		async prepare(symbol, leverage, marginMode) {
			await requireUp(session);
			await (await live(session)).prepare(symbol, leverage, marginMode);
		},
		placeOrder: async (order) => (await live(session)).place(order),
		async findOrder(_symbol, clientOrderId) {
			const down = around.whyDown();
			if (down !== undefined) return { kind: 'unavailable', message: textOf(down) };
			await live(session);
			return found(session, await store.order(accountId, clientOrderId));
		},
		cancelOrder: async (symbol, clientOrderId) => (await live(session)).cancel(symbol, clientOrderId),
		accountFills: (symbol, from, to) =>
			asked(session, async () =>
				(await store.fills(accountId, from, to, symbol)).map((fill) => fillReport(fill, session.walletAsset)),
			),
		tradedSymbols: (from, to) =>
			asked(session, async () => [
				...new Set((await store.fills(accountId, from, to)).map(({ symbol }) => symbol)),
			]),
		watchAccount: (listener) => watchAccount(session, listener),
		renewStream() {},
		streamFault: () => null,
		positions: async () => positionsOf(await view(session)),
		balance: async () => balanceOf(await view(session)),
		fees: async (symbol) => around.feesOf(symbol),
		fundingPayments: (symbol, from, to) =>
			asked(session, async () =>
				(await store.payments(accountId, symbol, from, to)).map(({ settledAt, rate, amount, quantity }) => ({
					recordId: `${symbol}-${settledAt}`,
					symbol,
					settledAt,
					rate,
					amount,
					quantity,
				})),
			),
		externalFlows: (from, to) =>
			asked(session, async () =>
				depositsOf(store, (await live(session)).state().account, session.walletAsset, from, to),
			),
		async close() {
			for (const stop of session.watches) stop();
			session.watches.clear();
		},
	};
}

function watchAccount(session: Session, listener: (hint: AccountHint) => void): () => void {
	let isOver = false;
	let stopWatch = (): void => {};
	live(session).then(
		(account) => {
			if (!isOver) stopWatch = account.watch(listener);
		},
		// The session's next call reports that the account does not exist.
		() => {},
	);
	const stop = (): void => {
		isOver = true;
		session.watches.delete(stop);
		stopWatch();
	};
	session.watches.add(stop);
	return stop;
}

async function describeKey(session: Session): Promise<KeyDescription> {
	await live(session);
	return {
		uid: session.accountId,
		permissions: ['paper'],
		canTrade: true,
		canWithdraw: false,
		canTransfer: false,
		readOnly: false,
		expiresAt: null,
		ipBound: null,
	};
}

/**
 * Returns the live account once its work in progress is stored, so that every response includes all events up to now.
 */
async function live(session: Session): Promise<LiveAccount> {
	const account = await session.find({ accountId: session.accountId, venue: session.venue });
	await account.settled();
	return account;
}

/** Waits for the venue's first data if this process has received none yet. @throws VenueError unavailable */
async function requireUp(session: Session): Promise<void> {
	if (!session.around.wasUp()) await untilUp(session);
	const down = session.around.whyDown();
	if (down !== undefined) throw new VenueError(session.venue, 'unavailable', down, { fault: 'unreachable' });
}

/** @throws VenueError unavailable */
async function view(session: Session): Promise<MarginView> {
	await requireUp(session);
	const present = session.around.viewOf((await live(session)).state());
	if (present !== undefined) return present;
	throw new VenueError(session.venue, 'unavailable', PAPER_TEXTS.noMark());
}

async function asked<T>(session: Session, read: () => Promise<T>): Promise<T> {
	await requireUp(session);
	await live(session);
	return read();
}

async function warmUp(session: Session): Promise<void> {
	await live(session);
	await requireUp(session);
	const symbol = session.around.anySymbol();
	if (session.around.latency() === undefined && symbol !== undefined) await session.around.freshBook(symbol);
}

function untilUp(session: Session): Promise<void> {
	if (session.around.whyDown() === undefined) return Promise.resolve();
	return new Promise((resolve) => {
		const done = (): void => {
			stop();
			cancel();
			resolve();
		};
		const stop = session.around.onVenue(() => {
			if (session.around.whyDown() === undefined) done();
		});
		const cancel = session.around.clock.after(WARM_UP_MS_MAX, done);
	});
}

async function found(session: Session, order: PaperOrder | undefined): Promise<OrderFinding> {
	if (order === undefined) return { kind: 'absent' };
	const fills = await session.store.fillsOfOrder(session.accountId, order.venueOrderId);
	return {
		kind: 'found',
		report: reportOf(
			order,
			fills.map((fill) => fillReport(fill, session.walletAsset)),
		),
	};
}

function positionsOf(view: MarginView): readonly PositionReport[] {
	return view.positions.map((position) => {
		const { holding, mark } = position;
		const { symbol, quantity, entryValue, leverage, marginMode } = holding;
		return {
			symbol,
			quantity,
			entryPrice: divTrunc(entryValue, quantity),
			markPrice: mark,
			liquidationPrice: liquidationPrice(position, view),
			leverage,
			marginMode,
			margin: marginBehind(position, view),
			unrealizedPnl: unrealizedOf(position),
			adlRank: null,
		};
	});
}

function balanceOf(view: MarginView): BalanceReport {
	return {
		walletBalance: view.wallet,
		equity: add(view.wallet, sum(view.positions.map(unrealizedOf))),
		available: max(ZERO, freeMargin(view)),
		marginUsed: add(view.orderMargin, sum(view.positions.map(initialMargin))),
		otherAssets: [],
	};
}

function fillReport({ realized: _realized, ...fill }: PaperFill, walletAsset: string): AccountFill {
	return { ...fill, feeAsset: walletAsset, feeQuantity: fill.fee };
}

function reportOf(order: PaperOrder, fills: readonly AccountFill[]): OrderReport {
	const { clientOrderId, venueOrderId, status, filled } = order;
	const isOpen = status === 'waiting' || status === 'resting';
	return { clientOrderId, venueOrderId, status: isOpen ? 'open' : status, filledQuantity: filled, fills };
}
