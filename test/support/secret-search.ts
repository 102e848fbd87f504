/**
 * Searches output for secrets in every form in which a program may write a text: plain, JSON, URL, hexadecimal, and
 * base64 at any offset.
 */

/** Minimum length of a secret, bytes. A shorter text could occur by chance. */
const SECRET_BYTES_MIN = 8;
const CONTEXT_BYTES = 60;
const PREFIX_BYTES = 4;
const FILTER_SIZE = 65_536;

/** A secret: a text, or bytes that a program would write in hexadecimal or base64. */
export type KnownSecret = { readonly name: string; readonly text: string | Buffer };

/** Output of a program, such as a file or a page, and its name for a report. */
export type Place = { readonly name: string; readonly content: Buffer };

export type Found = {
	readonly secret: string;
	readonly place: string;
	/**
	 * Says where the secret was found and in which form. The report quotes the surrounding text, but not the secret.
	 */
	readonly sentence: string;
};

type Needle = { readonly secret: string; readonly form: string; readonly bytes: Buffer };

/**
 * Searches all places. Reports a secret once per place in which it occurs. @throws RangeError for a secret too short
 * to search for
 */
export function findSecrets(secrets: readonly KnownSecret[], places: readonly Place[]): Found[] {
	const search = createSearch(secrets.flatMap(formsOf));
	return places.flatMap((place) => {
		const found = new Map<string, Found>();
		search(place.content, ({ secret, form, bytes }, at) => {
			if (found.has(secret)) return;
			const { content, name } = place;
			const before = printable(content.subarray(Math.max(0, at - CONTEXT_BYTES), at));
			const end = at + bytes.length;
			const after = printable(content.subarray(end, end + CONTEXT_BYTES));
			const sentence = `${secret} occurs in ${name} (${form}): ${before}[it]${after}`;
			found.set(secret, { secret, place: name, sentence });
		});
		return [...found.values()];
	});
}

function printable(content: Buffer): string {
	return content.toString('latin1').replace(/[^\x20-\x7e]/g, '·');
}

/** Returns the bytes of every form of the secret; each occurs once. */
function formsOf({ name, text }: KnownSecret): Needle[] {
	const plain = Buffer.from(text);
	if (plain.length < SECRET_BYTES_MIN)
		throw new RangeError(`${name} is too short to search for: was ${plain.length} bytes.`);
	const digits: readonly (readonly [form: string, text: string])[] = [
		['hex', plain.toString('hex')],
		['HEX', plain.toString('hex').toUpperCase()],
		...[0, 1, 2].flatMap((offset) =>
			(['base64', 'base64url'] as const).map(
				(encoding) => [encoding, inBase64(plain, offset, encoding)] as const,
			),
		),
	];
	const forms = [...(typeof text === 'string' ? textForms(text) : []), ...digits];
	const once = new Map(forms.map(([form, written]) => [written, form]));
	return [
		{ secret: name, form: 'plain', bytes: plain },
		...[...once].map(([written, form]) => ({ secret: name, form, bytes: Buffer.from(written) })),
	];
}

/** Returns those forms of a text that differ from the text itself. */
function textForms(text: string): (readonly [form: string, text: string])[] {
	const forms = [
		['JSON', JSON.stringify(text).slice(1, -1)],
		['URL', encodeURIComponent(text)],
		['form', new URLSearchParams({ '': text }).toString().slice(1)],
	] as const;
	return forms.filter(([, written]) => written !== text);
}

/**
 * Returns the base64 digits that depend only on this text if `offset` other bytes precede it. Digits shared with
 * bytes before or after it are left out.
 */
function inBase64(plain: Buffer, offset: number, encoding: 'base64' | 'base64url'): string {
	const digits = Buffer.concat([Buffer.alloc(offset), plain])
		.toString(encoding)
		.replace(/=+$/, '');
	const isWhole = (offset + plain.length) % 3 === 0;
	return digits.slice(Math.ceil((offset * 4) / 3), isWhole ? undefined : -1);
}

/**
 * Creates a search that finds all needles in one pass over the bytes. At each position it looks up the first four
 * bytes, and compares the rest only if they match.
 */
function createSearch(
	needles: readonly Needle[],
): (content: Buffer, onFound: (needle: Needle, at: number) => void) => void {
	const filter = new Uint8Array(FILTER_SIZE);
	const byPrefix = new Map<number, Needle[]>();
	const pairRow = (prefix: number) => (prefix ^ (prefix >>> 16)) & (FILTER_SIZE - 1);
	for (const needle of needles) {
		const prefix = needle.bytes.readInt32BE(0);
		filter[pairRow(prefix)] = 1;
		byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), needle]);
	}
	return (content, onFound) => {
		let prefix = 0;
		for (let end = 0; end < content.length; end += 1) {
			prefix = (prefix << 8) | (content[end] ?? 0);
			if (filter[pairRow(prefix)] === 0 || end < PREFIX_BYTES - 1) continue;
			const at = end - PREFIX_BYTES + 1;
			for (const needle of byPrefix.get(prefix) ?? [])
				if (content.subarray(at, at + needle.bytes.length).equals(needle.bytes)) onFound(needle, at);
		}
	};
}
