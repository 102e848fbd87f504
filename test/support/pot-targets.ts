/** Plans pots with one rule, which is to hold given targets. Every coin costs 100 USD. */
import {
	add,
	type Decimal,
	divDown,
	fromInteger,
	ONE,
	parseDecimal,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { PlannedChange, PotHolding, PotPlan, PotPlanner } from '../../src/ports/autopilot.ts';
import type { Words } from '../../src/sentences/sentence.ts';

/** Wishes for a pot, which a test may change at any time. */
export type Targets = {
	/** Targets by coin: one-leg notional, USD. Long at Bybit and short at KuCoin. */
	readonly targets: ReadonlyMap<string, number>;
	/** Changes that the planner wants besides its targets. */
	readonly wanted: readonly PlannedChange[];
	/** Expected net of each plan on the capital, a fraction a year. */
	readonly net: number;
	/** Why the planner makes no plan now. */
	readonly waits: Words | undefined;
};

/** Plans the changes that lead to the targets: opens or enlarges what is missing, reduces or closes what is too much. */
export function holdTargets(world: Targets): PotPlanner {
	return {
		async plan({ holdings, equity, now }) {
			if (world.waits !== undefined) return { waits: world.waits };
			const coins = [...new Set([...world.targets.keys(), ...holdings.map(({ coin }) => coin)])];
			const plan: PotPlan = {
				targets: coins.flatMap((coin) => {
					const notional = fromInteger(world.targets.get(coin) ?? 0);
					return [
						{ coin, venue: 'bybit', symbol: `${coin}USDT`, notional },
						{ coin, venue: 'kucoin', symbol: `${coin}USDTM`, notional: -notional as Decimal },
					];
				}),
				changes: [
					...coins.flatMap((coin) => changesTo(coin, world.targets.get(coin) ?? 0, holdings)),
					...world.wanted,
				],
				netOnCapital: parseDecimal(String(world.net)),
				cash: parseDecimal('0.04'),
				knew: { dataAt: now, equity, inputs: { targets: Object.fromEntries(world.targets) } },
				notes: [],
			};
			return plan;
		},
	};
}

function changesTo(coin: string, target: number, holdings: readonly PotHolding[]): readonly PlannedChange[] {
	const own = holdings.filter((one) => one.coin === coin);
	const held = own.reduce((total, one) => add(total, notionalOf(one)), ZERO);
	const missing = sub(fromInteger(target), held);
	const [first] = own;
	const pair = {
		coin,
		long: { venue: 'bybit', symbol: `${coin}USDT` },
		short: { venue: 'kucoin', symbol: `${coin}USDTM` },
		leg: null,
		gain: ONE,
		cost: parseDecimal('0.5'),
		costMax: ONE,
		explanation: 'The target wants it.',
	} as const;
	if (missing > 0n)
		return [
			{
				...pair,
				kind: first === undefined ? 'open' : 'enlarge',
				executionId: null,
				notional: missing,
				share: null,
			},
		];
	if (missing === 0n || first === undefined) return [];
	const executionId = first.executionId;
	const tooMuch = { ...pair, executionId, costMax: null, notional: -missing as Decimal };
	return target === 0
		? [{ ...tooMuch, kind: 'close', share: null }]
		: [{ ...tooMuch, kind: 'reduce', share: divDown(-missing as Decimal, notionalOf(first)) }];
}

/** Returns the notional of one leg, USD. */
export function notionalOf({ quantity }: Pick<PotHolding, 'quantity'>): Decimal {
	return (quantity * 100n) as Decimal;
}
