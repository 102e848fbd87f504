/**
 * Parses JSON from a frame's bytes, value by value, without creating strings or objects.
 *
 * A book stream delivers thousands of frames a second, and most of what `JSON.parse` creates from each is discarded
 * at once. This reader represents a number exactly: its digits as a whole number, and its decimal places. It compares
 * names in place. Fields may come in any order; the caller skips unknown ones.
 */
import { unexpectedByte } from './text.ts';

/** The frame is not valid JSON, or does not have the expected shape. */
export class FrameError extends Error {
	override readonly name = 'FrameError';
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO_DIGIT = 0x30;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_BODY = 0x7b;
const CLOSE_BODY = 0x7d;
const SMALL_E = 0x65;
const LARGE_E = 0x45;
const SPACE = 0x20;

/** Maximum exponent: larger powers of ten are not exact in a double. */
const EXPONENT_MAX = 22;
/** Exact powers of ten; the index is the exponent. */
export const POWERS_OF_TEN: readonly number[] = Array.from({ length: EXPONENT_MAX + 1 }, (_, n) => 10 ** n);
/** Maximum nesting depth of a skipped value; no book frame is nested more deeply. */
const DEPTH_MAX = 32;
/** Maximum decimal places in a number, as in the service's decimals. */
const PLACES_MAX = 18;

const NANOSECONDS_PER_MS = 1e6;
/** Maximum accepted timestamp, nanoseconds. A nanosecond timestamp in a double is exact to a microsecond. */
const STAMP_NS_MAX = 5e18;
/** No millisecond timestamp in this century is this large, so a larger timestamp is in nanoseconds. */
const STAMP_MS_MAX = 1e14;

/** Encodes a name in the form that the reader compares. ASCII only. */
export function nameBytes(name: string): Uint8Array {
	return Buffer.from(name, 'latin1');
}

/**
 * Cursor over one frame's JSON. A method that enters or reads a value throws FrameError if the frame has no such
 * value here.
 */
export class FrameReader {
	#bytes: Uint8Array = new Uint8Array(0);
	#at = 0;
	#end = 0;
	#textStart = 0;
	#textEnd = 0;
	/** Digits of the number read last, as a whole number. */
	mantissa = 0;
	/** Decimal places of the number read last: the number is mantissa / 10^places. */
	places = 0;

	start(bytes: Uint8Array): void {
		this.#bytes = bytes;
		this.#at = 0;
		this.#end = bytes.length;
	}

	/** Byte offset in the frame of the text or key read last. */
	get textStart(): number {
		return this.#textStart;
	}

	/** Byte offset in the frame just after the text or key read last. */
	get textEnd(): number {
		return this.#textEnd;
	}

	/** Returns the next byte that is not white space; 0 at the end of the frame. */
	#peek(): number {
		const bytes = this.#bytes;
		let at = this.#at;
		let byte = at < this.#end ? (bytes[at] as number) : 0;
		while (byte !== 0 && byte <= SPACE) {
			at += 1;
			byte = at < this.#end ? (bytes[at] as number) : 0;
		}
		this.#at = at;
		return byte;
	}

	/** True if an object starts here. */
	isObject(): boolean {
		return this.#peek() === OPEN_BODY;
	}

	/** Enters the object that starts here. @throws FrameError if no object starts here */
	enterObject(): void {
		if (this.#peek() !== OPEN_BODY) this.#fail('an object');
		this.#at += 1;
	}

	/** Enters the object that starts here; skips any other value and returns false. @throws FrameError */
	entersObject(): boolean {
		if (!this.isObject()) {
			this.skipValue();
			return false;
		}
		this.#at += 1;
		return true;
	}

	/**
	 * Moves to the next field's value; `isText` then compares the field's name. Returns false after the last field.
	 * @throws FrameError
	 */
	nextMember(): boolean {
		let byte = this.#peek();
		if (byte === CLOSE_BODY) {
			this.#at += 1;
			return false;
		}
		if (byte === COMMA) {
			this.#at += 1;
			byte = this.#peek();
		}
		this.readText();
		if (this.#peek() !== COLON) this.#fail('a colon');
		this.#at += 1;
		return true;
	}

	/** Enters the list that starts here. @throws FrameError if no list starts here */
	enterList(): void {
		if (this.#peek() !== OPEN_LIST) this.#fail('a list');
		this.#at += 1;
	}

	/** True if a list starts here. */
	isList(): boolean {
		return this.#peek() === OPEN_LIST;
	}

	/** Moves to the next item; returns false after the last one. */
	nextItem(): boolean {
		const byte = this.#peek();
		if (byte === CLOSE_LIST) {
			this.#at += 1;
			return false;
		}
		if (byte === COMMA) this.#at += 1;
		return true;
	}

	/** Reads a text, which `isText` then compares. Does not resolve escapes. @throws FrameError */
	readText(): void {
		if (this.#peek() !== QUOTE) this.#fail('a text');
		const bytes = this.#bytes;
		const end = this.#end;
		let at = this.#at + 1;
		this.#textStart = at;
		while (at < end && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
		if (at >= end) this.#fail('the end of a text');
		this.#textEnd = at;
		this.#at = at + 1;
	}

	/** True if the text or key read last equals this name. */
	isText(name: Uint8Array): boolean {
		const start = this.#textStart;
		const length = this.#textEnd - start;
		if (length !== name.length) return false;
		const bytes = this.#bytes;
		for (let index = 0; index < length; index += 1) if (bytes[start + index] !== name[index]) return false;
		return true;
	}

	/**
	 * Shortens the text read last to the part after the last occurrence of a byte; leaves the text unchanged if the
	 * byte is missing.
	 */
	cutTextBehind(byte: number): void {
		for (let at = this.#textEnd - 1; at >= this.#textStart; at -= 1)
			if (this.#bytes[at] === byte) {
				this.#textStart = at + 1;
				return;
			}
	}

	/** True if the text read last starts with this name. */
	textBeginsWith(name: Uint8Array): boolean {
		if (this.#textEnd - this.#textStart < name.length) return false;
		for (let index = 0; index < name.length; index += 1)
			if (this.#bytes[this.#textStart + index] !== name[index]) return false;
		return true;
	}

	/** Returns a copy of the text read last. */
	text(): string {
		return Buffer.from(this.#bytes.subarray(this.#textStart, this.#textEnd)).toString('utf8');
	}

	/**
	 * Reads a number ≥ 0, quoted or bare, into `mantissa` and `places`. @throws FrameError also for more digits than
	 * a double holds exactly (about 15)
	 */
	readNumber(): void {
		const bytes = this.#bytes;
		const isQuoted = this.#peek() === QUOTE;
		let at = isQuoted ? this.#at + 1 : this.#at;
		let mantissa = 0;
		let pointAt = -1;
		const first = at;
		for (; at < this.#end; at += 1) {
			const digit = (bytes[at] as number) - ZERO_DIGIT;
			if (digit >= 0 && digit <= 9) mantissa = mantissa * 10 + digit;
			else if (bytes[at] === DOT && pointAt < 0) pointAt = at;
			else break;
		}
		this.mantissa = mantissa;
		this.places = pointAt < 0 ? 0 : at - pointAt - 1;
		if (at - first < (pointAt < 0 ? 1 : 2) || mantissa > Number.MAX_SAFE_INTEGER) this.#fail('a number');
		this.#at = at;
		if (at < this.#end && (bytes[at] === SMALL_E || bytes[at] === LARGE_E)) this.#readExponent();
		if (this.places > PLACES_MAX) this.#fail(`a number of at most ${PLACES_MAX} places`);
		if (!isQuoted) return;
		if (this.#at >= this.#end || bytes[this.#at] !== QUOTE) this.#fail('the end of a number');
		this.#at += 1;
	}

	#readExponent(): void {
		this.#at += 1;
		const exponent = this.#readDigits(Number.MAX_SAFE_INTEGER);
		this.places -= exponent;
		if (this.places >= 0 || this.mantissa === 0) {
			this.places = Math.max(0, this.places);
			return;
		}
		const factor = POWERS_OF_TEN[-this.places];
		if (factor === undefined || this.mantissa * factor > Number.MAX_SAFE_INTEGER) this.#fail('a number');
		this.mantissa *= factor;
		this.places = 0;
	}

	/**
	 * Reads a whole number with or without a sign, quoted or bare. @throws FrameError if a double cannot hold the
	 * number exactly
	 */
	readWhole(valueMax = Number.MAX_SAFE_INTEGER): number {
		const isQuoted = this.#peek() === QUOTE;
		if (isQuoted) this.#at += 1;
		const value = this.#readDigits(valueMax);
		if (isQuoted) {
			if (this.#at >= this.#end || this.#bytes[this.#at] !== QUOTE) this.#fail('the end of a number');
			this.#at += 1;
		}
		return value;
	}

	/**
	 * Reads a timestamp in milliseconds or nanoseconds, distinguished by size, and returns milliseconds. @throws
	 * FrameError
	 */
	readStamp(): number {
		const stamp = this.readWhole(STAMP_NS_MAX);
		return stamp > STAMP_MS_MAX ? Math.floor(stamp / NANOSECONDS_PER_MS) : stamp;
	}

	#readDigits(valueMax: number): number {
		const bytes = this.#bytes;
		const sign = this.#at < this.#end ? (bytes[this.#at] as number) : 0;
		let at = sign === MINUS || sign === PLUS ? this.#at + 1 : this.#at;
		const first = at;
		let value = 0;
		for (; at < this.#end; at += 1) {
			const digit = (bytes[at] as number) - ZERO_DIGIT;
			if (digit < 0 || digit > 9) break;
			value = value * 10 + digit;
		}
		if (at === first || value > valueMax) this.#fail('a whole number');
		this.#at = at;
		return sign === MINUS ? -value : value;
	}

	/** Skips a value of any type. @throws FrameError */
	skipValue(): void {
		const byte = this.#peek();
		if (byte === QUOTE) {
			const { textStart, textEnd } = this;
			this.readText();
			this.#textStart = textStart;
			this.#textEnd = textEnd;
		} else if (byte === OPEN_BODY || byte === OPEN_LIST) this.#skipNested();
		else this.#skipBare();
	}

	#skipBare(): void {
		const first = this.#at;
		while (this.#at < this.#end) {
			const byte = this.#bytes[this.#at] as number;
			if (byte === COMMA || byte === CLOSE_BODY || byte === CLOSE_LIST || byte <= SPACE) break;
			this.#at += 1;
		}
		if (this.#at === first) this.#fail('a value');
	}

	#skipNested(): void {
		let depth = 0;
		while (this.#at < this.#end) {
			const byte = this.#bytes[this.#at] as number;
			if (byte === QUOTE) {
				this.skipValue();
				continue;
			}
			this.#at += 1;
			if (byte === OPEN_BODY || byte === OPEN_LIST) depth += 1;
			else if (byte === CLOSE_BODY || byte === CLOSE_LIST) depth -= 1;
			if (depth === 0) return;
			if (depth > DEPTH_MAX) break;
		}
		this.#fail('the end of a value');
	}

	#fail(expected: string): never {
		throw new FrameError(unexpectedByte(this.#at, this.#end, expected));
	}
}
