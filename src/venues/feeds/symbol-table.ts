/** Finds a symbol's value by the bytes of the symbol's name in a frame, without creating a string. */

type Row<T> = { readonly name: Uint8Array; readonly value: T; readonly next: Row<T> | undefined };

/** Map from symbols to values, with lookup by bytes in a frame. */
export class SymbolTable<T> {
	readonly #rows = new Map<number, Row<T>>();

	set(symbol: string, value: T): void {
		const name = Buffer.from(symbol, 'utf8');
		const code = codeOf(name, 0, name.length);
		this.#rows.set(code, { name, value, next: this.#rows.get(code) });
	}

	find(bytes: Uint8Array, start: number, end: number): T | undefined {
		let row = this.#rows.get(codeOf(bytes, start, end));
		while (row !== undefined && !isSame(row.name, bytes, start, end)) row = row.next;
		return row?.value;
	}
}

function codeOf(bytes: Uint8Array, start: number, end: number): number {
	let code = end - start;
	for (let at = start; at < end; at += 1) code = (code * 31 + (bytes[at] as number)) | 0;
	return code;
}

function isSame(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
	if (name.length !== end - start) return false;
	for (let index = 0; index < name.length; index += 1) if (name[index] !== bytes[start + index]) return false;
	return true;
}
