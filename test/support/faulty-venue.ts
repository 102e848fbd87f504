/**
 * A fake venue behind the trading port, controlled by a test. Requests may be lost or late, responses lost, fills
 * partial, orders rejected, and reads may fail. Each fill is at the order's limit price, so a test can assert exact
 * figures. The venue knows the true orders and positions, so that a test can compare them with the service's view. It
 * is for tests of one scenario at a time. To find scenarios, use `test/simulation/exchange.ts`, which draws its order
 * books, prices and faults from a seed.
 */
import {
	add,
	type Decimal,
	divDown,
	floorToStep,
	fromInteger,
	min,
	mulDown,
	neg,
	parseDecimal,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { ExternalFlowReport, FundingPaymentReport } from '../../src/ports/account-payments.ts';
import type { Clock } from '../../src/ports/clock.ts';
import {
	type AccountFill,
	type AccountHint,
	type BalanceReport,
	type CancelOutcome,
	type FillReport,
	type KeyDescription,
	NOT_TRADABLE,
	type OrderFinding,
	type OrderReport,
	type SendOutcome,
	type VenueOrder,
} from '../../src/ports/venue.ts';
import { KeyRefusedError, VenueError } from '../../src/ports/venue-error.ts';
import type { SeededRandom } from '../../src/runtime/seeded-random.ts';
import type { FaultyVenue } from './faulty-venue-controls.ts';
import { TRADING_KEY } from './trading-key.ts';
import type { FaultRates } from './venue-faults.ts';

const REQUEST_WINDOW_MS = 5_000;
const TIMEOUT_MS = 5_000;

export function createFaultyVenue(options: {
	readonly venue: string;
	readonly clock: Clock;
	readonly random: SeededRandom;
	readonly lotSize: Decimal;
	readonly faults: FaultRates;
	/** Returns true if the order's intent is durably stored. The venue checks this for every order it receives. */
	readonly isIntended: (clientOrderId: string) => boolean;
}): FaultyVenue {
	const { clock, random } = options;
	let faults = options.faults;
	let key: KeyDescription | string = TRADING_KEY;
	const orders = new Map<string, OrderReport>();
	const positions = new Map<string, Decimal>();
	const peaks = new Map<string, Decimal>();
	const sent = new Set<string>();
	const violations: string[] = [];
	const payments: FundingPaymentReport[] = [];
	const flows: ExternalFlowReport[] = [];
	/** Entry value of each position, USD, with the sign of the position. */
	const costs = new Map<string, Decimal>();
	let wallet: Decimal = fromInteger(10_000);
	const otherAssets = new Map<string, { quantity: Decimal; usdPrice: Decimal }>();
	let feeAsset = 'USDT';
	const accountFills: (AccountFill & { readonly symbol: string })[] = [];
	let readsRefused = false;
	let fundingRefused = false;
	let fundingDelayMs = 0;
	let fundingReads = 0;
	let balancesAnswered = 0;
	let available: Decimal = fromInteger(10_000);
	let leverageRefusal: string | undefined;
	let prepareDelayMs = 0;
	let makersRest = false;
	const paused = new Set<string>();
	const unlisted = new Set<string>();
	const resting = new Map<string, VenueOrder>();
	const listeners = new Set<(hint: AccountHint) => void>();
	let isMute = false;
	let streamRenewals = 0;
	let counter = 0;

	function placeOrder(order: VenueOrder): Promise<SendOutcome> {
		if (!options.isIntended(order.clientOrderId))
			violations.push(`sent before its intent was durable: ${order.clientOrderId}`);
		if (sent.has(order.clientOrderId)) violations.push(`sent twice: ${order.clientOrderId}`);
		sent.add(order.clientOrderId);
		return new Promise((resolve) => {
			const answerAfter = 1 + random.below(80);
			if (random.chance(faults.lostRequest)) return timeOut(resolve);
			const late = random.chance(faults.lateRequest);
			const effectAfter = late ? random.below(REQUEST_WINDOW_MS) : random.below(answerAfter);
			let outcome: SendOutcome | undefined;
			clock.after(effectAfter, () => {
				outcome = takeEffect(order);
			});
			if (random.chance(faults.lostAnswer) || effectAfter > answerAfter) return timeOut(resolve);
			clock.after(answerAfter, () => resolve(outcome ?? { kind: 'unknown', message: 'no answer' }));
		});
	}

	function timeOut(resolve: (outcome: SendOutcome) => void): void {
		clock.after(random.chance(0.5) ? TIMEOUT_MS : 1 + random.below(50), () =>
			resolve({ kind: 'unknown', message: 'the connection was lost' }),
		);
	}

	function takeEffect(order: VenueOrder): SendOutcome {
		if (orders.has(order.clientOrderId))
			violations.push(`two orders of one client order id: ${order.clientOrderId}`);
		if (random.chance(faults.rejected))
			return {
				kind: 'rejected',
				code: 'DRAWN',
				message: 'refused by the seed',
				passing: random.chance(faults.passing),
			};
		if (paused.has(order.symbol))
			return { kind: 'rejected', code: NOT_TRADABLE, message: 'contract suspended', passing: false };
		if (makersRest && order.timeInForce === 'postOnly') return rest(order);
		const position = positions.get(order.symbol) ?? ZERO;
		const reducible = order.side === 'sell' ? position : neg(position);
		const allowed = order.reduceOnly
			? min(order.quantity, reducible > 0n ? reducible : ZERO)
			: order.quantity;
		const filled = drawFill(allowed);
		counter += 1;
		const fills: FillReport[] = filled === 0n ? [] : splitFill(filled, order);
		orders.set(order.clientOrderId, {
			clientOrderId: order.clientOrderId,
			venueOrderId: `v${counter}`,
			status: filled === order.quantity ? 'filled' : 'canceled',
			filledQuantity: filled,
			fills,
		});
		for (const fill of fills) book(order, fill);
		const after = positions.get(order.symbol) ?? ZERO;
		const size = after < 0n ? neg(after) : after;
		if (size > (peaks.get(order.symbol) ?? ZERO)) peaks.set(order.symbol, size);
		return { kind: 'accepted', venueOrderId: `v${counter}` };
	}

	function rest(order: VenueOrder): SendOutcome {
		counter += 1;
		const venueOrderId = `v${counter}`;
		const { clientOrderId } = order;
		resting.set(clientOrderId, order);
		orders.set(clientOrderId, {
			clientOrderId,
			venueOrderId,
			status: 'open',
			filledQuantity: ZERO,
			fills: [],
		});
		return { kind: 'accepted', venueOrderId };
	}

	function fillResting(quantity: Decimal): void {
		const [order] = resting.values();
		const report = order === undefined ? undefined : orders.get(order.clientOrderId);
		if (order === undefined || report === undefined) throw new Error('No order rests.');
		counter += 1;
		const fill = fillOf(quantity, order.limitPrice, `${options.venue}-${counter}-0`);
		book(order, fill);
		const filledQuantity = add(report.filledQuantity, quantity);
		const isFilled = filledQuantity === order.quantity;
		if (isFilled) resting.delete(order.clientOrderId);
		orders.set(order.clientOrderId, {
			...report,
			status: isFilled ? 'filled' : 'open',
			filledQuantity,
			fills: [...report.fills, fill],
		});
	}

	function cancelResting(clientOrderId: string): CancelOutcome {
		const report = orders.get(clientOrderId);
		if (!resting.delete(clientOrderId) || report === undefined)
			return { kind: 'refused', message: 'it has ended' };
		orders.set(clientOrderId, { ...report, status: 'canceled' });
		return { kind: 'asked', message: 'asked' };
	}

	/** Books a fill: its fee and, if it reduces the position, the profit against the average entry price. */
	function book(order: Pick<VenueOrder, 'symbol' | 'side'>, fill: FillReport): void {
		if (fill.feeAsset === 'USDT') wallet = sub(wallet, fill.fee);
		else moveAsset(fill.feeAsset, neg(fill.feeQuantity));
		accountFills.push({
			...fill,
			symbol: order.symbol,
			side: order.side,
			venueOrderId: `v${counter}`,
			// A fill does not name its client order id, as on KuCoin.
			clientOrderId: null,
			cause: 'order',
		});
		const held = positions.get(order.symbol) ?? ZERO;
		const signed = order.side === 'buy' ? fill.quantity : neg(fill.quantity);
		const cost = costs.get(order.symbol) ?? ZERO;
		const size = held < 0n ? neg(held) : held;
		const closed = held !== 0n && held > 0n !== signed > 0n ? min(size, fill.quantity) : ZERO;
		const removed = closed === 0n ? ZERO : (((cost * closed) / size) as Decimal);
		const proceeds = mulDown(fill.price, closed);
		wallet = add(wallet, order.side === 'sell' ? sub(proceeds, removed) : neg(add(proceeds, removed)));
		const opened = mulDown(fill.price, sub(fill.quantity, closed));
		costs.set(order.symbol, add(sub(cost, removed), order.side === 'buy' ? opened : neg(opened)));
		positions.set(order.symbol, add(held, signed));
	}

	function moveAsset(asset: string, quantity: Decimal): void {
		const held = otherAssets.get(asset) ?? { quantity: ZERO, usdPrice: fromInteger(1) };
		otherAssets.set(asset, { ...held, quantity: add(held.quantity, quantity) });
	}

	function drawFill(allowed: Decimal): Decimal {
		if (random.chance(faults.unfilled)) return ZERO;
		if (!random.chance(faults.partial)) return allowed;
		return floorToStep(mulDown(allowed, parseDecimal(random.unit().toFixed(6))), options.lotSize);
	}

	function splitFill(quantity: Decimal, order: VenueOrder): FillReport[] {
		const half = floorToStep(mulDown(quantity, parseDecimal('0.5')), options.lotSize);
		const parts = half > 0n ? [half, sub(quantity, half)] : [quantity];
		return parts.map((part, index) => fillOf(part, order.limitPrice, `${options.venue}-${counter}-${index}`));
	}

	function fillOf(quantity: Decimal, price: Decimal, tradeId: string): FillReport {
		const fee = mulDown(mulDown(quantity, price), parseDecimal('0.0006'));
		const feePrice = otherAssets.get(feeAsset)?.usdPrice;
		const feeQuantity = feePrice === undefined ? fee : divDown(fee, feePrice);
		return { tradeId, quantity, price, fee, feeAsset, feeQuantity, filledAt: clock.now() };
	}

	function reading<T>(read: () => T, refused = false, delayMs = 0): Promise<T> {
		return new Promise((resolve, reject) => {
			const fails = refused || readsRefused || random.chance(faults.readFails);
			clock.after(1 + random.below(40) + delayMs, () => {
				if (fails) reject(new VenueError(options.venue, 'unavailable', 'no answer'));
				else if (typeof key === 'string') reject(new KeyRefusedError(options.venue, key));
				else resolve(read());
			});
		});
	}

	return {
		venue: options.venue,
		requestWindowMs: REQUEST_WINDOW_MS + 1_000,
		describeKey: () => reading(() => key as KeyDescription),
		warmUp: async () => {},
		async prepare() {
			if (prepareDelayMs > 0) await new Promise<void>((resolve) => void clock.after(prepareDelayMs, resolve));
			if (leverageRefusal !== undefined) throw new VenueError(options.venue, 'rejected', leverageRefusal);
		},
		placeOrder,
		findOrder: (_symbol, clientOrderId): Promise<OrderFinding> =>
			reading((): OrderFinding => {
				const report = orders.get(clientOrderId);
				return report === undefined ? { kind: 'absent' } : { kind: 'found', report };
			}).catch((): OrderFinding => ({ kind: 'unavailable', message: 'no answer' })),
		cancelOrder: async (_symbol, clientOrderId) => cancelResting(clientOrderId),
		tradedSymbols: (from, to) =>
			reading(() => {
				requireAskable(from, to);
				const traded = accountFills.filter((fill) => fill.filledAt >= from && fill.filledAt <= to);
				return [...new Set(traded.map(({ symbol }) => symbol))];
			}),
		accountFills: (symbol, from, to) =>
			reading(() => {
				requireAskable(from, to);
				if (unlisted.has(symbol))
					throw new VenueError(
						options.venue,
						'rejected',
						`${symbol} is not an instrument that is traded here.`,
					);
				return accountFills.filter(
					(fill) => fill.symbol === symbol && fill.filledAt >= from && fill.filledAt <= to,
				);
			}),
		watchAccount(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		renewStream() {
			streamRenewals += 1;
		},
		streamFault: () => null,
		positions: () =>
			reading(() =>
				[...positions]
					.filter(([, quantity]) => quantity !== 0n)
					.map(([symbol, quantity]) => ({
						symbol,
						quantity,
						entryPrice: null,
						markPrice: null,
						liquidationPrice: null,
						leverage: null,
						marginMode: null,
						margin: null,
						unrealizedPnl: null,
						adlRank: null,
					})),
			),
		balance: () =>
			reading((): BalanceReport => {
				balancesAnswered += 1;
				return {
					walletBalance: wallet,
					equity: wallet,
					available,
					marginUsed: ZERO,
					otherAssets: [...otherAssets].map(([asset, held]) => ({ asset, ...held })),
				};
			}),
		fees: async () => ({ taker: parseDecimal('0.0006'), maker: parseDecimal('0.0002') }),
		fundingPayments(symbol, from, to) {
			fundingReads += 1;
			return reading(
				() =>
					payments.filter(
						(payment) => payment.symbol === symbol && payment.settledAt >= from && payment.settledAt <= to,
					),
				fundingRefused,
				fundingDelayMs,
			);
		},
		externalFlows: (from, to) => reading(() => flows.filter((flow) => flow.at >= from && flow.at <= to)),
		close: async () => {},
		positionOf: (symbol) => positions.get(symbol) ?? ZERO,
		orders,
		violations,
		tellOrder(symbol, clientOrderId) {
			if (isMute) return;
			for (const listener of [...listeners]) listener({ kind: 'order', symbol, clientOrderId });
		},
		silenceStream(isSilent) {
			isMute = isSilent;
		},
		streamRenewals: () => streamRenewals,
		setFaults(rates) {
			faults = rates;
		},
		flow(amount, recorded, asset = 'USDT') {
			if (asset === 'USDT') wallet = add(wallet, amount);
			else moveAsset(asset, amount);
			if (!recorded) return;
			flows.push({
				recordId: `${options.venue}-flow-${flows.length}`,
				kind: 'transfer',
				cause: 'transfer',
				asset,
				amount,
				at: clock.now(),
			});
		},
		refuseFunding(refused) {
			fundingRefused = refused;
		},
		delayFunding(ms) {
			fundingDelayMs = ms;
		},
		refuseReads(refused) {
			readsRefused = refused;
		},
		setAvailable(amount) {
			available = amount;
		},
		placeByHand(symbol, quantity) {
			positions.set(symbol, quantity);
		},
		tradeByHand(symbol, signedQuantity, price) {
			counter += 1;
			const size = signedQuantity < 0n ? neg(signedQuantity) : signedQuantity;
			const side = signedQuantity < 0n ? 'sell' : 'buy';
			book({ symbol, side }, fillOf(size, price, `${options.venue}-hand-${counter}`));
		},
		unlist(symbol) {
			unlisted.add(symbol);
		},
		payFeesIn(asset) {
			feeAsset = asset?.asset ?? 'USDT';
			if (asset !== undefined)
				otherAssets.set(asset.asset, { quantity: asset.quantity, usdPrice: asset.usdPrice });
		},
		setPrice(asset, usdPrice) {
			otherAssets.set(asset, { quantity: otherAssets.get(asset)?.quantity ?? ZERO, usdPrice });
		},
		restMakers(rests) {
			makersRest = rests;
		},
		fillResting,
		restingCount: () => resting.size,
		wasSent: (clientOrderId) => sent.has(clientOrderId),
		pauseTrading(symbol, isPaused) {
			if (isPaused) paused.add(symbol);
			else paused.delete(symbol);
		},
		delayPreparation(ms) {
			prepareDelayMs = ms;
		},
		refuseLeverage(sentence) {
			leverageRefusal = sentence;
		},
		settle(symbol, settledAt, amountPerCoin, recordId = `${options.venue}-${symbol}-${settledAt}`) {
			const held = positions.get(symbol) ?? ZERO;
			if (held === 0n) return;
			wallet = add(wallet, mulDown(amountPerCoin, held));
			payments.push({
				symbol,
				recordId,
				settledAt,
				rate: parseDecimal('0.0001'),
				amount: mulDown(amountPerCoin, held),
				quantity: held,
			});
		},
		fundingReadCount: () => fundingReads,
		setKey(described) {
			key = described;
		},
		balanceCount: () => balancesAnswered,
		sentCount: () => sent.size,
		peakOf: (symbol) => peaks.get(symbol) ?? ZERO,
	};
}

/**
 * Maximum span of a request for fills. Real venues list only some days per request, so a span of decades can only be
 * a mistake.
 */
const FILLS_SPAN_MS_MAX = 400 * 86_400_000;

function requireAskable(from: number, to: number): void {
	if (to - from > FILLS_SPAN_MS_MAX) throw new Error(`A request must not span the fills of ${to - from} ms.`);
}
