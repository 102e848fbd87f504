/** `VenueTrading` on a paper account. It answers as the venue would, and while that cannot be reached it cannot be either. */
import { add, divTrunc, max, sum, ZERO } from '../../domain/decimal.ts';
import type { PaperAccount, PaperFill, PaperOrder } from '../../ports/paper-store.ts';
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

/** @param find the account as it lives; rejects with KeyRefusedError where there is none */
export function openPaperSession(
	{ accountId, venue }: Pick<PaperAccount, 'accountId' | 'venue'>,
	find: (account: Pick<PaperAccount, 'accountId' | 'venue'>) => Promise<LiveAccount>,
	around: VenueSurroundings,
): VenueTrading {
	const { store } = around;
	const walletAsset = walletAssetOf(venue);
	/** Every answer includes what has happened up to now. */
	async function live(): Promise<LiveAccount> {
		const account = await find({ accountId, venue });
		await account.settled();
		return account;
	}
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
		const present = around.viewOf((await live()).state());
		if (present !== undefined) return present;
		throw new VenueError(venue, 'unavailable', `${venue} gives no mark price of a position.`);
	}

	async function asked<T>(read: () => Promise<T>): Promise<T> {
		await requireUp();
		await live();
		return read();
	}

	async function warmUp(): Promise<void> {
		await live();
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

	async function found(order: PaperOrder | undefined): Promise<OrderFinding> {
		if (order === undefined) return { kind: 'absent' };
		const fills = await store.fillsOfOrder(accountId, order.venueOrderId);
		return {
			kind: 'found',
			report: reportOf(
				order,
				fills.map((fill) => fillReport(fill, walletAsset)),
			),
		};
	}

	return {
		venue,
		requestWindowMs: REQUEST_WINDOW_MS,
		async describeKey(): Promise<KeyDescription> {
			await live();
			return {
				uid: accountId,
				permissions: ['paper'],
				canTrade: true,
				canWithdraw: false,
				readOnly: false,
				expiresAt: null,
				ipBound: null,
			};
		},
		warmUp,
		async prepare(symbol, leverage, marginMode) {
			await requireUp();
			await (await live()).prepare(symbol, leverage, marginMode);
		},
		placeOrder: async (order) => (await live()).place(order),
		async findOrder(_symbol, clientOrderId) {
			const down = around.whyDown();
			if (down !== undefined) return { kind: 'unavailable', message: down };
			await live();
			return found(await store.order(accountId, clientOrderId));
		},
		cancelOrder: async (symbol, clientOrderId) => (await live()).cancel(symbol, clientOrderId),
		accountFills: (symbol, from, to) =>
			asked(async () =>
				(await store.fills(accountId, from, to, symbol)).map((fill) => fillReport(fill, walletAsset)),
			),
		tradedSymbols: (from, to) =>
			asked(async () => [...new Set((await store.fills(accountId, from, to)).map(({ symbol }) => symbol))]),
		watchAccount(listener) {
			let isOver = false;
			let stopWatch = (): void => {};
			live().then(
				(account) => {
					if (!isOver) stopWatch = account.watch(listener);
				},
				// The next caller is told that there is no account.
				() => {},
			);
			const stop = (): void => {
				isOver = true;
				watches.delete(stop);
				stopWatch();
			};
			watches.add(stop);
			return stop;
		},
		renewStream() {},
		streamFault: () => null,
		positions: async () => positionsOf(await view()),
		balance: async () => balanceOf(await view()),
		fees: async (symbol) => around.feesOf(symbol),
		fundingPayments: (symbol, from, to) =>
			asked(async () =>
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
			asked(async () => {
				const { openedAt: at, deposit: amount } = (await live()).state().account;
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
