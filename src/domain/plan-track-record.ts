/**
 * Computes the accuracy of the expected nets of plans from sums over scored plans. Sums are additive, so a plan can be
 * forgotten once it has been counted. Nets are fractions of the capital per year. Pure functions.
 */

import { toNumber } from './decimal.ts';
import { HOURS_PER_YEAR, type SettledRate } from './funding.ts';

/** `shown`: a plan that a caller requested. `pot`: a plan that a pot decided on. */
export const PLAN_FORECAST_KINDS = ['shown', 'pot'] as const;
/** One of `PLAN_FORECAST_KINDS`. */
export type PlanForecastKind = (typeof PLAN_FORECAST_KINDS)[number];

/** Sums over the plans of one kind. */
export type PlanForecastSums = {
	readonly kind: PlanForecastKind;
	/** Time of the oldest scored plan, milliseconds; null if there is none. */
	readonly since: number | null;
	readonly pending: number;
	readonly unscorable: number;
	readonly scored: number;
	readonly expected: number;
	readonly received: number;
	/** Number of scored plans with a known interval, and of those that ended inside it. */
	readonly withInterval: number;
	readonly inside: number;
};

/** Accuracy of the plans of one kind. A mean is null while no plan is scored. */
export type PlanFigures = {
	readonly kind: PlanForecastKind;
	readonly since: number | null;
	readonly plans: number;
	readonly pending: number;
	readonly unscorable: number;
	readonly scored: number;
	readonly expectedNetMean: number | null;
	readonly receivedNetMean: number | null;
	/** Share of the scored plans whose result lies in their interval; 0.9 is ideal. */
	readonly insideInterval: number | null;
};

/** Computes the figures of each kind that has plans. */
export function planFigures(sums: readonly PlanForecastSums[]): readonly PlanFigures[] {
	return sums.map(
		({ kind, since, pending, unscorable, scored, expected, received, withInterval, inside }) => ({
			kind,
			since,
			plans: pending + unscorable + scored,
			pending,
			unscorable,
			scored,
			expectedNetMean: scored === 0 ? null : expected / scored,
			receivedNetMean: scored === 0 ? null : received / scored,
			insideInterval: withInterval === 0 ? null : inside / withInterval,
		}),
	);
}

/** Returns the funding of a leg, USD; negative if paid. @param notional signed, USD; a short receives positive rates */
export function legFunding(notional: number, rates: readonly SettledRate[]): number {
	return -notional * rates.reduce((sum, { rate }) => sum + toNumber(rate), 0);
}

/** Converts money over a horizon to a fraction of the capital per year. */
export function perYearOnCapital(usd: number, horizonHours: number, capital: number): number {
	return (usd * HOURS_PER_YEAR) / horizonHours / capital;
}
