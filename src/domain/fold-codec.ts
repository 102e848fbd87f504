/**
 * Encodes a stored fold, so that at startup the service need not fold an execution's journal from its first event.
 * Field names are written once and values by position, which takes half the text and half the time of the events
 * themselves. Decimals are text.
 */
import { type Decimal, formatDecimal, parseDecimal } from './decimal.ts';
import type { ExecutionState } from './execution.ts';

/**
 * Version of the fold and its format. Increase it with every change to either, so that the service ignores what an
 * earlier version stored. `fold-codec.test.ts` fails if it should have been increased.
 */
export const FOLD_FORM = 4;

/** Prefix of text that holds a decimal. */
const DECIMAL = '=';
/** Prefix of a string that would otherwise begin with the decimal prefix or with this one. */
const TEXT = "'";
const DECIMAL_CODE = DECIMAL.charCodeAt(0);
const TEXT_CODE = TEXT.charCodeAt(0);
/**
 * First element of an encoded list. An encoded object begins with the index of its field names instead, and undefined
 * is an empty array.
 */
const LIST = -1;

/**
 * Encodes a state as one line of names and one line of values. @throws RangeError for a number that JSON cannot hold
 */
export function encodeFold(state: ExecutionState): string {
	const shapes = new Map<string, number>();
	const values = JSON.stringify(placed(state, shapes));
	return `[${[...shapes.keys()].join()}]\n${values}`;
}

function placed(value: unknown, shapes: Map<string, number>): unknown {
	switch (typeof value) {
		case 'bigint':
			return DECIMAL + formatDecimal(value as Decimal);
		case 'string':
			return value.startsWith(DECIMAL) || value.startsWith(TEXT) ? TEXT + value : value;
		case 'undefined':
			return [];
		case 'number':
			if (!Number.isFinite(value)) throw new RangeError(`A fold can hold only finite numbers, was ${value}.`);
			return value;
		case 'object':
			if (value === null) return null;
			if (Array.isArray(value)) return [LIST, ...value.map((member) => placed(member, shapes))];
			return placedObject(value, shapes);
		default:
			return value;
	}
}

function placedObject(value: object, shapes: Map<string, number>): readonly unknown[] {
	const names = JSON.stringify(Object.keys(value));
	const place = shapes.get(names) ?? shapes.size;
	shapes.set(names, place);
	return [place, ...Object.values(value).map((member) => placed(member, shapes))];
}

type Shapes = readonly (readonly string[])[];

/**
 * Creates a decoder for the text from `encodeFold`. The decoder parses names shared by many folds only once. It
 * throws for any other text.
 */
export function createFoldDecoder(): (text: string) => ExecutionState {
	const known = new Map<string, Shapes>();
	return (text) => {
		const end = text.indexOf('\n');
		const names = text.slice(0, end);
		let shapes = known.get(names);
		if (shapes === undefined) {
			shapes = JSON.parse(names) as Shapes;
			known.set(names, shapes);
		}
		return unplaced(JSON.parse(text.slice(end + 1)), shapes) as ExecutionState;
	};
}

function unplaced(value: unknown, shapes: Shapes): unknown {
	if (typeof value === 'string') {
		const code = value.charCodeAt(0);
		if (code === DECIMAL_CODE) return parseDecimal(value.slice(1));
		return code === TEXT_CODE ? value.slice(1) : value;
	}
	return Array.isArray(value) ? unplacedMembers(value, shapes) : value;
}

function unplacedMembers(values: readonly unknown[], shapes: Shapes): unknown {
	const place = values[0];
	if (place === undefined) return undefined;
	if (place === LIST) {
		const list: unknown[] = [];
		for (let index = 1; index < values.length; index += 1) list.push(unplaced(values[index], shapes));
		return list;
	}
	const names = shapes[place as number];
	if (names === undefined) throw new SyntaxError(`A fold has no shape ${place}.`);
	const record: Record<string, unknown> = {};
	for (let index = 0; index < names.length; index += 1)
		record[names[index] as string] = unplaced(values[index + 1], shapes);
	return record;
}
