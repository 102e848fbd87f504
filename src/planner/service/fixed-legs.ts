/**
 * Widens the limits of a plan to what its legs are bound to hold, such as a leg at an exchange that is down. Without it,
 * half a percent above one limit would prevent every change of the plan, also an exit elsewhere. Pure functions.
 */
import { legsBy } from '../plan-figures.ts';
import type { PlanLeg, PlanLimits } from '../plan-problem.ts';

/** Room for rounding errors, a fraction. */
const SLACK = 1 + 1e-9;

/** Returns the limits, each at least as wide as the smallest holding that the bounds of the legs allow. */
export function limitsAround(limits: PlanLimits, legs: readonly PlanLeg[]): PlanLimits {
	const least = [...legsBy(legs, ({ coin }) => coin).values()].map((indices) =>
		balanced(indices.map((index) => legs[index] as PlanLeg)),
	);
	const whole = least.reduce((sum, one) => sum + one, 0);
	const { exchangeNetMax } = limits;
	return {
		grossMax: Math.max(limits.grossMax, SLACK * whole),
		coinMax: Math.max(limits.coinMax, SLACK * Math.max(0, ...least)),
		exchangeMax: Object.fromEntries(
			Object.entries(limits.exchangeMax).map(([exchange, max]) => [
				exchange,
				Math.max(max, SLACK * boundAt(legs, exchange)),
			]),
		),
		...(exchangeNetMax === undefined
			? {}
			: {
					exchangeNetMax: Object.fromEntries(
						Object.entries(exchangeNetMax).map(([exchange, max]) => [
							exchange,
							Math.max(max, SLACK * boundAt(legs, exchange)),
						]),
					),
				}),
	};
}

/** Returns the smallest notional over all legs of a coin: what is bound on the larger side needs the same on the other. */
function balanced(legs: readonly PlanLeg[]): number {
	const longs = legs.reduce((sum, { low }) => sum + Math.max(0, low), 0);
	const shorts = legs.reduce((sum, { high }) => sum + Math.max(0, -high), 0);
	return 2 * Math.max(longs, shorts);
}

/**
 * Returns the legs with the coin limit as a bound of each free leg, so that a limit which is wider because of one coin
 * lets no other coin grow.
 */
export function legsWithin<Leg extends PlanLeg>(
	legs: readonly Leg[],
	{ coinMax }: PlanLimits,
): readonly Leg[] {
	const most = coinMax / 2;
	return legs.map((leg) => {
		const { low, high, held } = leg;
		if (low > 0 || high < 0) return leg;
		return { ...leg, low: Math.max(low, Math.min(-most, held)), high: Math.min(high, Math.max(most, held)) };
	});
}

/** Returns the notional at an exchange that must stay: that of its bound legs, and of their counterparts. */
function boundAt(legs: readonly PlanLeg[], exchange: string): number {
	const bound = new Set(legs.filter(({ low, high }) => low > 0 || high < 0).map(({ coin }) => coin));
	return legs.reduce(
		(sum, leg) => sum + (leg.exchange === exchange && bound.has(leg.coin) ? Math.abs(leg.held) : 0),
		0,
	);
}
