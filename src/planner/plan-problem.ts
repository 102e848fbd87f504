/**
 * Types of the portfolio planner: the legs that a plan may hold, its limits, and its solution. Amounts are USD of one
 * leg's notional; long is positive. Figures are doubles, because a forecast is a double; money that moves is a
 * `Decimal` elsewhere.
 */

/** One contract that a plan may hold. */
export type PlanLeg = {
	readonly coin: string;
	readonly exchange: string;
	readonly symbol: string;
	/**
	 * mu: what a short of one USD receives here over the horizon, a fraction, compared with the coin's other exchanges.
	 * `leg-worth.ts` computes it. Only differences within a coin matter.
	 */
	readonly worth: number;
	/** Cost of a change of one USD: taker fee plus slippage, a fraction, at least 0. */
	readonly cost: number;
	/** Signed notional held now, USD. */
	readonly held: number;
	/** Lowest target, USD, signed; -Infinity for none. A leg that cannot trade now has both bounds equal to `held`. */
	readonly low: number;
	/** Highest target, USD, signed; Infinity for none. */
	readonly high: number;
};

/** Limits of a plan, USD. Infinity means no limit. */
export type PlanLimits = {
	/** Largest sum of |target| over all legs: 2 G, where G is the one-leg notional that the pot may hold. */
	readonly grossMax: number;
	/** Largest sum of |target| over a coin's legs: 2 m G, where m is the coin's largest share of G. */
	readonly coinMax: number;
	/** Largest sum of |target| per exchange: leverage times the equity there. An exchange that is absent has none. */
	readonly exchangeMax: Readonly<Record<string, number>>;
	/** Largest |sum of targets| per exchange. An exchange that is absent has none. */
	readonly exchangeNetMax?: Readonly<Record<string, number>>;
};

/** A plan to solve. */
export type PlanProblem = {
	readonly legs: readonly PlanLeg[];
	readonly limits: PlanLimits;
	/** g: share of its expected gain that a change must earn back. At 1/2 a change must bring back twice its cost. */
	readonly gainShare: number;
};

/** Names one limit of a plan. `leg` is a bound of one leg's target. */
export type LimitName =
	| { readonly kind: 'gross' }
	| { readonly kind: 'coin'; readonly coin: string }
	| { readonly kind: 'exchange'; readonly exchange: string }
	| { readonly kind: 'exchangeNet'; readonly exchange: string }
	| { readonly kind: 'leg'; readonly coin: string; readonly exchange: string };

/** A limit that binds. */
export type ShadowPrice = {
	readonly limit: LimitName;
	/** Rise of the objective per USD that the limit is widened, over the horizon. Above 0. */
	readonly price: number;
};

/** The best plan. */
export type OptimalPlan = {
	readonly status: 'optimal';
	/** Signed notional per leg, USD, in the order of the problem's legs. The targets of each coin add up to 0. */
	readonly targets: readonly number[];
	/** Value of −g Σ worth · target − Σ cost · |target − held|, USD. */
	readonly objective: number;
	/** The limits that bind, highest price first. */
	readonly shadowPrices: readonly ShadowPrice[];
};

/** No plan meets all limits. */
export type InfeasiblePlan = {
	readonly status: 'infeasible';
	/** Limits that contradict each other. Without any one of them, the others can all be met. */
	readonly limits: readonly LimitName[];
};

/** Answer to a plan problem. */
export type PlanSolution = OptimalPlan | InfeasiblePlan;
