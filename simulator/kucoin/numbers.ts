/** Formats numbers as KuCoin does. Some are exact JSON numbers, others are text. Orders and positions are in lots. */
import {
	type Decimal,
	divTrunc,
	floorPlaces,
	formatDecimal,
	mulTrunc,
	roundPlaces,
} from '../../src/domain/decimal.ts';
import type { Instrument } from '../core/types.ts';

/** Decimal places of money in account and position bodies. */
const MONEY_PLACES = 8;
const PRICE_PLACES = 10;

/** A JSON number with exactly these digits. */
export type JsonNumber = { readonly jsonNumber: string };

export function number(value: Decimal): JsonNumber {
	return { jsonNumber: formatDecimal(value) };
}

export function money(value: Decimal): JsonNumber {
	return number(roundPlaces(value, MONEY_PLACES));
}

export function moneyText(value: Decimal): string {
	return formatDecimal(roundPlaces(value, MONEY_PLACES));
}

export function price(value: Decimal): JsonNumber {
	return number(floorPlaces(value, PRICE_PLACES));
}

/** Returns the whole number of lots in a quantity of base units. */
export function lots(instrument: Instrument, quantity: Decimal): number {
	return Number(formatDecimal(divTrunc(quantity, instrument.contractSize)));
}

export function baseUnits(instrument: Instrument, count: Decimal): Decimal {
	return mulTrunc(count, instrument.contractSize);
}

const rawJson = (JSON as unknown as { readonly rawJSON: (text: string) => unknown }).rawJSON;

/** Returns JSON text in which every `JsonNumber` is replaced with its number. */
export function writeJson(value: unknown): string {
	return JSON.stringify(value, (_name, member: unknown) =>
		isJsonNumber(member) ? rawJson(member.jsonNumber) : member,
	);
}

function isJsonNumber(member: unknown): member is JsonNumber {
	return (
		typeof member === 'object' &&
		member !== null &&
		'jsonNumber' in member &&
		typeof member.jsonNumber === 'string'
	);
}
