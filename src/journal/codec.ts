/**
 * How journal payloads are written: JSON in which an exact decimal is `{"$d":"12.5"}`. Decimals never pass through
 * a float on their way to disk and back.
 */
import { type Decimal, formatDecimal, parseDecimal } from '../domain/decimal.ts';

const TAG = '$d';

export function encodePayload(value: unknown): string {
	return JSON.stringify(value, (_key, member: unknown) =>
		typeof member === 'bigint' ? { [TAG]: formatDecimal(member as Decimal) } : member,
	);
}

/** @throws SyntaxError or DecimalError when the text is not what `encodePayload` writes. */
export function decodePayload(text: string): unknown {
	return JSON.parse(text, (_key, member: unknown) => (isTagged(member) ? parseDecimal(member[TAG]) : member));
}

function isTagged(member: unknown): member is { readonly [TAG]: string } {
	if (typeof member !== 'object' || member === null || !(TAG in member)) return false;
	return typeof (member as Record<string, unknown>)[TAG] === 'string' && Object.keys(member).length === 1;
}
