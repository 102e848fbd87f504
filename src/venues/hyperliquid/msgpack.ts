/**
 * Encodes the contents of our actions as MessagePack (msgpack.org specification): maps, lists, text, whole numbers
 * and booleans.
 */

/** Encodes an action; maps keep the order of their keys. @throws RangeError for any other type */
export function packed(value: unknown): Uint8Array {
	const bytes: number[] = [];
	write(bytes, value);
	return Uint8Array.from(bytes);
}

function write(bytes: number[], value: unknown): void {
	if (typeof value === 'string') writeText(bytes, value);
	else if (typeof value === 'boolean') bytes.push(value ? 0xc3 : 0xc2);
	else if (typeof value === 'number') writeWhole(bytes, value);
	else if (Array.isArray(value)) {
		writeLength(bytes, value.length, 0x90, 0xdc);
		for (const member of value) write(bytes, member);
	} else if (typeof value === 'object' && value !== null) {
		const members = Object.entries(value);
		writeLength(bytes, members.length, 0x80, 0xde);
		for (const [name, member] of members) {
			writeText(bytes, name);
			write(bytes, member);
		}
	} else throw new RangeError(`An action cannot contain ${value === null ? 'null' : typeof value}.`);
}

function writeText(bytes: number[], text: string): void {
	const utf8 = Buffer.from(text, 'utf8');
	if (utf8.length < 32) bytes.push(0xa0 | utf8.length);
	else if (utf8.length < 256) bytes.push(0xd9, utf8.length);
	else throw new RangeError(`A text in the action has ${utf8.length} bytes; the limit is 255.`);
	for (const byte of utf8) bytes.push(byte);
}

/** Writes the length of a list or map: in one byte for fewer than 16 entries, otherwise in three. */
function writeLength(bytes: number[], length: number, short: number, long: number): void {
	if (length < 16) bytes.push(short | length);
	else bytes.push(long, ...bigEndian(length, 2));
}

function writeWhole(bytes: number[], value: number): void {
	if (!Number.isSafeInteger(value) || value < 0)
		throw new RangeError(`A number in an action must be whole and not negative, but is ${value}.`);
	if (value < 128) bytes.push(value);
	else if (value < 2 ** 8) bytes.push(0xcc, value);
	else if (value < 2 ** 16) bytes.push(0xcd, ...bigEndian(value, 2));
	else if (value < 2 ** 32) bytes.push(0xce, ...bigEndian(value, 4));
	else bytes.push(0xcf, ...bigEndian(value, 8));
}

/** Encodes the whole number in the given number of bytes, most significant first. */
export function bigEndian(value: number, length: number): readonly number[] {
	return Array.from({ length }, (_, place) => Math.floor(value / 2 ** (8 * (length - 1 - place))) % 256);
}
