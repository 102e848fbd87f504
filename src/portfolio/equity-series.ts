/** Turns stored account samples into equity series and their drawdown. Pure functions. */
import { add, type Decimal, divTrunc, fromInteger, mulTrunc, sub, ZERO } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { AccountSample, Stored } from '../ports/money-samples.ts';
import type { Drawdown, EquityHistory, EquityPoint } from '../ports/performance.ts';

type Sample = Stored<AccountSample>;
type Series = Pick<EquityHistory, 'total' | 'exchanges' | 'drawdown'>;

const HUNDRED = fromInteger(100);

/** Money that entered an exchange's account since the start of the series, and the last known sample. */
type Flowing = {
	flows: Decimal;
	/** Last sample with known figures of the account that is connected now; undefined while none is. */
	last: { readonly account: string; readonly equity: Decimal; readonly externalFlows: Decimal } | undefined;
	/** First known equity less flows. */
	base: Decimal | undefined;
	/** True if the account was connected when the series began, so that its first equity is not a deposit. */
	wasThere: boolean;
};

/**
 * Builds the series of each exchange and of their sum, with one point per `resolutionMs`. Deposits,
 * withdrawals, and accounts that were connected, replaced or disconnected count as flows, never as profit.
 * @param samples a user's samples of one step, oldest first
 */
export function equitySeries(samples: readonly Sample[], resolutionMs: number): Series {
	const times = [...Map.groupBy(firstPerStep(samples, resolutionMs), ({ at }) => at)];
	const flowing = new Map<VenueName, Flowing>();
	const exchanges = new Map<VenueName, EquityPoint[]>();
	const total: EquityPoint[] = [];
	let base: Decimal | undefined;
	for (const [index, [at, rows]] of times.entries()) {
		const present = new Set(rows.map(({ exchange }) => exchange));
		for (const [exchange, one] of flowing) if (!present.has(exchange)) disconnect(one);
		const points = rows.map((row): EquityPoint & { readonly exchange: VenueName } => {
			const one = flowing.get(row.exchange) ?? newFlowing(index === 0);
			flowing.set(row.exchange, one);
			return { exchange: row.exchange, at, ...pointOf(one, row) };
		});
		for (const { exchange, ...point } of points) {
			const series = exchanges.get(exchange) ?? [];
			series.push(point);
			exchanges.set(exchange, series);
		}
		const { equity, netFlows } = totalOf(points, flowing.values());
		if (equity !== null && netFlows !== null) base ??= sub(equity, netFlows);
		total.push({ at, equity, netFlows, profit: profitOf(equity, netFlows, base) });
	}
	return {
		total,
		exchanges: [...exchanges].map(([exchange, points]) => ({ exchange, points })),
		drawdown: drawdownOf(
			total.flatMap(({ equity, netFlows }) =>
				equity === null || netFlows === null ? [] : [sub(equity, netFlows)],
			),
		),
	};
}

/** Keeps the first sample of each exchange in each step, at the step's start. */
function firstPerStep(samples: readonly Sample[], resolutionMs: number): readonly Sample[] {
	const seen = new Set<string>();
	return samples.flatMap((sample) => {
		const at = sample.at - (sample.at % resolutionMs);
		const key = `${at} ${sample.exchange}`;
		if (seen.has(key)) return [];
		seen.add(key);
		return [{ ...sample, at }];
	});
}

function newFlowing(wasThere: boolean): Flowing {
	return { flows: ZERO, last: undefined, base: undefined, wasThere };
}

function profitOf(
	equity: Decimal | null,
	netFlows: Decimal | null,
	base: Decimal | undefined,
): Decimal | null {
	return equity === null || netFlows === null || base === undefined ? null : sub(sub(equity, netFlows), base);
}

function disconnect(one: Flowing): void {
	if (one.last !== undefined) one.flows = sub(one.flows, one.last.equity);
	one.last = undefined;
	one.wasThere = false;
}

/** Adds the flow since the last known sample, and returns the point's figures. */
function pointOf(one: Flowing, row: AccountSample): Omit<EquityPoint, 'at'> {
	const { account, equity, externalFlows } = row;
	if (equity === null || externalFlows === null) return { equity, netFlows: null, profit: null };
	const { last } = one;
	if (last === undefined) one.flows = one.wasThere ? one.flows : add(one.flows, equity);
	else if (last.account === account) one.flows = add(one.flows, sub(externalFlows, last.externalFlows));
	else one.flows = add(one.flows, sub(equity, last.equity));
	one.last = { account, equity, externalFlows };
	one.base ??= sub(equity, one.flows);
	return { equity, netFlows: one.flows, profit: profitOf(equity, one.flows, one.base) };
}

/** The sum is unknown if an exchange's figure is. Flows of exchanges that were disconnected still count. */
function totalOf(
	points: readonly EquityPoint[],
	flowing: Iterable<Flowing>,
): Pick<EquityPoint, 'equity' | 'netFlows'> {
	let equity: Decimal | null = ZERO;
	let isKnown = true;
	for (const point of points) {
		equity = equity === null || point.equity === null ? null : add(equity, point.equity);
		isKnown &&= point.netFlows !== null;
	}
	let netFlows = ZERO;
	for (const { flows } of flowing) netFlows = add(netFlows, flows);
	return { equity, netFlows: isKnown ? netFlows : null };
}

/** Computes the largest and the current fall below an earlier peak; null without values. */
export function drawdownOf(values: readonly Decimal[]): Drawdown | null {
	const [first] = values;
	if (first === undefined) return null;
	let peak = first;
	let [max, maxPct, current, currentPct]: [Decimal, Decimal | null, Decimal, Decimal | null] = [
		ZERO,
		ZERO,
		ZERO,
		ZERO,
	];
	for (const value of values) {
		if (value > peak) peak = value;
		current = sub(peak, value);
		currentPct = peak > 0n ? divTrunc(mulTrunc(current, HUNDRED), peak) : null;
		if (current > max) [max, maxPct] = [current, currentPct];
	}
	return { max, maxPct, current, currentPct };
}
