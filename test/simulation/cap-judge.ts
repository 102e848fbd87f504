/**
 * Independently checks the caps of users and of the service, at every opening order and at every fill. It counts the
 * quantities that the exchanges have filled or still have on their books, at the plans' prices. It follows the
 * descriptions of the settings, not the gate and not `src/engine/decide/open-notional.ts`.
 */
import { add, type Decimal, max, min, mulDown, sub, sum, ZERO } from '../../src/domain/decimal.ts';
import type { OrderIntent } from '../../src/domain/event.ts';
import { type ExecutionState, isEnded, isInFlight, legPlan } from '../../src/domain/execution.ts';
import type { LegRole } from '../../src/domain/ids.ts';
import type { TrueOrder } from './exchange-account.ts';
import type { Limits } from './service.ts';

const LEGS: readonly LegRole[] = ['long', 'short'];

type Leg = {
	readonly state: ExecutionState;
	readonly leg: LegRole;
	readonly coin: string;
	readonly venue: string;
	/** Value at the plan's price, USD. */
	readonly notional: Decimal;
};

export function createCapJudge(options: {
	readonly limits: Limits;
	readonly states: () => readonly ExecutionState[];
	/**
	 * Returns the coins on each leg according to the exchanges' fills, and whether trades outside the service changed
	 * them.
	 */
	readonly truthOf: (
		executionId: string,
	) => { readonly long: Decimal; readonly short: Decimal; readonly disturbed: boolean } | undefined;
	/** Returns the exchange's record of the order; undefined if it never arrived. */
	readonly orderAt: (venue: string, userId: string, clientOrderId: string) => TrueOrder | undefined;
	/** Counts an occurrence, such as a run that comes close to a cap. */
	readonly note: (kind: string) => void;
}) {
	const { limits } = options;

	/**
	 * Returns one message for each cap that the user exceeds. `sending`: an opening order that is about to be sent.
	 */
	function judge(userId: string, sending?: OrderIntent): readonly string[] {
		const own = options.states().filter((state) => state.plan.userId === userId && !isEnded(state));
		const legs = own.flatMap((state) => LEGS.map((leg) => legOf(state, leg, sending)));
		const bounds: (readonly [what: string, open: readonly Leg[], most: Decimal])[] = [
			['open notional', legs, limits.openNotionalMaxUsd],
			...[...new Set(legs.map(({ coin }) => coin))].map(
				(coin) =>
					[
						`open notional in ${coin}`,
						legs.filter((leg) => leg.coin === coin),
						limits.coinNotionalMaxUsd,
					] as const,
			),
			...[...new Set(legs.map(({ venue }) => venue))].map(
				(venue) =>
					[
						`open notional at ${venue}`,
						legs.filter((leg) => leg.venue === venue),
						limits.venueNotionalMaxUsd,
					] as const,
			),
		];
		return bounds.flatMap(([what, open, most]) =>
			above(what, userId, sum(open.map(({ notional }) => notional)), most),
		);
	}

	function above(what: string, userId: string, usd: Decimal, most: Decimal): readonly string[] {
		if (usd * 2n > most) options.note(`near a cap: ${what.split(' ').slice(0, 2).join(' ')}`);
		return usd > most ? [`the ${what} of ${userId} is ${usd}, its cap ${most}`] : [];
	}

	/**
	 * Returns the leg's notional, counting the quantity of each order that the exchange has filled or may still fill.
	 */
	function legOf(state: ExecutionState, leg: LegRole, sending: OrderIntent | undefined): Leg {
		const { venue, instrument, decisionMid } = legPlan(state, leg);
		const onTheBook = state.orders
			.filter((order) => order.leg === leg && !order.reduceOnly)
			.map(({ clientOrderId }) => restOf(options.orderAt(venue, state.plan.userId, clientOrderId)));
		const isSent = state.orders.some(({ clientOrderId }) => clientOrderId === sending?.clientOrderId);
		const leaving = isSent && sending?.leg === leg ? sending.quantity : ZERO;
		const coins = add(add(heldOf(state, leg), sum(onTheBook)), leaving);
		return { state, leg, coin: instrument.coin, venue, notional: mulDown(coins, decisionMid) };
	}

	/**
	 * Returns the leg's coins according to the exchange's fills. After a reduction from outside, the journal's
	 * holding is the upper limit, because only the journal decides which execution lost the coins.
	 */
	function heldOf({ plan, held }: ExecutionState, leg: LegRole): Decimal {
		const truth = options.truthOf(plan.executionId);
		if (truth === undefined) return ZERO;
		return truth.disturbed ? min(truth[leg], held[leg]) : truth[leg];
	}

	/**
	 * Checks the maximum unhedged notional when an opening slice is sent, counting every sent order without a known
	 * end. Legs that trades outside the service changed are excluded. Closes and unwinds are excluded because they
	 * never wait for an allowance.
	 */
	function judgeUnhedged(userId: string): readonly string[] {
		const opening = options.states().filter(isOpening);
		const ofAll = sum(opening.map(aloneOf));
		const ofUser = sum(opening.filter(({ plan }) => plan.userId === userId).map(aloneOf));
		return [
			...above('unhedged notional', userId, ofUser, limits.unhedgedUserMaxUsd),
			...above('unhedged notional of all users beside', userId, ofAll, limits.unhedgedServiceMaxUsd),
		];
	}

	function isOpening({ plan, phase, openingEnded }: ExecutionState): boolean {
		const isDisturbed = options.truthOf(plan.executionId)?.disturbed ?? true;
		return !isDisturbed && openingEnded === null && (phase === 'opening' || phase === 'unbalanced');
	}

	/**
	 * Returns the widest imbalance that the execution's orders in flight allow, USD at the lowest price that it used
	 * for a decision.
	 */
	function aloneOf(state: ExecutionState): Decimal {
		const [long, short] = [mostOf(state, 'long'), mostOf(state, 'short')];
		const truth = options.truthOf(state.plan.executionId) ?? { long: ZERO, short: ZERO };
		const widest = max(sub(long, truth.short), sub(short, truth.long));
		const lowest = state.orders.reduce<Decimal>(
			(least, order) => min(least, order.decisionMid),
			min(state.plan.legs.long.decisionMid, state.plan.legs.short.decisionMid),
		);
		return mulDown(max(widest, ZERO), lowest);
	}

	/** Returns the coins on the leg if every order in flight on the leg fills. */
	function mostOf(state: ExecutionState, leg: LegRole): Decimal {
		const truth = options.truthOf(state.plan.executionId);
		const under = state.orders.filter((order) => order.leg === leg && !order.reduceOnly && isInFlight(order));
		const open = under.map(({ clientOrderId, quantity }) => {
			const arrived = options.orderAt(legPlan(state, leg).venue, state.plan.userId, clientOrderId);
			return arrived === undefined ? quantity : restOf(arrived);
		});
		return add(truth?.[leg] ?? ZERO, sum(open));
	}

	return { judge, judgeUnhedged };
}

function restOf(order: TrueOrder | undefined): Decimal {
	return order?.status === 'open' ? sub(order.request.quantity, order.filled) : ZERO;
}
