import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messagesOf } from './event-stream.ts';

async function read(text: string, cuts: readonly number[]): Promise<readonly string[]> {
	const bytes = new TextEncoder().encode(text);
	const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
	async function* chunks() {
		let from = 0;
		for (const to of [...at, bytes.length]) {
			yield bytes.subarray(from, to);
			from = to;
		}
	}
	const found: string[] = [];
	for await (const message of messagesOf(chunks())) found.push(message);
	return found;
}

test('reads events across any chunk boundaries and skips comments and other fields', async () => {
	const text =
		': hello\n\nevent: message\nid: 7\ndata: {"a":"ä"}\n\nevent: ping\ndata: x\n\ndata:one\ndata: two\n\n';
	await fc.assert(
		fc.asyncProperty(fc.array(fc.nat()), async (cuts) => {
			expect(await read(text, cuts)).toEqual(['{"a":"ä"}', 'one\ntwo']);
			expect(await read(text.replaceAll('\n', '\r\n'), cuts)).toEqual(['{"a":"ä"}', 'one\ntwo']);
		}),
	);
});

test('drops an incomplete event at the end of the stream', async () => {
	expect(await read('data: whole\n\ndata: half\n', [])).toEqual(['whole']);
});
