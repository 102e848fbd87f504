/**
 * Parses a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html, read
 * 2026-11-22).
 */

/**
 * Yields the data of every event with type `message`, in order. Drops an incomplete event at the end of the stream.
 */
export async function* messagesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	let data: string[] = [];
	let kind = '';
	for await (const chunk of stream) {
		const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split(/\r\n|\n|\r(?!$)/);
		rest = lines.pop() ?? '';
		for (const line of lines) {
			if (line === '') {
				if (data.length > 0 && (kind === '' || kind === 'message')) yield data.join('\n');
				data = [];
				kind = '';
				continue;
			}
			const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
			if (name === 'data') data.push(value);
			else if (name === 'event') kind = value;
		}
	}
}
