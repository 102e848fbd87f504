/** Writes the frames that a WebSocket server sends (RFC 6455, section 5.2). */

const WHOLE_TEXT = 0x81;
const LENGTH_16_BIT = 126;
const LENGTH_64_BIT = 127;
const LENGTH_7_BIT_MAX = 125;
const LENGTH_16_BIT_MAX = 0xffff;

/**
 * Writes the header of an unmasked, complete text frame and the start of its text. The remaining `restBytes` are not
 * copied, so that many readers can share them. `text` must be ASCII.
 */
export function frameHead(text: string, restBytes: number): Buffer {
	const length = text.length + restBytes;
	const headBytes = length <= LENGTH_7_BIT_MAX ? 2 : length <= LENGTH_16_BIT_MAX ? 4 : 10;
	const bytes = Buffer.allocUnsafe(headBytes + text.length);
	bytes[0] = WHOLE_TEXT;
	if (headBytes === 2) bytes[1] = length;
	else if (headBytes === 4) {
		bytes[1] = LENGTH_16_BIT;
		bytes.writeUInt16BE(length, 2);
	} else {
		bytes[1] = LENGTH_64_BIT;
		bytes.writeUInt32BE(0, 2);
		bytes.writeUInt32BE(length, 6);
	}
	bytes.write(text, headBytes, 'latin1');
	return bytes;
}
