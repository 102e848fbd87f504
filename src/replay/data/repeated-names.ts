/** Turns bytes into names. A name that came before costs no new text, and millions of rows have a few hundred names. */

const CAPACITY = 4_096;
const SEED = 0x811c9dc5;
const FACTOR = 0x01000193;

/** Names that came before, by a hash of their bytes. */
export class RepeatedNames {
	readonly #known: (string | undefined)[] = new Array(CAPACITY).fill(undefined);

	/** Returns the text of a range of bytes. */
	at(bytes: Buffer, from: number, to: number): string {
		let hash = SEED;
		for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), FACTOR);
		const index = (hash ^ (hash >>> 15)) & (CAPACITY - 1);
		const known = this.#known[index];
		if (known !== undefined && isSame(known, bytes, from, to)) return known;
		const text = bytes.toString('utf8', from, to);
		this.#known[index] = text;
		return text;
	}
}

/** True if the bytes are this text. Text beyond ASCII is never the same, so it is read each time. */
function isSame(text: string, bytes: Buffer, from: number, to: number): boolean {
	if (text.length !== to - from) return false;
	for (let index = 0; index < text.length; index += 1) {
		const code = bytes[from + index] as number;
		if (code > 0x7f || text.charCodeAt(index) !== code) return false;
	}
	return true;
}
