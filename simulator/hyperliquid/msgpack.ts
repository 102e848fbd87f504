/**
 * Encodes an action's values as MessagePack (msgpack.org specification): maps, lists, text, whole numbers, booleans
 * and null.
 */

const UINT32 = 2 ** 32;

/** Encodes a value; maps keep the order of their entries. @throws RangeError for a fractional or negative number */
export function packed(value: unknown): Uint8Array {
	return Buffer.concat(parts(value));
}

function parts(value: unknown): Uint8Array[] {
	if (value === null || value === undefined) return [byte(0xc0)];
	if (typeof value === 'boolean') return [byte(value ? 0xc3 : 0xc2)];
	if (typeof value === 'number') return [wholeNumber(value)];
	if (typeof value === 'string') return textParts(value);
	if (Array.isArray(value)) return [lengthOf(value.length, 0x90, 0xdc), ...value.flatMap(parts)];
	const members = Object.entries(value).filter(([, member]) => member !== undefined);
	return [
		lengthOf(members.length, 0x80, 0xde),
		...members.flatMap(([name, member]) => [...textParts(name), ...parts(member)]),
	];
}

function byte(value: number): Uint8Array {
	return Uint8Array.of(value);
}

function textParts(text: string): Uint8Array[] {
	const bytes = Buffer.from(text, 'utf8');
	const { length } = bytes;
	if (length < 32) return [byte(0xa0 | length), bytes];
	if (length < 256) return [byte(0xd9), byte(length), bytes];
	return [byte(0xda), bigEndian(length, 2), bytes];
}

/** Encodes the length of a list or map. With fewer than 16 entries it fits into one byte with the type. */
function lengthOf(length: number, short: number, long: number): Uint8Array {
	return length < 16 ? byte(short | length) : Buffer.concat([byte(long), bigEndian(length, 2)]);
}

function wholeNumber(value: number): Uint8Array {
	if (!Number.isSafeInteger(value) || value < 0)
		throw new RangeError(`A number of an action must be whole and not negative, was ${value}.`);
	if (value < 128) return byte(value);
	if (value < 2 ** 8) return Buffer.concat([byte(0xcc), byte(value)]);
	if (value < 2 ** 16) return Buffer.concat([byte(0xcd), bigEndian(value, 2)]);
	if (value < UINT32) return Buffer.concat([byte(0xce), bigEndian(value, 4)]);
	return Buffer.concat([byte(0xcf), bigEndian(value, 8)]);
}

/** Encodes a number in the given number of bytes, most significant first. */
export function bigEndian(value: number, bytes: 2 | 4 | 8): Uint8Array {
	const buffer = Buffer.alloc(bytes);
	if (bytes === 8) buffer.writeBigUInt64BE(BigInt(value));
	else buffer.writeUIntBE(value, 0, bytes);
	return buffer;
}
