/** The smallest trade that both venues take as a whole, in slices, and back. Coins, on the common lot. Pure. */
import {
	ceilToStep,
	type Decimal,
	divDown,
	divUp,
	fromInteger,
	max,
	min,
	mulDown,
	mulUp,
	ONE,
	parseDecimal,
	sub,
	ZERO,
} from '../domain/decimal.ts';
import type { ProposedTrade } from './facts.ts';

/** A leg is at least so many times every minimum, so that it can be opened, repaired and closed in parts. */
const LEG_MINIMUMS = fromInteger(3);
/** A slice is at least so many times every minimum, so that a partial fill leaves a rest that can be traded. */
const CHILD_MINIMUMS = parseDecimal('1.5');
const PERCENT = fromInteger(100);

export function smallestLeg(trade: ProposedTrade, stressMovePct: Decimal): Decimal {
	return ceilToStep(mulUp(smallestOrder(trade, stressMovePct), LEG_MINIMUMS), trade.commonLot);
}

export function smallestChild(trade: ProposedTrade, stressMovePct: Decimal): Decimal {
	return ceilToStep(mulUp(smallestOrder(trade, stressMovePct), CHILD_MINIMUMS), trade.commonLot);
}

/** Amount over both legs, USD, of a quantity per leg; rounded up. */
export function amountAtLeast(trade: ProposedTrade, quantity: Decimal, leverage: Decimal): Decimal {
	return divUp(mulUp(mulUp(quantity, dearerMid(trade)), fromInteger(2)), leverage);
}

/** The same, rounded down. */
export function amountAtMost(trade: ProposedTrade, quantity: Decimal, leverage: Decimal): Decimal {
	return divDown(mulDown(mulDown(quantity, dearerMid(trade)), fromInteger(2)), leverage);
}

function dearerMid({ long, short }: ProposedTrade): Decimal {
	return max(long.plan.decisionMid, short.plan.decisionMid);
}

/** Smallest order that both venues take, at prices that have fallen by the stress move: the close must be tradable there. */
function smallestOrder({ long, short }: ProposedTrade, stressMovePct: Decimal): Decimal {
	const kept = sub(ONE, divUp(stressMovePct, PERCENT));
	let quantity: Decimal = ZERO;
	for (const { plan } of [long, short]) {
		const { quantityMin, notionalMin } = plan.instrument;
		const low = mulDown(min(plan.decisionMid, plan.limitPrice), kept);
		quantity = max(quantity, quantityMin);
		if (notionalMin > 0n) quantity = max(quantity, divUp(notionalMin, low));
	}
	return quantity;
}
