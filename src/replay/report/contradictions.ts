/** Finds what a result says twice and differently: parts that do not add up, columns of different lengths. */
import { fixed, signedUsd, usd } from './figures.ts';
import { strategyName } from './names.ts';
import type { Outcome, ProfitParts, ReplayResult } from './result.ts';

/** Sums of doubles may differ by this much, relative to the sum of their sizes. */
const TOLERANCE = 1e-9;
/** Payments of funding are rounded separately from their sums, USD. */
const TOLERANCE_USD = 0.01;

/** Returns one sentence per contradiction; none for a sound result. */
export function contradictions(result: ReplayResult): readonly string[] {
	return [
		...outcomeFaults('The outcome', result.outcome),
		...result.comparisons.flatMap(({ name, outcome }) =>
			outcome === null ? [] : outcomeFaults(strategyName(name), outcome),
		),
		...positionFaults(result),
		...columnFaults(result),
		...fundingFaults(result),
	];
}

function outcomeFaults(name: string, { parts }: Outcome): readonly string[] {
	const sum = sumOf(parts);
	return isNear(sum, parts.net, sizeOf(parts))
		? []
		: [`${name}: the parts add up to ${signedUsd(sum)}, the net is ${signedUsd(parts.net)}.`];
}

function positionFaults({ positions, outcome }: ReplayResult): readonly string[] {
	const wrong = positions.filter(({ parts }) => !isNear(sumOf(parts), parts.net, sizeOf(parts)));
	const net = positions.reduce((sum, { parts }) => sum + parts.net, 0);
	const size = positions.reduce((sum, { parts }) => sum + sizeOf(parts), 0);
	const expected = outcome.parts.net - outcome.parts.idleInterest;
	return [
		...(wrong[0] === undefined
			? []
			: [`Position ${wrong[0].id}: the parts do not add up to its net (${wrong.length} positions in all).`]),
		...(isNear(net, expected, size)
			? []
			: [`The positions earn ${signedUsd(net)}, the outcome without interest is ${signedUsd(expected)}.`]),
	];
}

function columnFaults({ columns, funding }: ReplayResult): readonly string[] {
	const lengths = [
		...[columns.equity, columns.exposure, columns.idle],
		...columns.exchanges.flatMap(({ equity, marginUsed, liquidationDistance }) => [
			equity,
			marginUsed,
			liquidationDistance,
		]),
	].map(({ length }) => length);
	const isEven = lengths.every((length) => length === columns.at.length);
	const isFundingEven = [funding.position, funding.leg, funding.usd].every(
		({ length }) => length === funding.at.length,
	);
	return [
		...(isEven ? [] : ['The columns of the portfolio have different lengths.']),
		...(isFundingEven ? [] : ['The columns of funding have different lengths.']),
		...(isAscending(columns.at) && isAscending(funding.at) ? [] : ['A column of times runs backwards.']),
	];
}

function fundingFaults({ funding, positions, outcome: { parts } }: ReplayResult): readonly string[] {
	const stray = funding.position.filter((index) => positions[index] === undefined).length;
	const sum = funding.usd.reduce((all, amount) => all + amount, 0);
	const size = funding.usd.reduce((all, amount) => all + Math.abs(amount), 0);
	const expected = parts.fundingReceived + parts.fundingPaid;
	return [
		...(stray === 0 ? [] : [`${fixed(stray, 0)} payments of funding belong to no position.`]),
		...(isNear(sum, expected, size)
			? []
			: [`The payments of funding add up to ${usd(sum)}, the outcome has ${usd(expected)}.`]),
	];
}

function sumOf(parts: ProfitParts): number {
	const { fundingReceived, fundingPaid, fees, slippage, basis, idleInterest } = parts;
	return fundingReceived + fundingPaid + fees + slippage + (basis ?? 0) + idleInterest;
}

function sizeOf(parts: ProfitParts): number {
	const { fundingReceived, fundingPaid, fees, slippage, basis, idleInterest } = parts;
	return [fundingReceived, fundingPaid, fees, slippage, basis ?? 0, idleInterest].reduce(
		(sum, part) => sum + Math.abs(part),
		0,
	);
}

function isNear(one: number, other: number, size: number): boolean {
	return Math.abs(one - other) <= Math.max(TOLERANCE_USD, TOLERANCE * size);
}

function isAscending(times: readonly number[]): boolean {
	return times.every((at, index) => index === 0 || at >= (times[index - 1] ?? 0));
}
