/** Encodes WebSocket frames as a server writes them, so that benches can prepare frames before sending. */

/** Encodes an unmasked, unfragmented text frame. */
export function framed(text: string): Buffer {
	const payload = Buffer.from(text);
	const { length } = payload;
	const head =
		length < 126
			? Buffer.from([0x81, length])
			: length < 65_536
				? Buffer.from([0x81, 126, length >> 8, length & 0xff])
				: Buffer.from([
						0x81,
						127,
						0,
						0,
						0,
						0,
						length >>> 24,
						(length >> 16) & 0xff,
						(length >> 8) & 0xff,
						length & 0xff,
					]);
	return Buffer.concat([head, payload]);
}
