/**
 * Opens a user's session at a simulated exchange behind the trading port, for one run of the process. Requests and
 * responses take time, arrive late or get lost. The session keeps the port's guarantees and nothing beyond them.
 */
import { add, fromInteger, ONE, sub, sum } from '../../src/domain/decimal.ts';
import type { DeadManSwitch, SwitchAnswer } from '../../src/ports/dead-man-switch.ts';
import {
	type CancelOutcome,
	type OrderFinding,
	type PositionReport,
	type SendOutcome,
	type VenueOrder,
	type VenueTrading,
	VISIBLE_WITHIN_MS,
} from '../../src/ports/venue.ts';
import { VenueError } from '../../src/ports/venue-error.ts';
import type { SeededRandom } from '../../src/runtime/seeded-random.ts';
import type { VirtualClock } from '../../src/runtime/virtual-clock.ts';
import { TRADING_KEY } from '../support/trading-key.ts';
import type { Exchange } from './exchange.ts';
import { FEE_ASSET, FEE_ASSET_PRICE, marginUsed, positionAt, type TrueOrder } from './exchange-account.ts';
import type { Faults } from './faults.ts';
import type { Incarnation } from './incarnation.ts';

/**
 * Time for which a request stays valid after signing, milliseconds. After that the venue refuses the request's
 * timestamp.
 */
const RECEIVE_WINDOW_MS = 5_000;
const CLOCKS_DIFFER_MS_MAX = 1_000;
const TIMEOUT_MS = 5_000;
const STALE_READ_MS = 300;
const SLOW_ANSWER_MS = 4_000;

export type SessionOptions = {
	readonly exchange: Exchange;
	readonly userId: string;
	readonly life: Incarnation;
	readonly time: VirtualClock;
	readonly random: SeededRandom;
	readonly faults: Faults;
	/** Called before and after a request is sent. Either call may kill the process. */
	readonly onWire: (when: 'before' | 'after') => void;
	/** Called when an order is about to leave the process. */
	readonly onSend: (venue: string, userId: string, order: VenueOrder) => void;
	/** True while no message can leave or arrive. */
	readonly isCut: () => boolean;
	readonly trace: (line: () => string) => void;
};

export function openSession(options: SessionOptions): VenueTrading {
	const { exchange, userId, life, time, random, faults } = options;
	const { venue } = exchange;
	/** KuCoin's lists of fills omit the client order id. */
	const tellsClientIds = venue !== 'kucoin';
	const account = () => exchange.accountOf(userId);

	function placeOrder(order: VenueOrder): Promise<SendOutcome> {
		if (!life.isAlive()) return new Promise(() => {});
		options.onSend(venue, userId, order);
		options.onWire('before');
		if (!life.isAlive()) return new Promise(() => {});
		const answer = send(order);
		options.onWire('after');
		return life.heard(answer);
	}

	function send(order: VenueOrder): Promise<SendOutcome> {
		options.trace(
			() =>
				`-> ${venue} ${userId} ${order.side} ${Number(order.quantity) / 1e18} ${order.symbol} at ${Number(order.limitPrice) / 1e18} ${order.timeInForce}${order.reduceOnly ? ' reduce-only' : ''} ${order.clientOrderId}`,
		);
		return new Promise((resolve) => {
			const gone: SendOutcome = { kind: 'unknown', message: 'the connection was lost' };
			const giveUp = (): void => {
				time.after(random.chance(0.5) ? TIMEOUT_MS : 1 + random.below(50), () => resolve(gone));
			};
			if (options.isCut()) {
				// Either no byte left this machine, so the order was certainly not sent, or the connection broke at
				// an unknown point.
				const isProven = random.chance(0.5);
				const code = 'NOT_SENT';
				time.after(1, () =>
					resolve(isProven ? { kind: 'rejected', code, message: 'no connection', passing: true } : gone),
				);
				return;
			}
			if (faults.hit('lostRequest')) return giveUp();
			const isLate = faults.hit('lateRequest');
			const arrivesIn = isLate ? random.below(RECEIVE_WINDOW_MS + CLOCKS_DIFFER_MS_MAX) : random.below(40);
			const answersIn = arrivesIn + 1 + random.below(faults.hit('slowAnswer') ? SLOW_ANSWER_MS : 40);
			if (faults.hit('duplicateRequest'))
				time.after(arrivesIn + random.below(200), () => void exchange.take(userId, order));
			let outcome: SendOutcome = gone;
			time.after(arrivesIn, () => {
				outcome = exchange.take(userId, order);
			});
			if (isLate || faults.hit('lostAnswer')) return giveUp();
			time.after(answersIn, () => resolve(outcome));
		});
	}

	function cancelOrder(_symbol: string, clientOrderId: string): Promise<CancelOutcome> {
		if (!life.isAlive()) return new Promise(() => {});
		options.onWire('before');
		if (!life.isAlive()) return new Promise(() => {});
		options.trace(() => `-> ${venue} ${userId} cancel ${clientOrderId}`);
		const answer = new Promise<CancelOutcome>((resolve) => {
			const gone: CancelOutcome = { kind: 'unknown', message: 'the connection was lost' };
			const isLost = options.isCut() || faults.hit('lostCancel');
			const arrivesIn = random.below(60);
			let outcome = gone;
			if (!isLost || random.chance(0.5))
				time.after(arrivesIn, () => {
					const kind = exchange.cancel(userId, clientOrderId);
					outcome = { kind, message: kind === 'asked' ? 'taken' : 'there is no such open order' };
				});
			time.after(isLost ? TIMEOUT_MS : arrivesIn + 1 + random.below(40), () =>
				resolve(isLost ? gone : outcome),
			);
		});
		options.onWire('after');
		return life.heard(answer);
	}

	const { switches } = exchange;
	const SAID: SwitchAnswer = { kind: 'yes', said: 'it is armed' };
	const UNSAID: SwitchAnswer = { kind: 'unknown', said: 'the connection was lost' };

	function askSwitch<T>(symbol: string, effect: () => T, lost: T): Promise<T> {
		if (!life.isAlive()) return new Promise(() => {});
		switches?.asked(userId, symbol);
		options.onWire('before');
		if (!life.isAlive()) return new Promise(() => {});
		const answer = new Promise<T>((resolve) => {
			const isLost = options.isCut() || faults.hit('lostCancel');
			const arrivesIn = random.below(60);
			let outcome = lost;
			if (!isLost || random.chance(0.5))
				time.after(arrivesIn, () => {
					outcome = effect();
				});
			time.after(isLost ? TIMEOUT_MS : arrivesIn + 1 + random.below(40), () =>
				resolve(isLost ? lost : outcome),
			);
		});
		options.onWire('after');
		return life.heard(answer);
	}

	const deadMan: DeadManSwitch | undefined =
		switches === undefined
			? undefined
			: {
					reach: 'contract',
					check: () => reading(() => SAID).catch(() => UNSAID),
					arm: (symbol, isOurs) =>
						askSwitch(
							symbol,
							() => {
								options.trace(() => `${venue} arms the switch of ${userId} ${symbol}`);
								switches.arm(account(), symbol, isOurs);
								return SAID;
							},
							UNSAID,
						),
					disarm: (symbol) =>
						askSwitch(
							symbol,
							() => {
								options.trace(() => `${venue} disarms the switch of ${userId} ${symbol}`);
								switches.disarm(account(), symbol);
								return true;
							},
							false,
						),
				};

	/** Reads the state when the venue creates its response, before the response arrives. */
	function reading<T>(read: () => T): Promise<T> {
		return life.heard(
			new Promise((resolve, reject) => {
				const fails = options.isCut() || faults.hit('readFails');
				const madeIn = 1 + random.below(30);
				const arrivesIn = 1 + random.below(faults.hit('slowAnswer') ? SLOW_ANSWER_MS : 30);
				time.after(madeIn, () => {
					if (fails) return void time.after(arrivesIn, () => reject(unavailable()));
					const answer = read();
					time.after(arrivesIn, () => resolve(answer));
				});
			}),
		);
	}

	function unavailable(): VenueError {
		return new VenueError(venue, 'unavailable', 'no answer');
	}

	function rows<Row>(list: readonly Row[]): readonly Row[] {
		const last = list.at(-1);
		return last !== undefined && faults.hit('repeatedRow') ? [...list, last] : list;
	}

	function found(entry: TrueOrder | undefined): OrderFinding {
		const now = time.now();
		if (entry === undefined || entry.foundFrom > now) return { kind: 'absent' };
		const fills = entry.fills.filter(({ listedAt }) => listedAt <= now);
		const isWhole = fills.length === entry.fills.length;
		return {
			kind: 'found',
			report: {
				clientOrderId: entry.request.clientOrderId,
				venueOrderId: entry.venueOrderId,
				status: isWhole ? entry.status : 'open',
				filledQuantity: sum(fills.map(({ quantity }) => quantity)),
				fills,
			},
		};
	}

	function positions(): readonly PositionReport[] {
		const at = time.now() - (faults.hit('staleRead') ? random.below(STALE_READ_MS) : 0);
		return [...account().positions.keys()]
			.map((symbol) => {
				const [leverage, marginMode] = (account().prepared.get(symbol) ?? '1 isolated').split(' ');
				return {
					symbol,
					quantity: positionAt(account(), symbol, at),
					entryPrice: null,
					markPrice: exchange.markOf(symbol),
					liquidationPrice: null,
					leverage: fromInteger(Number(leverage)),
					marginMode: marginMode === 'cross' ? ('cross' as const) : ('isolated' as const),
					margin: null,
					unrealizedPnl: null,
					adlRank: null,
				};
			})
			.filter(({ quantity }) => quantity !== 0n);
	}

	return {
		venue,
		requestWindowMs: RECEIVE_WINDOW_MS + CLOCKS_DIFFER_MS_MAX + VISIBLE_WITHIN_MS,
		describeKey: () => reading(() => TRADING_KEY),
		warmUp: async () => {},
		prepare: (symbol, leverage, marginMode) =>
			reading(() => {
				account().prepared.set(symbol, `${leverage / ONE} ${marginMode}`);
			}),
		placeOrder,
		findOrder: (_symbol, clientOrderId) =>
			reading(() => found(account().orders.get(clientOrderId))).catch(
				(): OrderFinding => ({ kind: 'unavailable', message: 'no answer' }),
			),
		cancelOrder,
		deadMan,
		accountFills: (symbol, from, to) =>
			reading(() =>
				rows(
					account()
						.fills.filter(
							(fill) =>
								fill.symbol === symbol &&
								fill.filledAt >= from &&
								fill.filledAt <= to &&
								fill.listedAt <= time.now(),
						)
						.map((fill) => (tellsClientIds ? fill : { ...fill, clientOrderId: null })),
				),
			),
		tradedSymbols: (from, to) =>
			reading(() => {
				const listed = account().fills.filter(
					(fill) => fill.filledAt >= from && fill.filledAt <= to && fill.listedAt <= time.now(),
				);
				return [...new Set(listed.map(({ symbol }) => symbol))];
			}),
		watchAccount: (listener) =>
			exchange.listen((toldUser, hint) => {
				if (toldUser !== userId || options.isCut() || faults.hit('lostHint')) return;
				const tell = (): void => {
					if (life.isAlive()) listener(hint);
				};
				time.after(random.below(faults.hit('lateHint') ? SLOW_ANSWER_MS : 20), tell);
				if (faults.hit('repeatedHint')) time.after(random.below(SLOW_ANSWER_MS), tell);
			}),
		renewStream() {},
		streamFault: () => null,
		positions: () => reading(positions),
		balance: () =>
			reading(() => {
				const { wallet, feeAssetHeld } = account();
				const equity = add(wallet, exchange.unrealized(userId));
				const used = marginUsed(account());
				return {
					walletBalance: wallet,
					equity,
					available: sub(wallet, used),
					marginUsed: used,
					otherAssets: [{ asset: FEE_ASSET, quantity: feeAssetHeld, usdPrice: FEE_ASSET_PRICE }],
				};
			}),
		fees: () => reading(() => exchange.fees),
		fundingPayments: (symbol, from, to) =>
			reading(() => {
				const now = time.now();
				const all = account().payments.filter(
					(row) =>
						row.symbol === symbol && row.settledAt >= from && row.settledAt <= to && row.listedAt <= now,
				);
				return rows(all.length > 0 && faults.hit('missingPayment') ? all.slice(0, -1) : all);
			}),
		externalFlows: (from, to) =>
			reading(() => rows(account().flows.filter(({ at }) => at >= from && at <= to))),
		close: async () => {},
	};
}
