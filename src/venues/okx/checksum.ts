/** OKX's checksum over a book: CRC32 of the best 25 levels in the venue's own text, as a signed number. */
import { crc32 } from 'node:zlib';
import { POWERS_OF_TEN } from '../feeds/frame-reader.ts';
import { type LiveBook, PRICE_PLACES_UNIT } from '../feeds/live-book.ts';

const LEVELS = 25;

/** CRC32 as a signed 32-bit number, to compare with `checksum` of a message. */
export function okxChecksum(book: LiveBook): number {
	const parts: string[] = [];
	for (let index = 0; index < LEVELS; index += 1)
		for (const side of [book.bids, book.asks]) {
			const { count, keys, sizes, textPlaces } = side.levels;
			const at = count - 1 - index;
			if (at < 0) continue;
			const places = textPlaces?.[at] ?? 0;
			const price = (keys[at] as number) * side.sign;
			parts.push(
				textOf(price, book.pricePlaces, Math.floor(places / PRICE_PLACES_UNIT)),
				textOf(sizes[at] as number, book.sizePlaces, places % PRICE_PLACES_UNIT),
			);
		}
	return crc32(parts.join(':')) | 0;
}

/** The text that a number had at the venue: `mantissa` is its value at `scale` places, `places` are those it was written with. */
function textOf(mantissa: number, scale: number, places: number): string {
	const digits = String(mantissa / (POWERS_OF_TEN[scale - places] ?? 1)).padStart(places + 1, '0');
	if (places === 0) return digits;
	const point = digits.length - places;
	return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
