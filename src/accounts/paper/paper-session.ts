/** `VenueTrading` on a paper account. It answers as the venue would, and while that cannot be reached it cannot be either. */
import { add, divTrunc, max, sum, ZERO } from '../../domain/decimal.ts';
import type { PaperFill, PaperOrder } from '../../ports/paper-store.ts';
import {
	type AccountFill,
	type BalanceReport,
	type KeyDescription,
	type OrderFinding,
	type OrderReport,
	type PositionReport,
	VenueError,
	type VenueTrading,
} from '../../ports/venue.ts';
import { walletAssetOf } from '../../venues/facts.ts';
import type { LiveAccount } from './live-account.ts';
import {
	freeMargin,
	initialMargin,
	liquidationPrice,
	type MarginView,
	marginBehind,
	unrealizedOf,
} from './margin.ts';
import type { VenueSurroundings } from './venue-surroundings.ts';

/** Nothing of a paper order is outside of this process: one that was not stored at once never will be. */
const REQUEST_WINDOW_MS = 1_000;
/** How long a session waits for the venue's data when it is opened. */
const WARM_UP_MS_MAX = 10_000;

export function openPaperSession(live: LiveAccount, around: VenueSurroundings): VenueTrading {
	const { venue, store } = around;
	const walletAsset = walletAssetOf(venue);
	const { account } = live.state();
	const { accountId } = account;
	const watches = new Set<() => void>();

	/** At the start of the process the venue's data is on its way. @throws VenueError unavailable */
	async function requireUp(): Promise<void> {
		if (!around.wasUp()) await untilUp();
		const down = around.whyDown();
		if (down !== undefined) throw new VenueError(venue, 'unavailable', down, { fault: 'unreachable' });
	}

	/** @throws VenueError unavailable */
	async function view(): Promise<MarginView> {
		await requireUp();
		const present = around.viewOf(live.state());
		if (present !== undefined) return present;
		throw new VenueError(venue, 'unavailable', `${venue} gives no mark price of a position.`);
	}

	async function asked<T>(read: () => T): Promise<T> {
		await requireUp();
		return read();
	}

	async function warmUp(): Promise<void> {
		await requireUp();
		const symbol = around.anySymbol();
		if (around.latency() === undefined && symbol !== undefined) await around.freshBook(symbol);
	}

	function untilUp(): Promise<void> {
		if (around.whyDown() === undefined) return Promise.resolve();
		return new Promise((resolve) => {
			const done = (): void => {
				stop();
				cancel();
				resolve();
			};
			const stop = around.onVenue(() => {
				if (around.whyDown() === undefined) done();
			});
			const cancel = around.clock.after(WARM_UP_MS_MAX, done);
		});
	}

	function found(order: PaperOrder | undefined): OrderFinding {
		if (order === undefined) return { kind: 'absent' };
		const fills = store
			.fillsOfOrder(accountId, order.venueOrderId)
			.map((fill) => fillReport(fill, walletAsset));
		return { kind: 'found', report: reportOf(order, fills) };
	}

	return {
		venue,
		requestWindowMs: REQUEST_WINDOW_MS,
		describeKey: async (): Promise<KeyDescription> => ({
			uid: accountId,
			permissions: ['paper'],
			canTrade: true,
			canWithdraw: false,
			readOnly: false,
			expiresAt: null,
			ipBound: null,
		}),
		warmUp,
		async prepare(symbol, leverage, marginMode) {
			await requireUp();
			await live.prepare(symbol, leverage, marginMode);
		},
		placeOrder: (order) => live.place(order),
		async findOrder(_symbol, clientOrderId) {
			const down = around.whyDown();
			if (down !== undefined) return { kind: 'unavailable', message: down };
			return found(store.order(accountId, clientOrderId));
		},
		cancelOrder: (symbol, clientOrderId) => live.cancel(symbol, clientOrderId),
		accountFills: (symbol, from, to) =>
			asked(() => store.fills(accountId, from, to, symbol).map((fill) => fillReport(fill, walletAsset))),
		tradedSymbols: (from, to) =>
			asked(() => [...new Set(store.fills(accountId, from, to).map(({ symbol }) => symbol))]),
		watchAccount(listener) {
			const stop = live.watch(listener);
			watches.add(stop);
			return () => {
				watches.delete(stop);
				stop();
			};
		},
		renewStream() {},
		streamFault: () => null,
		positions: async () => positionsOf(await view()),
		balance: async () => balanceOf(await view()),
		fees: async (symbol) => around.feesOf(symbol),
		fundingPayments: (symbol, from, to) =>
			asked(() =>
				store.payments(accountId, symbol, from, to).map(({ settledAt, rate, amount, quantity }) => ({
					recordId: `${symbol}-${settledAt}`,
					symbol,
					settledAt,
					rate,
					amount,
					quantity,
				})),
			),
		externalFlows: (from, to) =>
			asked(() => {
				const { openedAt: at, deposit: amount } = account;
				return from <= at && at <= to
					? [{ recordId: 'deposit', kind: 'paper deposit', asset: walletAsset, amount, at }]
					: [];
			}),
		async close() {
			for (const stop of watches) stop();
			watches.clear();
		},
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
