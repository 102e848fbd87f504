/** Merges the rows of one contract from several files. The order of the files does not matter. */

import { formatDecimal } from '../../domain/decimal.ts';
import { type EqualColumns, exactAt } from './columns.ts';
import { type Contract, contractName, type RowSource } from './contracts.ts';
import { DataError, type PriceColumns, type SettledColumns } from './dataset.ts';
import { DATA_TEXTS, instant } from './text.ts';

/** Merges settled rates. @throws DataError if two files have different rates for one settlement */
export function mergeSettled(contract: Contract, equal: EqualColumns): SettledColumns {
	const parts = contract.settled
		.map((part) => ({
			file: part.file,
			number: part.number,
			at: part.at.take(),
			rates: part.rates.take(),
			intervalsMs: part.intervalsMs.take(),
		}))
		.sort(inOrder);
	const order = orderOf(parts, (a, i, b, j) => {
		if (a.rates[i] === b.rates[j]) return;
		const rates = [formatDecimal(exactAt(a.rates, i)), formatDecimal(exactAt(b.rates, j))] as const;
		throw conflict(DATA_TEXTS.twoRates, contract, { a, b, at: a.at[i] as number }, rates);
	});
	return {
		at: equal.one(numbers(order, (part) => parts[part]?.at)),
		rates: exacts(order, (part) => parts[part]?.rates),
		intervalsMs: equal.one(numbers(order, (part) => parts[part]?.intervalsMs)),
	};
}

/** Merges prices; undefined if there are none. @throws DataError if two files have different prices at one time */
export function mergePrices(contract: Contract, equal: EqualColumns): PriceColumns | undefined {
	if (contract.prices.length === 0) return undefined;
	const parts = contract.prices
		.map((part) => ({
			file: part.file,
			number: part.number,
			at: part.at.take(),
			marks: part.marks.take(),
			volumesUsd: part.volumesUsd.take(),
		}))
		.sort(inOrder);
	const order = orderOf(parts, (a, i, b, j) => {
		if (a.marks[i] === b.marks[j]) return;
		const prices = [String(a.marks[i]), String(b.marks[j])] as const;
		throw conflict(DATA_TEXTS.twoPrices, contract, { a, b, at: a.at[i] as number }, prices);
	});
	return {
		at: equal.one(numbers(order, (part) => parts[part]?.at)),
		marks: numbers(order, (part) => parts[part]?.marks),
		volumesUsd: numbers(order, (part) => parts[part]?.volumesUsd),
	};
}

type Timed = RowSource & { readonly at: Float64Array };
/** Rows of the result: the part of each, and its index there. Undefined for a single part, whose columns stay. */
type Order =
	| { readonly length: number; readonly parts: Uint32Array; readonly indexes: Uint32Array }
	| undefined;

function inOrder(a: RowSource, b: RowSource): number {
	return a.number - b.number;
}

function conflict(
	text: typeof DATA_TEXTS.twoRates,
	contract: Contract,
	{ a, b, at }: { readonly a: Timed; readonly b: Timed; readonly at: number },
	values: readonly [string, string],
): DataError {
	return new DataError(
		'DATA_CONFLICT',
		text(`${a.file} and ${b.file}`, contractName(contract), instant(at), values),
	);
}

/** Orders all rows by time. If several files have equal rows, the first file's row stays. */
function orderOf<Part extends Timed>(
	parts: readonly Part[],
	compare: (a: Part, i: number, b: Part, j: number) => void,
): Order {
	if (parts.length === 1) return undefined;
	const total = parts.reduce((sum, { at }) => sum + at.length, 0);
	const order = { parts: new Uint32Array(total), indexes: new Uint32Array(total) };
	const next = parts.map(() => 0);
	let length = 0;
	for (let row = 0; row < total; row += 1) {
		const part = earliest(parts, next);
		const index = next[part] as number;
		next[part] = index + 1;
		const before = length === 0 ? undefined : parts[order.parts[length - 1] as number];
		const beforeIndex = order.indexes[length - 1] as number;
		const own = parts[part] as Part;
		if (before !== undefined && before.at[beforeIndex] === own.at[index]) {
			compare(before, beforeIndex, own, index);
			continue;
		}
		order.parts[length] = part;
		order.indexes[length] = index;
		length += 1;
	}
	return { length, ...order };
}

function earliest(parts: readonly Timed[], next: readonly number[]): number {
	let found = -1;
	let foundAt = Number.POSITIVE_INFINITY;
	for (let part = 0; part < parts.length; part += 1) {
		const at = parts[part]?.at[next[part] as number];
		if (at !== undefined && at < foundAt) {
			found = part;
			foundAt = at;
		}
	}
	return found;
}

function numbers(
	order: Order,
	of: (part: number) => Float64Array<ArrayBuffer> | undefined,
): Float64Array<ArrayBuffer> {
	if (order === undefined) return of(0) ?? new Float64Array(0);
	const all = new Float64Array(order.length);
	for (let row = 0; row < all.length; row += 1)
		all[row] = of(order.parts[row] as number)?.[order.indexes[row] as number] as number;
	return all;
}

function exacts(order: Order, of: (part: number) => BigInt64Array | undefined): BigInt64Array {
	if (order === undefined) return of(0) ?? new BigInt64Array(0);
	const all = new BigInt64Array(order.length);
	for (let row = 0; row < all.length; row += 1)
		all[row] = of(order.parts[row] as number)?.[order.indexes[row] as number] as bigint;
	return all;
}
