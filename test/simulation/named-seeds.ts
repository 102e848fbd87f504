/**
 * Seeds with a name: what they once broke, or what they are for. Each is run on every test, and the first twenty once for
 * every place at which their process can die. A seed that broke something stays here when it no longer does.
 */
export type NamedSeed = { readonly seed: number; readonly why: string };

export const NAMED_SEEDS: readonly NamedSeed[] = [
	{ seed: 131, why: 'a cancel is lost, and a resting first leg goes on filling alone' },
	{
		seed: 127,
		why: 'a liquidation two seconds before a settlement, which is booked while the difference is looked into',
	},
	{
		seed: 144,
		why: 'a firm guard below the bid-ask spread: the close waits hedged until the guard is widened',
	},
	{ seed: 186, why: 'a partial fill leaves less than the smallest order of the venue' },
	{ seed: 267, why: 'a payment on less than our journal holds' },
	{ seed: 950, why: 'two calls of one user on opposite sides of one instrument' },
	{ seed: 1254, why: 'a hand trade just before the opening order nets it away' },
	{ seed: 2519, why: 'a liquidation that an unknown order hides beyond a settlement' },
];
